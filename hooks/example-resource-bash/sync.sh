#!/usr/bin/env bash
# The hook of ExampleResource in Bash: an executable, which reads the request from standard input and writes the answer to standard
# output. It needs jq.
set -euo pipefail

jq '.parent | {
  status: {lines: .spec.times},
  children: [{
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {name: .metadata.name},
    data: {text: ((.spec.message + "\n") * .spec.times)}
  }]
}'
