"""The sync hook of the decorator {{name}}: what should be attached to a {{kind}}?

A pure function: it does not access the cluster, and equal requests must get equal answers. What it prints is logged.
"""


def sync(request):
    target = request["object"]
    return {
        # Other annotations stay as they are. "labels" and "status" work in the same way.
        "annotations": {"{{name}}-status": status(target, request["attachments"])},
        # All other attachments of the object are deleted.
        "attachments": {{calls}},
    }


{{functions}}


def attachment_name(target):
    return target["metadata"]["name"] + "-{{name}}"


def labels(target):
    return {"app.kubernetes.io/name": "{{name}}", "app.kubernetes.io/instance": target["metadata"]["name"]}


def status(target, attachments):
    """Computed from the attachments that exist now. The hook is called again when one of them changes."""
    {{status}}
