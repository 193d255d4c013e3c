"""The dynamic configuration of Traefik. It is JSON, which is YAML too."""

import json
import re

from nginx import host_port

FILE = "traefik.yaml"
IMAGE = "traefik:v3.5"
COMMAND = [
    "traefik",
    "--entrypoints.web.address=:8080",
    "--entrypoints.websecure.address=:8443",
    "--providers.file.filename=/etc/proxy/traefik.yaml",
]


def render(routes):
    routers, services = {}, {}
    for site in routes.sites:
        for path in site.paths:
            router = {"rule": rule(site, path), "priority": 2 * len(path.path) + path.exact, "service": path.upstream}
            routers[f"route-{len(routers)}"] = {**router, "entryPoints": ["web"]}
            if site.tls:
                routers[f"route-{len(routers)}"] = {**router, "entryPoints": ["websecure"], "tls": {}}
    for name, addresses in routes.upstreams().items():
        servers = [{"url": f"http://{host_port(*address)}"} for address in addresses]
        services[name] = {"loadBalancer": {"servers": servers}}
    config = {"http": {"routers": routers, "services": services}} if routers else {}  # an empty map is an error
    secrets = sorted({site.tls for site in routes.sites if site.tls})
    if secrets:
        files = [{"certFile": f"/etc/tls/{s}/tls.crt", "keyFile": f"/etc/tls/{s}/tls.key"} for s in secrets]
        config["tls"] = {"certificates": files}
    return json.dumps(config, indent=2) + "\n"


def rule(site, path):
    """A prefix of Traefik may end inside of a word, one of an Ingress may not."""
    if path.exact:
        matcher = f"Path(`{path.path}`)"
    elif path.path == "/":
        matcher = "PathPrefix(`/`)"
    else:
        matcher = f"(Path(`{path.path}`) || PathPrefix(`{path.path}/`))"
    if site.host.startswith("*."):
        return f"HostRegexp(`^[^.]+{re.escape(site.host[1:])}$`) && {matcher}"
    return f"Host(`{site.host}`) && {matcher}" if site.host else matcher
