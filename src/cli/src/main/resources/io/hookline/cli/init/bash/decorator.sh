#!/usr/bin/env bash
# The sync hook of the decorator {{name}}: what should be attached to a {{kind}}?
#
# The request comes on standard input, the answer goes to standard output, standard error is logged. The hook does not access
# the cluster, and equal requests must get equal answers.
set -euo pipefail

exec jq '
# The input of all functions is the request.
def attachment_name: .object.metadata.name + "-{{name}}";

def labels: {"app.kubernetes.io/name": "{{name}}", "app.kubernetes.io/instance": .object.metadata.name};

{{functions}}

# Computed from the attachments that exist now. The hook is called again when one of them changes.
def status:
  {{status}};

# Other annotations stay as they are; "labels" and "status" work in the same way. All other attachments are deleted.
{annotations: {"{{name}}-status": status}, attachments: {{calls}}}
'
