"""Names the Secrets that an InnoDBCluster waits for."""


def customize(request):
    cluster = request["parent"]
    name, namespace, spec = cluster["metadata"]["name"], cluster["metadata"]["namespace"], cluster["spec"]
    names = [spec["secretName"]] + ([] if spec["tlsUseSelfSigned"] else [name + "-tls"])
    return {"relatedResources": [{"apiVersion": "v1", "resource": "secrets", "namespace": namespace, "names": names}]}
