"""Requests the endpoints of the Services of the Route, and the Routes of all namespaces, which may want the same host."""


def customize(request):
    route = request["parent"]
    here = {"namespace": route["metadata"]["namespace"]}
    names = sorted({route["spec"]["to"]["name"], *(b["name"] for b in route["spec"]["alternateBackends"])})
    of_services = {"matchExpressions": [{"key": "kubernetes.io/service-name", "operator": "In", "values": names}]}
    return {
        "relatedResources": [
            {"apiVersion": "route.example.com/v1", "resource": "routes"},
            {"apiVersion": "discovery.k8s.io/v1", "resource": "endpointslices", "labelSelector": of_services, **here},
        ]
    }
