"""Reads Ingresses, and the Services, EndpointSlices and Secrets that they name, into sites. The renderers need nothing else."""

import re

# Other characters could end a string or a directive in one of the configuration languages.
SAFE_PATH = re.compile(r"/[A-Za-z0-9/_.~%:@!+=,-]*")


class Site:
    """A host, "" for any, with the name of its TLS Secret, None for none, and its paths, the most specific ones first."""

    def __init__(self, host):
        self.host = host
        self.tls = None
        self.paths = []


class Path:
    """A path and the addresses behind it: (IP, port) of each ready endpoint."""

    def __init__(self, path, exact, upstream, addresses):
        self.path = path
        self.exact = exact
        self.upstream = upstream
        self.addresses = addresses


class Routes:
    def __init__(self, related, ingress_class):
        self.related = related
        self.ignored = []
        self._sites = {}
        self._owners = {}
        ingresses = related["Ingress.networking.k8s.io/v1"].values()
        own = [i for i in ingresses if i["spec"].get("ingressClassName") == ingress_class]
        own.sort(key=lambda i: (i["metadata"]["creationTimestamp"], i["metadata"]["name"]))
        for ingress in own:
            self._add_rules(ingress)
        for ingress in own:  # after all rules, as the rule of a host may be in another Ingress than its TLS
            self._add_secrets(ingress)
        self.sites = [self._sites[host] for host in sorted(self._sites)]
        for site in self.sites:
            site.paths.sort(key=lambda p: (not p.exact, -len(p.path), p.path))

    def upstreams(self):
        """The addresses by the name of the upstream."""
        return dict(sorted((path.upstream, path.addresses) for site in self.sites for path in site.paths))

    def _add_rules(self, ingress):
        name = ingress["metadata"]["name"]
        if "defaultBackend" in ingress["spec"]:
            self.ignored.append(f"{name}: spec.defaultBackend is not supported")
        for rule in ingress["spec"].get("rules", []):
            for path in rule.get("http", {}).get("paths", []):
                self._add_path(name, rule.get("host", ""), path)

    def _add_secrets(self, ingress):
        name = ingress["metadata"]["name"]
        for tls in ingress["spec"].get("tls", []):
            secret = tls.get("secretName", "")
            if not tls.get("hosts"):
                self.ignored.append(f"{name}: {secret} is not used, as spec.tls names no host for it")
            for host in tls.get("hosts", []):
                self._add_tls(name, host, secret)

    def _add_path(self, ingress, host, rule):
        exact = rule["pathType"] == "Exact"
        path = rule.get("path") or "/"
        if not exact:
            path = path.rstrip("/") or "/"
        if not SAFE_PATH.fullmatch(path):
            self.ignored.append(f"{ingress}: the path {path} has a character that is not allowed")
        elif "service" not in rule["backend"]:
            self.ignored.append(f"{ingress}: {host}{path} has a backend that is not a Service")
        elif (owner := self._owners.setdefault((host, path, exact), ingress)) != ingress:
            self.ignored.append(f"{ingress}: {host}{path} belongs to {owner}, which is older")
        else:
            service = rule["backend"]["service"]
            port = service["port"].get("name") or service["port"].get("number")
            # A dot, as no name of a Service has one: a-b.c is not a.b-c.
            found = Path(path, exact, f"{service['name']}.{port}", self._addresses(service["name"], port))
            self._sites.setdefault(host, Site(host)).paths.append(found)

    def _add_tls(self, ingress, host, secret):
        found = [s for s in self.related.get("Secret.v1", {}).values() if s["metadata"]["name"] == secret]
        if host not in self._sites:
            self.ignored.append(f"{ingress}: {host} has no TLS: no rule has this host")
        elif self._sites[host].tls:
            if self._sites[host].tls != secret:
                self.ignored.append(f"{ingress}: {host} has the TLS Secret {self._sites[host].tls} already")
        elif not found or found[0].get("type") != "kubernetes.io/tls":
            self.ignored.append(f"{ingress}: {host} has no TLS: {secret} is not a TLS Secret of spec.tlsSecrets")
        else:
            self._sites[host].tls = secret

    def _addresses(self, service, port):
        """Endpoints name their ports as the Service does, and have numbers of their own."""
        found = [s for s in self.related["Service.v1"].values() if s["metadata"]["name"] == service]
        ports = [p for s in found for p in s["spec"].get("ports", []) if port in (p.get("name"), p["port"])]
        addresses = set()
        for piece in self.related["EndpointSlice.discovery.k8s.io/v1"].values():
            labels = piece["metadata"].get("labels", {})
            if not ports or labels.get("kubernetes.io/service-name") != service or piece["addressType"] == "FQDN":
                continue
            numbers = [p["port"] for p in piece.get("ports") or [] if p.get("name", "") == ports[0].get("name", "")]
            for endpoint in piece.get("endpoints") or []:
                if endpoint.get("conditions", {}).get("ready", True):
                    addresses.update((ip, number) for ip in endpoint["addresses"] for number in numbers)
        return sorted(addresses)
