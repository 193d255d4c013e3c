#!/usr/bin/env python3
"""Runs a WebApp: a Deployment, a Service and an Ingress. The status has the number of ready Pods, and the URL.

Reads the request from standard input and writes the response to standard output.
"""

import json
import os
import sys
from datetime import datetime, timezone


def sync(request):
    app = request["parent"]
    name, spec = app["metadata"]["name"], app["spec"]
    deployment = request["children"]["Deployment.apps/v1"].get(name, {})
    ready = deployment.get("status", {}).get("readyReplicas", 0)
    wanted = spec["replicas"]
    complete = ready >= wanted
    reason = "PodsReady" if complete else "PodsNotReady"
    condition = set_condition(app, "Ready", complete, reason, f"{ready} of {wanted} Pods are ready")
    return {
        "status": {"readyReplicas": ready, "url": f"http://{spec['host']}/", "conditions": [condition]},
        "children": children(name, spec),
    }


def set_condition(parent, kind, status, reason, message):
    """A condition of the status. It keeps its transition time as long as it is true, or as long as it is not."""
    value = "True" if status else "False"
    last = next((c for c in parent.get("status", {}).get("conditions", []) if c["type"] == kind), {})
    return {
        "type": kind,
        "status": value,
        "reason": reason,
        "message": message,
        "lastTransitionTime": last["lastTransitionTime"] if last.get("status") == value else now(),
        "observedGeneration": parent["metadata"]["generation"],
    }


def now():
    """Tests set HOOKLINE_NOW."""
    return os.environ.get("HOOKLINE_NOW") or datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def children(name, spec):
    labels = {"app.kubernetes.io/name": "webapp", "app.kubernetes.io/instance": name}
    metadata = {"name": name, "labels": labels}
    container = {
        "name": "web",
        "image": spec["image"],
        "ports": [{"name": "http", "containerPort": spec["port"]}],
        "readinessProbe": {"httpGet": {"path": "/", "port": "http"}},
    }
    backend = {"service": {"name": name, "port": {"name": "http"}}}
    path = {"path": "/", "pathType": "Prefix", "backend": backend}
    return [
        {
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": metadata,
            "spec": {
                "replicas": spec["replicas"],
                "selector": {"matchLabels": labels},
                "template": {"metadata": {"labels": labels}, "spec": {"containers": [container]}},
            },
        },
        {
            "apiVersion": "v1",
            "kind": "Service",
            "metadata": metadata,
            "spec": {"selector": labels, "ports": [{"name": "http", "port": 80, "targetPort": "http"}]},
        },
        {
            "apiVersion": "networking.k8s.io/v1",
            "kind": "Ingress",
            "metadata": metadata,
            "spec": {"rules": [{"host": spec["host"], "http": {"paths": [path]}}]},
        },
    ]


json.dump(sync(json.load(sys.stdin)), sys.stdout)
