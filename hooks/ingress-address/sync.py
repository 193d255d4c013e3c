"""Writes the address of its proxy to the status of an Ingress. An Ingress of another class keeps the status that it has.

An annotation has the addresses that were written, so that they are removed when the proxy or the class is gone.
"""

WRITTEN = "proxy.example.com/address"


def sync(request):
    ingress = request["object"]
    proxies = request["related"]["IngressProxy.proxy.example.com/v1"]
    wanted = ingress["spec"].get("ingressClassName")
    addresses = sorted(p["spec"]["address"] for p in proxies.values() if p["spec"]["ingressClass"] == wanted)
    if addresses:
        status = {"loadBalancer": {"ingress": [{"ip": address} for address in addresses]}}
        return {"annotations": {WRITTEN: ",".join(addresses)}, "status": status}
    written = ingress["metadata"].get("annotations", {}).get(WRITTEN)
    if written is None:
        return {}
    observed = ingress.get("status", {}).get("loadBalancer", {}).get("ingress", [])
    if ",".join(one.get("ip", "") for one in observed) == written:
        return {"status": {"loadBalancer": {}}}  # the change is the next call, which removes the annotation
    return {"annotations": {WRITTEN: None}}  # somebody else may have written another address, which stays
