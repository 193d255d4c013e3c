#!/usr/bin/env python3
"""The sync hook of {{kind}}: which children should exist, and what is the status?

The request comes on standard input, the answer goes to standard output, standard error is logged. The hook does not access
the cluster, and equal requests must get equal answers.
"""

import json
import sys


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


json.dump(sync(json.load(sys.stdin)), sys.stdout)
