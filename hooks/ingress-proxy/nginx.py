"""The configuration of nginx."""

FILE = "nginx.conf"
IMAGE = "nginxinc/nginx-unprivileged:1.29"
COMMAND = ["nginx", "-c", "/etc/proxy/nginx.conf", "-g", "daemon off;"]


def render(routes):
    lines = ["pid /tmp/nginx.pid;", "error_log stderr;", "events {}", "http {", "  server_names_hash_bucket_size 512;"]
    for name, addresses in routes.upstreams().items():
        if addresses:  # nginx does not start with an empty upstream
            servers = " ".join(f"server {host_port(*address)};" for address in addresses)
            lines.append(f"  upstream {name} {{ {servers} }}")
    if all(site.host for site in routes.sites):
        lines += ["  server { listen 8080 default_server; return 404; }"]
    for site in routes.sites:
        lines += ["  server {", f"    listen 8080{'' if site.host else ' default_server'};"]
        lines += [f"    server_name {site.host or '_'};"]
        if site.tls:
            lines += ["    listen 8443 ssl;", f"    ssl_certificate /etc/tls/{site.tls}/tls.crt;"]
            lines += [f"    ssl_certificate_key /etc/tls/{site.tls}/tls.key;"]
        for match, path in locations(site).items():
            action = f"proxy_pass http://{path.upstream};" if path.addresses else "return 503;"
            lines.append(f"    location {match} {{ {action} }}")
        lines.append("  }")
    return "\n".join(lines + ["}", ""])


def locations(site):
    """A prefix ends at a slash, so it needs two locations. An exact path comes first, as nginx takes each location once."""
    found = {}
    for path in site.paths:
        if path.exact or path.path != "/":
            found.setdefault(f"= {path.path}", path)
        if not path.exact:
            found.setdefault("/" if path.path == "/" else f"{path.path}/", path)
    return found


def host_port(ip, port):
    return f"[{ip}]:{port}" if ":" in ip else f"{ip}:{port}"
