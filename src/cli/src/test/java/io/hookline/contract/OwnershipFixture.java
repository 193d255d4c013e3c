package io.hookline.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.Assertions;

/** Writes of several managers, and the managers of an object as short texts. */
public abstract class OwnershipFixture extends ClusterFixture {

    protected final ApiResource deployments() {
        return resource("apps/v1", "deployments");
    }

    /** JSON with single quotes as an object with a name in the namespace of the test. */
    protected final KubeObject object(String apiVersion, String kind, String name, String fields) {
        return KubeObject.of(("{'apiVersion':'" + apiVersion + "','kind':'" + kind + "','metadata':{'name':'" + name
                        + "','namespace':'" + namespace() + "'}" + (fields.isEmpty() ? "" : "," + fields) + "}")
                .replace('\'', '"'));
    }

    protected final KubeObject map(String name, String fields) {
        return object("v1", "ConfigMap", name, fields);
    }

    protected final KubeObject deployment(String name, String spec) {
        return object("apps/v1", "Deployment", name, "'spec':" + spec);
    }

    protected final KubeObject create(ApiResource resource, String manager, KubeObject object) {
        return cluster().create(resource, object, WriteOptions.PLAIN.by(manager));
    }

    protected final KubeObject update(ApiResource resource, String manager, KubeObject object) {
        return cluster().update(resource, object, WriteOptions.PLAIN.by(manager));
    }

    protected final KubeObject patch(ApiResource resource, String manager, String name, Patch.Type type, String body) {
        return cluster()
                .patch(resource, key(name), new Patch(type, body.replace('\'', '"')), WriteOptions.PLAIN.by(manager));
    }

    protected final KubeObject merge(ApiResource resource, String manager, String name, String body) {
        return patch(resource, manager, name, Patch.Type.MERGE, body);
    }

    protected final KubeObject apply(ApiResource resource, String manager, KubeObject wanted) {
        return apply(resource, new WriteOptions("", manager, false, false), wanted);
    }

    protected final KubeObject force(ApiResource resource, String manager, KubeObject wanted) {
        return apply(resource, new WriteOptions("", manager, true, false), wanted);
    }

    protected final KubeObject apply(ApiResource resource, WriteOptions options, KubeObject wanted) {
        return cluster().patch(resource, wanted.key(), new Patch(Patch.Type.APPLY, wanted.json()), options);
    }

    /** The message of the conflict that an apply runs into. */
    protected final String conflict(ApiResource resource, String manager, KubeObject wanted) {
        return Assertions.catchThrowableOfType(ClusterException.Conflict.class, () -> apply(resource, manager, wanted))
                .getMessage();
    }

    /** The managers: {@code manager operation apiVersion[/subresource] fields}, with single quotes, sorted. */
    protected static List<String> managers(KubeObject object) {
        List<String> managers = new ArrayList<>();
        for (JsonNode entry : object.tree().path("metadata").path("managedFields")) {
            Assertions.assertThat(entry.path("fieldsType").asText()).isEqualTo("FieldsV1");
            String subresource = entry.path("subresource").asText();
            managers.add(entry.path("manager").asText() + " "
                    + entry.path("operation").asText() + " "
                    + entry.path("apiVersion").asText()
                    + (subresource.isEmpty() ? "" : "/" + subresource) + " "
                    + GoJson.text(entry.path("fieldsV1")).replace("\\\"", "`").replace('"', '\''));
        }
        managers.sort(null);
        return managers;
    }

    protected static String json(KubeObject object, String pointer) {
        return GoJson.text(object.tree().at(pointer)).replace('"', '\'');
    }

    /** The object without what differs between two clusters: times, versions and uids. */
    protected static ObjectNode comparable(KubeObject object) {
        ObjectNode tree = object.tree();
        ObjectNode metadata = tree.withObjectProperty("metadata");
        metadata.remove(List.of("uid", "resourceVersion", "creationTimestamp", "namespace"));
        List<JsonNode> entries = new ArrayList<>();
        for (JsonNode entry : metadata.path("managedFields")) {
            entries.add(((ObjectNode) entry).without("time"));
        }
        entries.sort((a, b) -> GoJson.text(a).compareTo(GoJson.text(b)));
        metadata.putArray("managedFields").addAll(entries);
        return tree;
    }
}
