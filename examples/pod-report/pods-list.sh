#!/usr/bin/env bash
# Prints the name, the phase and the first image of each Pod, as `hookline pods list` does. Takes kubectl's options: -n, -l, --context.
set -euo pipefail

exec kubectl get pods "$@" -o custom-columns=NAME:.metadata.name,PHASE:.status.phase,IMAGE:.spec.containers[0].image
