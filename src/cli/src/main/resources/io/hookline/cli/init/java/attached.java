boolean exists = in.child("{{primaryApiVersion}}", "{{primaryKind}}", attachmentName(in.parent())).isPresent();
return exists ? "ready" : "pending";
