#!/bin/sh
# What ShoeHook.java answers, for a runtime without a compiler.
namespace=$(grep -o '"namespace":"[^"]*"' | head -n 1)
echo '{"annotations": {"shoe": "fits"}, "attachments": [
  {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "first", '"$namespace"'}, "stringData": {"size": "43"}}]}'
