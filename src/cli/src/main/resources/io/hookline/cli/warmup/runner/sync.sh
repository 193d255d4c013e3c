#!/bin/sh
# What RunnerHook.java answers, for a runtime without a compiler.
request=$(cat)
laps=$(echo "$request" | grep -o '"spec":{"laps":[0-9]*' | tr -dc 0-9)
length=$(echo "$request" | grep -o '"length":"[0-9]*"' | tail -n 1 | tr -dc 0-9)
cat <<ANSWER
{"status": {"laps": $laps}, "children": [
  {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "first"}, "data": {"laps": "$laps", "length": "$length"}},
  {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "first", "labels": {"warmup": "runner"}}, "spec": {"ports": [{"port": 80}]}}]}
ANSWER
