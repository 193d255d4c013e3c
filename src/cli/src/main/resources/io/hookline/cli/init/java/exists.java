boolean exists = in.child("{{primaryApiVersion}}", "{{primaryKind}}", in.parent().name()).isPresent();
return new {{type}}.Status(exists);
