workload = children["{{primaryGroup}}"].get(parent["metadata"]["name"], {})
ready_replicas = workload.get("status", {}).get("readyReplicas", 0)
return {"ready": ready_replicas >= parent["spec"]["replicas"], "readyReplicas": ready_replicas}
