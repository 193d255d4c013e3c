"""Shares the requests for a host among subsets, as JSON for Envoy. An invalid change leaves the last good one in force."""

import json

import hookline
import routes

SUBSET = "mesh.example.com/subset"


def sync(request):
    route = request["parent"]
    subsets = {s["metadata"]["labels"].get(SUBSET): s for s in request["related"]["Service.v1"].values()}
    wanted = routes.weighted(route["spec"]["routes"])
    reason, problem = check(wanted, subsets)
    conditions = hookline.Conditions(request).set("Invalid", bool(problem), reason, problem)
    applied = route.get("status", {}).get("applied", []) if problem else wanted
    children = [config(route, applied, subsets, request["related"])] if applied else []
    return {"status": {"applied": applied, "conditions": conditions.list()}, "children": children}


def check(wanted, subsets):
    """The reason for the condition, and what is wrong: an empty text if nothing is."""
    for _, reason, message in routes.problems(wanted):
        return reason, message + "; the last good routes stay"
    unknown = [route["subset"] for route in wanted if route["subset"] not in subsets]
    if unknown:
        return "SubsetNotFound", f"no Service has the subset {', '.join(unknown)}; the last good routes stay"
    return "Valid", ""


def config(route, applied, subsets, related):
    host = route["spec"]["host"]
    clusters = [{"name": cluster(host, r["subset"]), "weight": r["weight"]} for r in applied]
    action = {"match": {"prefix": "/"}, "route": {"weighted_clusters": {"clusters": clusters}}}
    shared = {"name": host, "virtual_hosts": [{"name": host, "domains": [host], "routes": [action]}]}
    loads = [load(host, r["subset"], subsets, related["EndpointSlice.discovery.k8s.io/v1"]) for r in applied]
    return {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": route["metadata"]["name"]},
        "data": {"routes.json": text(shared), "endpoints.json": text(loads)},
    }


def load(host, subset, subsets, slices):
    """The ready addresses of a subset; none if its Service was deleted."""
    service = subsets.get(subset, {}).get("metadata", {}).get("name")
    found = set()
    for piece in slices.values():
        if piece["metadata"]["labels"].get("kubernetes.io/service-name") == service:
            ready = [e for e in piece.get("endpoints") or [] if e.get("conditions", {}).get("ready", True)]
            found.update((ip, p["port"]) for e in ready for ip in e["addresses"] for p in piece.get("ports") or [])
    sockets = [{"socket_address": {"address": ip, "port_value": port}} for ip, port in sorted(found)]
    endpoints = [{"endpoint": {"address": socket}} for socket in sockets]
    return {"cluster_name": cluster(host, subset), "endpoints": [{"lb_endpoints": endpoints}]}


def cluster(host, subset):
    return f"{host}|{subset}"


def text(content):
    return json.dumps(content, indent=2) + "\n"
