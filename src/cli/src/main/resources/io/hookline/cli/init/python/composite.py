"""The sync hook of {{kind}}: which children should exist, and what is the status?

A pure function: it does not access the cluster, and equal requests must get equal answers. What it prints is logged.
"""


def sync(request):
    parent = request["parent"]
    return {
        "status": status(parent, request["children"]),
        # All other children of the parent are deleted.
        "children": {{calls}},
    }


{{functions}}


def labels(parent):
    return {"app.kubernetes.io/name": "{{name}}", "app.kubernetes.io/instance": parent["metadata"]["name"]}


def status(parent, children):
    """Computed from the children that exist now. The hook is called again when one of them changes."""
    {{status}}
