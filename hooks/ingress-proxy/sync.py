"""Runs a proxy for the Ingresses of one class: a ConfigMap with its configuration, and a Deployment that reads it."""

import envoy
import hookline
import nginx
import traefik
from routes import Routes

FLAVOURS = {"nginx": nginx, "traefik": traefik, "envoy": envoy}


def sync(request):
    proxy = request["parent"]
    name = proxy["metadata"]["name"]
    flavour = FLAVOURS[proxy["spec"]["flavour"]]
    routes = Routes(request["related"], proxy["spec"]["ingressClass"])
    config = {flavour.FILE: flavour.render(routes)}
    deployed = request["children"]["Deployment.apps/v1"].get(name, {})
    return {
        "status": {
            "hosts": len(routes.sites),
            "paths": sum(len(site.paths) for site in routes.sites),
            "readyReplicas": deployed.get("status", {}).get("readyReplicas", 0),
            "ignored": routes.ignored,
        },
        "children": [
            {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": config},
            deployment(name, proxy["spec"], flavour, routes, hookline.short_hash(config)),
        ],
    }


def deployment(name, spec, flavour, routes, config):
    """Its annotation has a hash of the configuration, so the Deployment controller replaces the Pods after a change."""
    labels = {"app.kubernetes.io/name": "ingress-proxy", "app.kubernetes.io/instance": name}
    secrets = sorted({site.tls for site in routes.sites if site.tls})
    container = {
        "name": "proxy",
        "image": flavour.IMAGE,
        "command": flavour.COMMAND,
        "ports": [{"name": "http", "containerPort": 8080}, {"name": "https", "containerPort": 8443}],
        "volumeMounts": [{"name": "config", "mountPath": "/etc/proxy"}]
        + [{"name": f"tls-{i}", "mountPath": f"/etc/tls/{s}", "readOnly": True} for i, s in enumerate(secrets)],
    }
    volumes = [{"name": "config", "configMap": {"name": name}}]
    volumes += [{"name": f"tls-{i}", "secret": {"secretName": s}} for i, s in enumerate(secrets)]
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name, "labels": labels},
        "spec": {
            "replicas": spec["replicas"],
            "selector": {"matchLabels": labels},
            "template": {
                "metadata": {"labels": labels, "annotations": {"proxy.example.com/config": config}},
                "spec": {"containers": [container], "volumes": volumes},
            },
        },
    }
