package {{package}};

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.model.annotation.Group;
{{kindImport}}import io.fabric8.kubernetes.model.annotation.Version;
import io.hookline.hook.CrdField;
import io.hookline.hook.Parent;

// What the hook reads, and the status that it returns. controller/crd.yaml is generated from it: see README.md.

/** {{description}} */
@Group("{{group}}")
{{kindAnnotation}}@Version("v1")
record {{type}}(ObjectMeta metadata, @CrdField(required = true) Spec spec) implements Parent {

    {{specComment}}
    record Spec({{components}}) {}

    {{statusComment}}
    record Status(@CrdField(column = "Ready") boolean ready{{readyReplicas}}) {}
}
