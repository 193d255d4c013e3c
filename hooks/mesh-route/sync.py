"""Shares the requests for a host among subsets, as JSON for Envoy. An invalid change leaves the last good one in force."""

import json

import hookline
import routes

HOST = "mesh.example.com/host"
SUBSET = "mesh.example.com/subset"


def sync(request):
    route = request["parent"]
    services = by_subset(request["related"]["Service.v1"].values())
    wanted = {"host": route["spec"]["host"], "routes": routes.weighted(route["spec"]["routes"])}
    reason, problem = check(wanted, services)
    status = {"conditions": hookline.Conditions(request).set("Invalid", bool(problem), reason, problem).list()}
    applied = route.get("status", {}).get("applied") if problem else wanted
    if not applied:
        return {"status": status, "children": []}
    children = [config(route["metadata"]["name"], applied, services, request["related"])]
    return {"status": {"applied": applied, **status}, "children": children}


def by_subset(services):
    """The name of the Service of each host and subset. If several have the same labels, the oldest one counts."""
    found = {}
    for service in sorted(services, key=lambda s: (s["metadata"]["creationTimestamp"], s["metadata"]["name"])):
        labels = service["metadata"]["labels"]
        found.setdefault((labels[HOST], labels.get(SUBSET)), service["metadata"]["name"])
    return found


def check(wanted, services):
    """The reason for the condition, and what is wrong: an empty text if nothing is."""
    for _, reason, message in routes.problems(wanted["routes"]):
        return reason, message + "; the last good routes stay"
    unknown = [r["subset"] for r in wanted["routes"] if (wanted["host"], r["subset"]) not in services]
    if unknown:
        return "SubsetNotFound", f"no Service has the subset {', '.join(unknown)}; the last good routes stay"
    return "Valid", ""


def config(name, applied, services, related):
    host = applied["host"]
    clusters = [{"name": cluster(host, r["subset"]), "weight": r["weight"]} for r in applied["routes"]]
    action = {"match": {"prefix": "/"}, "route": {"weighted_clusters": {"clusters": clusters}}}
    shared = {"name": host, "virtual_hosts": [{"name": host, "domains": [host], "routes": [action]}]}
    slices = related["EndpointSlice.discovery.k8s.io/v1"].values()
    loads = [load(host, r["subset"], services.get((host, r["subset"])), slices) for r in applied["routes"]]
    return {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": name},
        "data": {"routes.json": text(shared), "endpoints.json": text(loads)},
    }


def load(host, subset, service, slices):
    """The ready addresses of a subset; none if its Service was deleted, so that its name is None."""
    found = set()
    for piece in slices:
        if service is None or piece["metadata"]["labels"].get("kubernetes.io/service-name") != service:
            continue
        ready = [e for e in piece.get("endpoints") or [] if e.get("conditions", {}).get("ready", True)]
        found.update((ip, p["port"]) for e in ready for ip in e["addresses"] for p in piece.get("ports") or [])
    sockets = [{"socket_address": {"address": ip, "port_value": port}} for ip, port in sorted(found)]
    endpoints = [{"endpoint": {"address": socket}} for socket in sockets]
    return {"cluster_name": cluster(host, subset), "endpoints": [{"lb_endpoints": endpoints}]}


def cluster(host, subset):
    return f"{host}|{subset}"


def text(content):
    return json.dumps(content, indent=2) + "\n"
