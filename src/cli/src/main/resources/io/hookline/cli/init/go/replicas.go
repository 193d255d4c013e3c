ready := children["{{primaryGroup}}"][parent.Metadata.Name].Status.ReadyReplicas
return object{"ready": ready >= parent.Spec.Replicas, "readyReplicas": ready}
