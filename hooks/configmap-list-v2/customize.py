"""Requests the ConfigMaps with the labels that the parent lists."""


def customize(request):
    labels = request["parent"]["spec"]["labels"]
    rule = {"apiVersion": "v1", "resource": "configmaps", "labelSelector": {"matchLabels": labels}}
    return {"relatedResources": [rule]}
