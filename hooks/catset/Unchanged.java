import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.Sync;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.nio.charset.StandardCharsets;

/** Lists an existing child as it is, whatever the templates say now. */
final class Unchanged {

    private static final String LAST_APPLIED = "metacontroller.k8s.io/last-applied-configuration";

    private Unchanged() {}

    /**
     * The child as the watcher applied it last, so that there is nothing to change. An adopted child was never applied; it is
     * listed with its name and labels only.
     */
    static JsonNode child(Sync<CatSet> in, String kind, String name) {
        KubeObject child = in.child("v1", kind, name).orElseThrow();
        String applied = child.annotation(LAST_APPLIED);
        if (applied != null) {
            return Json.parse(applied.getBytes(StandardCharsets.UTF_8));
        }
        var identity = Json.NODES.objectNode().put("apiVersion", "v1").put("kind", kind);
        identity.putObject("metadata")
                .put("name", name)
                .set("labels", child.tree().at("/metadata/labels"));
        return identity;
    }
}
