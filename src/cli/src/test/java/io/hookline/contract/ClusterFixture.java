package io.hookline.contract;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.function.Consumer;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** What tests of an API server need: a world, and objects to put there. Each class runs in all worlds, unless it names its own. */
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Worlds.Opened.class)
@Worlds({World.Kind.MEMORY, World.Kind.HTTP})
public abstract class ClusterFixture {

    @Parameter
    protected World world;

    protected final Cluster cluster() {
        return world.cluster();
    }

    protected final String namespace() {
        return world.namespace();
    }

    protected final ApiResource resource(String apiVersion, String plural) {
        return cluster().discover().find(apiVersion, plural).orElseThrow();
    }

    protected final ApiResource configMaps() {
        return resource("v1", "configmaps");
    }

    protected final ObjectKey key(String name) {
        return new ObjectKey(namespace(), name);
    }

    protected final KubeObject configMap(String name, String value) {
        return KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name
                + "\",\"namespace\":\"" + namespace() + "\",\"labels\":{\"test\":\"" + name + "\"}},\"data\":{\"a\":\""
                + value + "\"}}");
    }

    protected final KubeObject create(ApiResource resource, KubeObject object) {
        return cluster().create(resource, object, WriteOptions.PLAIN);
    }

    protected static KubeObject changed(KubeObject object, Consumer<ObjectNode> change) {
        ObjectNode tree = object.tree();
        change.accept(tree);
        return KubeObject.of(tree);
    }

    protected static KubeObject withFinalizer(KubeObject object, String finalizer) {
        return changed(
                object,
                tree -> tree.withObjectProperty("metadata")
                        .putArray("finalizers")
                        .add(finalizer));
    }

    protected static KubeObject ownedBy(KubeObject object, KubeObject owner) {
        return changed(
                object,
                tree -> tree.withObjectProperty("metadata")
                        .putArray("ownerReferences")
                        .addObject()
                        .put("apiVersion", owner.apiVersion())
                        .put("kind", owner.kind())
                        .put("name", owner.name())
                        .put("uid", owner.uid())
                        .put("controller", true)
                        .put("blockOwnerDeletion", true));
    }

    protected static String data(KubeObject object) {
        return object.tree().path("data").path("a").asText();
    }

    protected final boolean exists(String name) {
        try {
            cluster().get(configMaps(), key(name));
            return true;
        } catch (ClusterException.NotFound e) {
            return false;
        }
    }

    protected static KubeObject setData(KubeObject object, String value) {
        return changed(object, tree -> tree.withObjectProperty("data").put("a", value));
    }

    protected final KubeObject patch(String name, Patch.Type type, String body) {
        return cluster().patch(configMaps(), key(name), new Patch(type, body), WriteOptions.PLAIN);
    }
}
