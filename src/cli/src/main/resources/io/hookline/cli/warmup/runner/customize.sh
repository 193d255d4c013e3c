#!/bin/sh
echo '{"relatedResources": [{"apiVersion": "v1", "resource": "configmaps", "names": ["track"]}]}'
