"""Two controllers: a VirtualMachine becomes a VirtualMachineInstance while it should run, and that becomes a Pod."""

import hookline

FINAL = ("Succeeded", "Failed")


def sync(request):
    return {"VirtualMachine": machine, "VirtualMachineInstance": instance}[request["parent"]["kind"]](request)


def machine(request):
    vm = request["parent"]
    name, spec = vm["metadata"]["name"], vm["spec"]
    running = next(iter(request["children"]["VirtualMachineInstance.kubevirt.io/v1"].values()), None)
    phase = (running or {}).get("status", {}).get("phase")
    children = []
    # An instance that has ended is deleted, and the next call makes another one.
    if spec["running"] and phase not in FINAL:
        # One that runs keeps the spec with which it was started.
        children = [vmi(name, running["spec"] if running else spec["template"]["spec"])]
    outdated = bool(running) and spec["running"] and running["spec"] != spec["template"]["spec"]
    ready = phase == "Running"
    conditions = (
        hookline.Conditions(request)
        .set("Ready", ready, "Running" if ready else "NotRunning", "")
        .set("RestartRequired", outdated, "TemplateChanged" if outdated else "UpToDate", "")
    )
    return {
        "status": {"printableStatus": state(spec["running"], running, ready), "conditions": conditions.list()},
        "children": children,
    }


def state(wanted, running, ready):
    if not wanted:
        return "Stopping" if running else "Stopped"
    return "Running" if ready else "Starting"


def vmi(name, spec):
    return {"apiVersion": "kubevirt.io/v1", "kind": "VirtualMachineInstance", "metadata": {"name": name}, "spec": spec}


def instance(request):
    vm = request["parent"]
    pod = next(iter(request["children"]["Pod.v1"].values()), {})
    last = vm.get("status", {}).get("phase")
    phase = last if last in FINAL else phase_of(pod)  # what has ended does not start again
    ready = phase == "Running"
    conditions = hookline.Conditions(request).set("Ready", ready, "PodReady" if ready else "PodNotReady", "")
    status = {"phase": phase, "conditions": conditions.list()}
    if "nodeName" in pod.get("spec", {}):
        status["nodeName"] = pod["spec"]["nodeName"]
    kept = phase not in FINAL or bool(pod)
    return {"status": status, "children": [launcher(vm["metadata"]["name"], vm["spec"])] if kept else []}


def phase_of(pod):
    phase = pod.get("status", {}).get("phase")
    if phase in FINAL:
        return phase
    if any(one["type"] == "Ready" and one["status"] == "True" for one in pod.get("status", {}).get("conditions", [])):
        return "Running"
    return "Scheduling" if pod else "Pending"


def launcher(name, spec):
    domain = spec["domain"]
    disks = [volume for volume in spec["volumes"] if "containerDisk" in volume]
    claims = [volume for volume in spec["volumes"] if "persistentVolumeClaim" in volume]
    compute = {
        "name": "compute",
        "image": "quay.io/kubevirt/virt-launcher:v1.6.0",
        "resources": {
            "requests": {"memory": domain["memory"]["guest"], "cpu": str(domain.get("cpu", {}).get("cores", 1))},
            "limits": {"devices.kubevirt.io/kvm": "1"},
        },
        "volumeMounts": [{"name": claim["name"], "mountPath": "/var/run/disks/" + claim["name"]} for claim in claims],
    }
    images = [{"name": "disk-" + disk["name"], "image": disk["containerDisk"]["image"]} for disk in disks]
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "virt-launcher-" + name, "labels": {"kubevirt.io": "virt-launcher", "vm.kubevirt.io/name": name}},
        "spec": {"restartPolicy": "Never", "containers": [compute, *images], "volumes": claims},
    }
