package {{package}};

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** What the hook reads of {{aKind}}, and the status that it returns. */
record {{kind}}(ObjectMeta metadata, Spec spec) implements Parent {

    record Spec({{components}}) {}

    record Status({{statusComponents}}) {}
}
