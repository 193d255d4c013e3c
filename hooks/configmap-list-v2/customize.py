#!/usr/bin/env python3
"""Requests the ConfigMaps with the labels that the parent lists."""

import json
import sys

labels = json.load(sys.stdin)["parent"]["spec"]["labels"]
rule = {"apiVersion": "v1", "resource": "configmaps", "labelSelector": {"matchLabels": labels}}
json.dump({"relatedResources": [rule]}, sys.stdout)
