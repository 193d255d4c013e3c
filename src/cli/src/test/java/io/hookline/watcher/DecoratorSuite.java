package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMaps;

import io.hookline.object.KubeObject;

/** What tests of decorators do to the world. */
abstract class DecoratorSuite extends ReconcileSuite {

    static final String YES = "labels: {decorate: 'yes'}";

    /** Things with the label. */
    static final String THINGS =
            "- {apiVersion: test.hookline.io/v1, resource: things, labelSelector: {matchLabels: {decorate: 'yes'}}}\n";

    /** A decorator of these rules, with ConfigMaps attached in place. */
    void decorator(String name, String rules, String hooks) {
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: DecoratorController
                metadata: {name: %s}
                spec:
                  resources:
                """.formatted(name)
                + (rules + configMaps("InPlace").replace("childResources", "attachments") + hooks).indent(2));
    }

    KubeObject live() {
        return world.thing("p").orElseThrow();
    }

    /** An answer with ConfigMaps of these names; {@code more} are other fields. */
    static String attach(String more, String... names) {
        StringBuilder list = new StringBuilder();
        for (String name : names) {
            list.append(list.isEmpty() ? "" : ",")
                    .append("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name + "\"}}");
        }
        return "{" + more + (more.isEmpty() ? "" : ",") + "\"attachments\":[" + list + "]}";
    }
}
