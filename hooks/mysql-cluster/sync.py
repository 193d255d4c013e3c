"""Runs an InnoDBCluster: MySQL servers in a StatefulSet, and routers once a server is ready."""

import hookline

REGISTRY = "container-registry.oracle.com/mysql/"


def sync(request):
    cluster = request["parent"]
    name, spec = cluster["metadata"]["name"], cluster["spec"]
    servers = request["children"]["StatefulSet.apps/v1"].get(key(cluster, name))
    routers = request["children"]["Deployment.apps/v1"].get(key(cluster, name + "-router"))
    missing = [secret for secret in secrets(name, spec) if key(cluster, secret) not in request["related"]["Secret.v1"]]
    if missing and not servers:  # servers that run keep running
        return {"status": status("PENDING", 0, "Secret " + missing[0] + " does not exist"), "children": []}
    ready = (servers or {}).get("status", {}).get("readyReplicas", 0)
    children = [
        config(name, spec),
        service(name + "-instances", labels(name, "server"), {"mysql": 3306, "mysqlx": 33060}, clusterIP="None"),
        service(name, labels(name, "router"), {"mysql": 6446, "mysql-ro": 6447}),
        disruption_budget(name),
        stateful_set(name, spec),
    ]
    if ready or routers:  # a router needs a server at its start only
        children.append(deployment(name, spec))
    return {"status": status(phase(ready, spec["instances"]), ready), "children": children}


def key(cluster, name):
    return cluster["metadata"]["namespace"] + "/" + name


def secrets(name, spec):
    return [spec["secretName"]] + ([] if spec["tlsUseSelfSigned"] else [name + "-tls"])


def phase(ready, wanted):
    if ready >= wanted:
        return "ONLINE"
    return "ONLINE_PARTIAL" if ready else "INITIALIZING"


def status(phase, online, message=None):
    fields = {"status": phase, "onlineInstances": online}
    return {"cluster": fields | ({"message": message} if message else {})}


def labels(name, component):
    return {"mysql.oracle.com/cluster": name, "app.kubernetes.io/component": component}


def child(api_version, kind, name, cluster, **fields):
    metadata = {"name": name, "labels": {"mysql.oracle.com/cluster": cluster}}
    return {"apiVersion": api_version, "kind": kind, "metadata": metadata} | fields


def config(name, spec):
    tls = "" if spec["tlsUseSelfSigned"] else "[mysqld]\nssl_cert=/etc/mysql-ssl/tls.crt\nssl_key=/etc/mysql-ssl/tls.key\n"
    return child("v1", "ConfigMap", name + "-initconf", name, data={"99-extra.cnf": spec["mycnf"], "00-tls.cnf": tls})


def service(name, selector, ports, **fields):
    ports = [{"name": port, "port": number, "targetPort": number} for port, number in ports.items()]
    cluster = selector["mysql.oracle.com/cluster"]
    return child("v1", "Service", name, cluster, spec={"selector": selector, "ports": ports} | fields)


def disruption_budget(name):
    spec = {"maxUnavailable": 1, "selector": {"matchLabels": labels(name, "server")}}
    return child("policy/v1", "PodDisruptionBudget", name + "-pdb", name, spec=spec)


def template(pod_labels, container, volumes, **annotations):
    return {
        "metadata": {"labels": pod_labels, "annotations": annotations},
        "spec": {"containers": [container], "volumes": volumes},
    }


def stateful_set(name, spec):
    pod_labels = labels(name, "server")
    mounts = [{"name": "datadir", "mountPath": "/var/lib/mysql"}, {"name": "conf", "mountPath": "/etc/my.cnf.d"}]
    volumes = [{"name": "conf", "configMap": {"name": name + "-initconf"}}]
    if not spec["tlsUseSelfSigned"]:
        mounts.append({"name": "tls", "mountPath": "/etc/mysql-ssl"})
        volumes.append({"name": "tls", "secret": {"secretName": name + "-tls"}})
    container = {
        "name": "mysql",
        "image": REGISTRY + "community-server:" + spec["version"],
        "env": [root(spec, "MYSQL_ROOT_HOST", "rootHost"), root(spec, "MYSQL_ROOT_PASSWORD", "rootPassword")],
        "ports": [{"name": "mysql", "containerPort": 3306}, {"name": "mysqlx", "containerPort": 33060}],
        "readinessProbe": {"tcpSocket": {"port": "mysql"}},
        "volumeMounts": mounts,
    }
    claim = {
        "metadata": {"name": "datadir"},
        "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "2Gi"}}},
    }
    fields = {
        "replicas": spec["instances"],
        "serviceName": name + "-instances",
        "selector": {"matchLabels": pod_labels},
        # Servers read their options at their start, so other options make another template.
        "template": template(pod_labels, container, volumes, config=hookline.short_hash(config(name, spec)["data"])),
        "volumeClaimTemplates": [claim],
    }
    return child("apps/v1", "StatefulSet", name, name, spec=fields)


def root(spec, variable, secret_key):
    return {"name": variable, "valueFrom": {"secretKeyRef": {"name": spec["secretName"], "key": secret_key}}}


def deployment(name, spec):
    pod_labels = labels(name, "router")
    container = {
        "name": "router",
        "image": REGISTRY + "community-router:" + spec["version"],
        "env": [
            {"name": "MYSQL_HOST", "value": name + "-instances"},
            {"name": "MYSQL_PORT", "value": "3306"},
            root(spec, "MYSQL_USER", "rootUser"),
            root(spec, "MYSQL_PASSWORD", "rootPassword"),
        ],
        "ports": [{"name": "mysql", "containerPort": 6446}, {"name": "mysql-ro", "containerPort": 6447}],
        "readinessProbe": {"tcpSocket": {"port": "mysql"}},
    }
    fields = {
        "replicas": spec["router"]["instances"],
        "selector": {"matchLabels": pod_labels},
        "template": template(pod_labels, container, []),
    }
    return child("apps/v1", "Deployment", name + "-router", name, spec=fields)
