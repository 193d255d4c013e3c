"""Requests what the configuration is made of, in the namespace of the IngressProxy. Secrets are requested by name only."""


def customize(request):
    proxy = request["parent"]
    here = {"namespace": proxy["metadata"]["namespace"]}
    rules = [
        {"apiVersion": "networking.k8s.io/v1", "resource": "ingresses", **here},
        {"apiVersion": "v1", "resource": "services", **here},
        {"apiVersion": "discovery.k8s.io/v1", "resource": "endpointslices", **here},
    ]
    names = proxy["spec"]["tlsSecrets"]
    if names:
        rules.append({"apiVersion": "v1", "resource": "secrets", "names": names, **here})
    return {"relatedResources": rules}
