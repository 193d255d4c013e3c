(.children["{{primaryGroup}}"][.parent.metadata.name].status.readyReplicas // 0) as $ready
| {ready: ($ready >= .parent.spec.replicas), readyReplicas: $ready}
