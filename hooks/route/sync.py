"""Writes the part of a router's configuration that is about one Route, in the language of HAProxy: a map and a backend."""

import hookline


def sync(request):
    route = request["parent"]
    spec = route["spec"]
    owner = owner_of(spec, request["related"]["Route.route.example.com/v1"].values(), route)
    conditions = hookline.Conditions(request)
    if owner["metadata"]["uid"] != route["metadata"]["uid"]:
        message = f"{place(spec)} belongs to the older Route {key(owner)}"
        conditions.set("Admitted", False, "HostAlreadyClaimed", message)
        return {"status": {"endpoints": 0, "conditions": conditions.list()}, "children": []}
    servers = [
        f"  server {ip}:{port} {ip}:{port} weight {weight}\n"
        for name, weight in sorted(weights(spec).items())
        for ip, port in endpoints(request["related"], name, spec["port"]["targetPort"])
    ]
    name = route["metadata"]["namespace"] + "_" + route["metadata"]["name"]
    router = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {
            "name": hookline.subdomain_name(route["metadata"]["name"], "router"),
            "labels": {"route.example.com/part-of": "router"},  # the router selects the parts by it
        },
        "data": {"hosts.map": f"{place(spec)} {name}\n", "backend.cfg": f"backend {name}\n{''.join(servers)}"},
    }
    conditions.set("Admitted", True, "RouteAdmitted", f"{place(spec)} is routed")
    return {"status": {"endpoints": len(servers), "conditions": conditions.list()}, "children": [router]}


def place(spec):
    return spec["host"] + spec["path"]


def key(route):
    return f"{route['metadata']['namespace']}/{route['metadata']['name']}"


def owner_of(spec, routes, route):
    """The Route that was created first; of those of the same second, the first by namespace and name."""
    rivals = [other for other in routes if place(other["spec"]) == place(spec)]
    return min(rivals, key=lambda r: (r["metadata"]["creationTimestamp"], key(r)), default=route)


def weights(spec):
    """The weight of each Service. A Service without traffic is not in the file."""
    backends = [spec["to"], *spec["alternateBackends"]]
    return {backend["name"]: backend["weight"] for backend in backends if backend["weight"] > 0}


def endpoints(related, service, port):
    """The addresses that are ready, with the number of the port of this name."""
    found = set()
    for piece in related["EndpointSlice.discovery.k8s.io/v1"].values():
        if piece["metadata"]["labels"]["kubernetes.io/service-name"] == service and piece["addressType"] == "IPv4":
            numbers = [p["port"] for p in piece.get("ports") or [] if p.get("name", "") == port]
            ready = [e for e in piece.get("endpoints") or [] if e.get("conditions", {}).get("ready", True)]
            found.update((ip, number) for e in ready for ip in e["addresses"] for number in numbers)
    return sorted(found)
