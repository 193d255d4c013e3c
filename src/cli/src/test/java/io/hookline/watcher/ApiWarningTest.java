package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;

import org.junit.jupiter.api.Test;

/** The author of a hook learns of fields that the API server drops, from the events of the controller. */
class ApiWarningTest extends ReconcileSuite {

    @Test
    void anUnknownFieldOfAChildIsAnEventOnTheController() {
        world.hook = _ -> "{\"children\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},"
                + "\"dota\":{\"text\":\"hi\"}}]}";
        world.composite("c", hooks("sync"));
        world.thing("p", "{}");

        awaitEvent("APIWarning c: The API server warned of a write to ConfigMap default/a: unknown field \"dota\"");
    }

    @Test
    void anUnknownFieldOfAStatusIsAnEventOnTheController() {
        world.define(TestKinds.NARROW);
        world.hook = _ -> "{\"status\":{\"text\":\"kept\",\"other\":\"dropped\"}}";
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: narrows}
                """ + hooks("sync").indent(2));
        world.apply(
                "{apiVersion: test.hookline.io/v1, kind: Narrow, metadata: {name: n, namespace: default}, spec: {}}");

        awaitEvent(
                "APIWarning c: The API server warned of a write to Narrow default/n: unknown field \"status.other\"");
    }

    @Test
    void anUnknownFieldOfAnUpdateIsAnEventOnTheController() {
        world.define(TestKinds.GADGET);
        world.hook = request -> "{\"children\":[{\"apiVersion\":\"test.hookline.io/v1\",\"kind\":\"Gadget\","
                + "\"metadata\":{\"name\":\"g\"},\"spec\":{\"size\":1"
                + (request.parent().generation() > 1 ? ",\"colour\":\"red\"" : "") + "}}]}";
        world.composite(
                "c",
                "childResources:\n- {apiVersion: test.hookline.io/v1, resource: gadgets, updateStrategy: {method:"
                        + " InPlace}}\n" + hooks("sync"));
        world.thing("p", "{}");
        soon().until(() -> world.calls.size() >= 2);
        world.thing("p", "{changed: true}");

        awaitEvent("write to Gadget default/g: unknown field \"spec.colour\"");
    }
}
