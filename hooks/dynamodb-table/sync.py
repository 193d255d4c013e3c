"""Makes a table of DynamoDB as its Table describes it. A failed request fails the call, which the watcher repeats."""

import hookline
from dynamodb import endpoint


def sync(request):
    spec = request["parent"]["spec"]
    conditions = hookline.Conditions(request)
    db = endpoint(request)
    if db is None:
        conditions.set("Synced", False, "NoEndpoint", f"the DynamoDb {spec['endpoint']} has no address yet")
        return {"status": {"conditions": conditions.list()}, "children": []}
    table = db.describe(spec["tableName"])  # by its name, so a call that was cut off creates no second one
    if table is None:
        table = db.call("CreateTable", wanted(spec))["TableDescription"]
    problem = immutable(spec, table)
    if not problem and table["TableStatus"] == "ACTIVE" and (change := difference(spec, table)):
        table = db.call("UpdateTable", {"TableName": spec["tableName"], **change})["TableDescription"]
    state = table["TableStatus"]
    synced = state == "ACTIVE" and not problem
    conditions.set("Synced", synced, "Synced" if synced else "Terminal" if problem else "InProgress", f"the table is {state}")
    conditions.set("Terminal", bool(problem), "Immutable" if problem else "Valid", problem)
    status = {"tableStatus": state, "arn": table["TableArn"], "conditions": conditions.list()}
    answer = {"status": status, "children": []}
    return answer if state == "ACTIVE" else {**answer, "resyncAfterSeconds": 2}


def wanted(spec):
    return {
        "TableName": spec["tableName"],
        "AttributeDefinitions": [
            {"AttributeName": a["attributeName"], "AttributeType": a["attributeType"]} for a in spec["attributeDefinitions"]
        ],
        "KeySchema": keys(spec),
        "TableClass": spec["tableClass"],
        **billing(spec),
    }


def keys(spec):
    return [{"AttributeName": k["attributeName"], "KeyType": k["keyType"]} for k in spec["keySchema"]]


def billing(spec):
    """DynamoDB wants a throughput only if it is paid for in advance."""
    provisioned = {"ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5}}
    return {"BillingMode": spec["billingMode"], **(provisioned if spec["billingMode"] == "PROVISIONED" else {})}


def immutable(spec, table):
    """What no request can change: the user has to undo it, or to create another Table."""
    return "" if keys(spec) == table["KeySchema"] else "keySchema cannot be changed after the creation of the table"


def difference(spec, table):
    change = {}
    if spec["billingMode"] != table["BillingModeSummary"]["BillingMode"]:
        change.update(billing(spec))
    if spec["tableClass"] != table["TableClassSummary"]["TableClass"]:
        change["TableClass"] = spec["tableClass"]
    return change
