package io.hookline.testing.embedded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.KubeObjects;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.testing.YamlObjects;
import io.hookline.testing.scenario.environment.NamespacedObjects;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Finds out which objects a test means: their form, kind and namespace. */
record TestObjects(ScenarioEnvironment environment, KubeObjects converter, String namespace) {

    /** The one object of a source. */
    KubeObject only(Object source) {
        List<KubeObject> objects = all(List.of(source));
        if (objects.size() != 1) {
            throw new IllegalArgumentException("expected one object, found " + objects.size() + ": " + objects);
        }
        return objects.getFirst();
    }

    /** The objects of all sources. */
    List<KubeObject> all(Collection<?> sources) {
        List<KubeObject> objects = new ArrayList<>();
        for (Object source : sources) {
            switch (source) {
                case Path file -> objects.addAll(YamlObjects.read(file));
                case Collection<?> several -> objects.addAll(all(several));
                default -> objects.add(converter.of(source));
            }
        }
        return objects;
    }

    /** The name of the kind of a class. */
    String kind(Class<?> type) {
        GroupVersionKind kind = converter.kindOf(type);
        return environment
                .resource(kind)
                .map(resource -> resource.plural() + (resource.group().isEmpty() ? "" : "." + resource.group()))
                .orElseThrow(() -> new IllegalArgumentException("the API server does not serve " + kind));
    }

    /** The resource of a kind, as kubectl names it. */
    ApiResource resource(String kind) {
        return environment
                .resource(kind)
                .orElseThrow(() -> new IllegalArgumentException("the API server does not serve kind '" + kind + "'"));
    }

    /** The resource of an object. */
    ApiResource resource(KubeObject object) {
        return new NamespacedObjects(environment, namespace).resource(object);
    }

    /** The key of an object in the namespace of the test, unless its name has another. */
    ObjectKey key(ApiResource resource, String name) {
        ObjectKey given = ObjectKey.parse(name);
        return resource.namespaced() && given.namespace().isEmpty() ? new ObjectKey(namespace, name) : given;
    }

    /** The object in the namespace of the test, if its kind is namespaced and it names none. */
    KubeObject placed(KubeObject object) {
        if (!resource(object).namespaced() || !object.namespace().isEmpty()) {
            return object;
        }
        ObjectNode tree = object.tree();
        tree.withObjectProperty("metadata").put("namespace", namespace);
        return KubeObject.of(tree);
    }
}
