const readyReplicas = children["{{primaryGroup}}"][parent.metadata.name]?.status?.readyReplicas ?? 0;
return { ready: readyReplicas >= parent.spec.replicas, readyReplicas };
