"""Requests the DynamoDb object, which has the address of the service."""


def customize(request):
    table = request["parent"]
    rule = {"apiVersion": "dynamodb.example.com/v1", "resource": "dynamodbs", "names": [table["spec"]["endpoint"]]}
    return {"relatedResources": [{**rule, "namespace": table["metadata"]["namespace"]}]}
