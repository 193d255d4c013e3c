"""Requests the Services of the host, one for each subset, and their EndpointSlices, which have the labels of their Service.

While the spec has a mistake, the last good routes stay, which may be those of another host.
"""


def customize(request):
    route = request["parent"]
    applied = route.get("status", {}).get("applied", {})
    rules = []
    for host in sorted({route["spec"]["host"], applied.get("host", route["spec"]["host"])}):
        of_host = {
            "namespace": route["metadata"]["namespace"],
            "labelSelector": {"matchLabels": {"mesh.example.com/host": host}},
        }
        rules.append({"apiVersion": "v1", "resource": "services", **of_host})
        rules.append({"apiVersion": "discovery.k8s.io/v1", "resource": "endpointslices", **of_host})
    return {"relatedResources": rules}
