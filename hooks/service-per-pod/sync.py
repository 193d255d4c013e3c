"""Returns a Service for each Pod of a StatefulSet, configured by annotations of the StatefulSet."""

LABEL = "service-per-pod-label"  # names the label that holds the name of a Pod
PORTS = "service-per-pod-ports"  # for example "80:8080,443:8443": port of the Service, port of the Pod
VERIFIED = "v2-naming-verified"


def ports(text):
    for pair in text.split(","):
        port, target = pair.split(":")
        yield {"name": f"port-{port}", "port": int(port), "targetPort": int(target)}


def service(pod, annotations):
    return {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": pod, "labels": {"app": "service-per-pod"}},
        "spec": {"selector": {annotations[LABEL]: pod}, "ports": list(ports(annotations[PORTS]))},
    }


def key(observed):
    """Returns the name of an object in a version 2 request."""
    return observed["metadata"]["namespace"] + "/" + observed["metadata"]["name"]


def sync(request):
    stateful_set = request["object"]
    name = stateful_set["metadata"]["name"]
    pods = [f"{name}-{ordinal}" for ordinal in range(stateful_set["spec"].get("replicas", 1))]

    answer = {"attachments": [service(pod, stateful_set["metadata"]["annotations"]) for pod in pods]}
    services = request["attachments"]["Service.v1"]
    if services:
        verified = all(key(observed) == written for written, observed in services.items())
        answer["annotations"] = {VERIFIED: str(verified).lower()}
    return answer
