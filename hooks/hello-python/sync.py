#!/usr/bin/env python3
"""Creates a greeting ConfigMap for each PythonHello.

Reads the request from standard input and writes the response to standard output.
"""

import json
import sys

request = json.load(sys.stdin)
parent = request["parent"]
who = parent["spec"]["who"]

greeting = {
    "apiVersion": "v1",
    "kind": "ConfigMap",
    "metadata": {"name": parent["metadata"]["name"]},
    "data": {"text": f"Hello, {who}"},
}
json.dump({"status": {"greeted": who}, "children": [greeting]}, sys.stdout)
