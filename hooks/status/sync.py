#!/usr/bin/env python3
"""The same status for every object: a request on standard input, an answer on standard output."""

import json
import sys

json.load(sys.stdin)  # what is asked about does not matter here
json.dump({"status": {"message": "success"}}, sys.stdout)
