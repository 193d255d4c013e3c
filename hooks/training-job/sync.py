"""Runs a TFJob: Pods of several types, each of which knows the addresses of all others.

A Pod of an ended job is kept by listing it again, and deleted by not listing it.
"""

import copy
import json

import hookline

PORT = 2222


def sync(request):
    job = request["parent"]
    name, specs = job["metadata"]["name"], job["spec"]["tfReplicaSpecs"]
    namespace = job["metadata"]["namespace"]
    pods = {key.split("/")[-1]: pod for key, pod in request["children"]["Pod.v1"].items()}
    tasks = [(kind, i) for kind in sorted(specs) for i in range(specs[kind]["replicas"])]
    names = {task: f"{name}-{task[0].lower()}-{task[1]}" for task in tasks}
    phases = {task: pods.get(names[task], {}).get("status", {}).get("phase") for task in tasks}
    result = has_succeeded(job, specs, phases)
    children = []
    for task in tasks:
        if result is not None:
            listed = names[task] in pods and is_kept(job["spec"]["runPolicy"]["cleanPodPolicy"], phases[task])
        else:  # a Pod that has failed is deleted, and the next call lists it again
            listed = phases[task] != "Failed"
        if listed:
            config = {"cluster": cluster(tasks, names, namespace), "task": {"type": task[0].lower(), "index": task[1]}}
            children.append(pod(names[task], labels(name, task), specs[task[0]]["template"]["spec"], config))
        if result is None:
            children.append(service(names[task], labels(name, task)))
    active = sum(1 for task in tasks if names[task] in pods and phases[task] not in ("Succeeded", "Failed"))
    return {"status": {"active": active, "conditions": condition(request, result)}, "children": children}


def has_succeeded(job, specs, phases):
    """True or False after the end of the job, None while it runs. The condition keeps the result, although the Pods go."""
    for last in job.get("status", {}).get("conditions", []):
        if last["type"] == "Succeeded" and last["status"] != "Unknown":
            return last["status"] == "True"
    if phases.get(("Chief", 0)) == "Succeeded":
        return True
    failed = [task for task, phase in phases.items() if phase == "Failed" and specs[task[0]]["restartPolicy"] == "Never"]
    return False if failed else None


def is_kept(policy, phase):
    return policy == "None" or (policy == "Running" and phase in ("Succeeded", "Failed"))


def cluster(tasks, names, namespace):
    addresses = {}
    for task in tasks:
        addresses.setdefault(task[0].lower(), []).append(f"{names[task]}.{namespace}.svc:{PORT}")
    return addresses


def labels(name, task):
    return {
        "training.kubeflow.org/job-name": name,
        "training.kubeflow.org/replica-type": task[0].lower(),
        "training.kubeflow.org/replica-index": str(task[1]),
    }


def pod(name, pod_labels, template, config):
    spec = copy.deepcopy(template)
    for container in spec["containers"]:
        if container["name"] == "tensorflow":
            tf_config = {"name": "TF_CONFIG", "value": json.dumps(config, sort_keys=True)}
            container["env"] = container.get("env", []) + [tf_config]
    # The kubelet must not start a container again: whether a Pod that fails ends the job or is replaced is decided above.
    spec["restartPolicy"] = "Never"
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "labels": pod_labels}, "spec": spec}


def service(name, pod_labels):
    spec = {"clusterIP": "None", "selector": pod_labels, "ports": [{"name": "tensorflow", "port": PORT}]}
    return {"apiVersion": "v1", "kind": "Service", "metadata": {"name": name, "labels": pod_labels}, "spec": spec}


def condition(request, result):
    conditions = hookline.Conditions(request)
    if result is None:
        return conditions.unknown("Succeeded", "Running", "The chief has not ended").list()
    reason, message = ("Succeeded", "The chief has succeeded") if result else ("Failed", "A Pod has failed")
    return conditions.set("Succeeded", result, reason, message).list()
