#!/usr/bin/env python3
"""Wants to see the ConfigMaps with the labels that the parent names."""

import json
import sys

labels = json.load(sys.stdin)["parent"]["spec"]["labels"]
rule = {"apiVersion": "v1", "resource": "configmaps", "labelSelector": {"matchLabels": labels}}
json.dump({"relatedResources": [rule]}, sys.stdout)
