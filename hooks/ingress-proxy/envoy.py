"""The static configuration of Envoy, in JSON."""

import json

FILE = "envoy.json"
IMAGE = "envoyproxy/envoy:distroless-v1.35.0"
COMMAND = ["envoy", "-c", "/etc/proxy/envoy.json"]
TYPES = "type.googleapis.com/envoy.extensions"


def render(routes):
    listeners = [listener("http", 8080, [chain(routes.sites)])]
    secure = [site for site in routes.sites if site.tls]
    if secure:
        listeners.append(listener("https", 8443, [{**chain([site]), **tls(site)} for site in secure]))
        inspector = {"@type": f"{TYPES}.filters.listener.tls_inspector.v3.TlsInspector"}
        listeners[1]["listener_filters"] = [{"name": "tls_inspector", "typed_config": inspector}]
    clusters = [cluster(name, addresses) for name, addresses in routes.upstreams().items()]
    return json.dumps({"static_resources": {"listeners": listeners, "clusters": clusters}}, indent=2) + "\n"


def listener(name, port, chains):
    return {"name": name, "address": address("0.0.0.0", port), "filter_chains": chains}


def chain(sites):
    manager = {
        "@type": f"{TYPES}.filters.network.http_connection_manager.v3.HttpConnectionManager",
        "stat_prefix": "ingress",
        "strip_any_host_port": True,
        "route_config": {"virtual_hosts": [virtual_host(site) for site in sites]},
        "http_filters": [{"name": "router", "typed_config": {"@type": f"{TYPES}.filters.http.router.v3.Router"}}],
    }
    return {"filters": [{"name": "http", "typed_config": manager}]}


def virtual_host(site):
    domain = site.host or "*"
    return {"name": domain, "domains": [domain], "routes": [route(path) for path in site.paths]}


def route(path):
    kind = "path" if path.exact else "prefix" if path.path == "/" else "path_separated_prefix"
    return {"match": {kind: path.path}, "route": {"cluster": path.upstream}}


def tls(site):
    folder = f"/etc/tls/{site.tls}"
    files = {"certificate_chain": {"filename": f"{folder}/tls.crt"}, "private_key": {"filename": f"{folder}/tls.key"}}
    context = {
        "@type": f"{TYPES}.transport_sockets.tls.v3.DownstreamTlsContext",
        "common_tls_context": {"tls_certificates": [files]},
    }
    return {
        "filter_chain_match": {"server_names": [site.host]},
        "transport_socket": {"name": "tls", "typed_config": context},
    }


def cluster(name, addresses):
    endpoints = [{"endpoint": {"address": address(*each)}} for each in addresses]
    assignment = {"cluster_name": name, "endpoints": [{"lb_endpoints": endpoints}]}
    return {"name": name, "type": "STATIC", "connect_timeout": "1s", "load_assignment": assignment}


def address(ip, port):
    return {"socket_address": {"address": ip, "port_value": port}}
