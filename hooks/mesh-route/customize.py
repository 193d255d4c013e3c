"""Requests the Services of the host, one for each subset, and their EndpointSlices, which have the labels of their Service."""


def customize(request):
    route = request["parent"]
    of_host = {
        "namespace": route["metadata"]["namespace"],
        "labelSelector": {"matchLabels": {"mesh.example.com/host": route["spec"]["host"]}},
    }
    return {
        "relatedResources": [
            {"apiVersion": "v1", "resource": "services", **of_host},
            {"apiVersion": "discovery.k8s.io/v1", "resource": "endpointslices", **of_host},
        ]
    }
