"""The hook of ExampleResource in Python: a function, which a process that is kept between calls evaluates."""


def sync(request):
    parent = request["parent"]
    spec = parent["spec"]
    text = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": parent["metadata"]["name"]},
        "data": {"text": (spec["message"] + "\n") * spec["times"]},
    }
    return {"status": {"lines": spec["times"]}, "children": [text]}
