{{type}} parent = in.parent();
int readyReplicas = in.child({{primaryKind}}.class, parent.name())
        .map({{primaryKind}}::getStatus)
        .map({{primaryKind}}Status::getReadyReplicas)
        .orElse(0);
return new {{type}}.Status(readyReplicas >= parent.spec().replicas(), readyReplicas);
