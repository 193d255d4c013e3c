"""Deletes the table. The finalizer stays, and with it the Table, until DynamoDB does not know the table any more."""

from dynamodb import endpoint


def finalize(request):
    name = request["parent"]["spec"]["tableName"]
    if not request["related"]["DynamoDb.dynamodb.example.com/v1"]:
        return {"finalized": True, "children": []}  # the service was removed, and its tables with it
    db = endpoint(request)
    table = db.describe(name) if db else {"TableStatus": "UNKNOWN"}
    if table is None:
        return {"finalized": True, "children": []}
    if table["TableStatus"] == "ACTIVE":
        db.call("DeleteTable", {"TableName": name})
    return {"finalized": False, "children": [], "resyncAfterSeconds": 1}
