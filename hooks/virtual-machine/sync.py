"""Two controllers: a VirtualMachine becomes a VirtualMachineInstance while it should run, and that becomes a Pod."""

import hookline

FINAL = ("Succeeded", "Failed")


def sync(request):
    return {"VirtualMachine": machine, "VirtualMachineInstance": instance}[request["parent"]["kind"]](request)


def machine(request):
    vm = request["parent"]
    name, spec = vm["metadata"]["name"], vm["spec"]
    vmi = next(iter(request["children"]["VirtualMachineInstance.kubevirt.io/v1"].values()), None)
    phase = (vmi or {}).get("status", {}).get("phase")
    children = []
    # An instance that has ended is deleted, and the next call makes another one.
    if spec["running"] and phase not in FINAL:
        # One that runs keeps the spec with which it was started.
        children = [new_instance(name, vmi["spec"] if vmi else spec["template"]["spec"])]
    outdated = bool(vmi) and spec["running"] and vmi["spec"] != spec["template"]["spec"]
    ready = phase == "Running"
    reason, message = ("Running", "The machine runs") if ready else ("NotRunning", "The machine does not run")
    conditions = (
        hookline.Conditions(request)
        .set("Ready", ready, reason, message)
        .set("RestartRequired", outdated, *restart_reason(outdated))
    )
    return {
        "status": {"printableStatus": state(spec["running"], vmi, ready), "conditions": conditions.list()},
        "children": children,
    }


def restart_reason(outdated):
    if outdated:
        return "TemplateChanged", "The machine has a former template until it is stopped and started"
    return "UpToDate", "No machine runs with a former template"


def state(wanted, vmi, ready):
    if not wanted:
        return "Stopping" if vmi else "Stopped"
    return "Running" if ready else "Starting"


def new_instance(name, spec):
    return {"apiVersion": "kubevirt.io/v1", "kind": "VirtualMachineInstance", "metadata": {"name": name}, "spec": spec}


def instance(request):
    vmi = request["parent"]
    pod = next(iter(request["children"]["Pod.v1"].values()), {})
    last = vmi.get("status", {}).get("phase")
    phase = last if last in FINAL else phase_of(pod)  # what has ended does not start again
    ready = phase == "Running"
    reason, message = ("PodReady", "The Pod is ready") if ready else ("PodNotReady", "The Pod is not ready")
    conditions = hookline.Conditions(request).set("Ready", ready, reason, message)
    status = {"phase": phase, "conditions": conditions.list()}
    if "nodeName" in pod.get("spec", {}):
        status["nodeName"] = pod["spec"]["nodeName"]
    # A Pod that has ended is kept, and not created again once it is gone: the machine makes another instance.
    listed = phase not in FINAL or bool(pod)
    return {"status": status, "children": [launcher(vmi["metadata"]["name"], vmi["spec"])] if listed else []}


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
