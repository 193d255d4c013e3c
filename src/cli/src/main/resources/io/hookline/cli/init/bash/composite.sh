#!/usr/bin/env bash
# The sync hook of {{kind}}: which children should exist, and what is the status?
#
# The request comes on standard input, the answer goes to standard output, standard error is logged. The hook does not access
# the cluster, and equal requests must get equal answers.
set -euo pipefail

exec jq '
# The input of all functions is the request.
def labels: {"app.kubernetes.io/name": "{{name}}", "app.kubernetes.io/instance": .parent.metadata.name};

{{functions}}

# Computed from the children that exist now. The hook is called again when one of them changes.
def status:
  {{status}};

# All other children of the parent are deleted.
{status: status, children: {{calls}}}
'
