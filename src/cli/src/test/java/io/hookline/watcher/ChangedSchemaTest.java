package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;

import io.hookline.object.ApiResource;
import org.junit.jupiter.api.Test;

/** A field that the API server dropped is written when a changed definition keeps it. */
class ChangedSchemaTest extends ReconcileSuite {

    private static final String WIDER_STATUS = TestKinds.NARROW.replace(
            "properties: {text: {type: string}}", "properties: {text: {type: string}, more: {type: string}}");

    private static final String COLORS =
            TestKinds.withSpec(TestKinds.NARROW, "{type: object, properties: {color: {type: string}}}");

    private static final String WIDER_GADGET =
            TestKinds.GADGET.replace("color: {type: string}", "color: {type: string}, unknown: {type: boolean}");

    private static String composite(String parents, String children) {
        return """
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: n}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: %s}
                """.formatted(parents) + children + hooks("sync").indent(2);
    }

    private String text(ApiResource resource, String name, String pointer) {
        return world.find(resource, name)
                .map(object -> object.tree().at(pointer).asText())
                .orElse("");
    }

    @Test
    void aFieldOfTheStatusThatWasPrunedIsWrittenOnceTheDefinitionHasIt() {
        ApiResource narrows = world.define(TestKinds.NARROW);
        world.hook = _ -> "{\"status\":{\"text\":\"kept\",\"more\":\"pruned\"}}";
        world.apply(composite("narrows", ""));
        world.apply(
                "{apiVersion: test.hookline.io/v1, kind: Narrow, metadata: {name: p, namespace: default}, spec: {}}");
        soon().until(() -> text(narrows, "p", "/status/text").equals("kept"));
        settle();

        world.apply(WIDER_STATUS);

        soon().until(() -> text(narrows, "p", "/status/more").equals("pruned"));
    }

    @Test
    void aNewDefaultReachesTheHookForParentsThatExist() {
        ApiResource narrows = world.define(COLORS);
        world.hook = request -> "{\"status\":{\"text\":\""
                + request.parent().tree().at("/spec/color").asText("none") + "\"}}";
        world.apply(composite("narrows", ""));
        world.apply(
                "{apiVersion: test.hookline.io/v1, kind: Narrow, metadata: {name: p, namespace: default}, spec: {}}");
        soon().until(() -> text(narrows, "p", "/status/text").equals("none"));
        settle();

        world.apply(COLORS.replace("color: {type: string}", "color: {type: string, default: blue}"));

        soon().until(() -> text(narrows, "p", "/status/text").equals("blue"));
    }

    @Test
    void aFieldOfAChildThatWasPrunedIsWrittenOnceTheDefinitionHasIt() {
        ApiResource gadgets = world.define(TestKinds.GADGET);
        world.hook = _ -> Composites.children(Composites.gadget("g", "{\"size\":1,\"unknown\":true}"));
        world.apply(composite(
                "things",
                "  childResources: [{apiVersion: test.hookline.io/v1, resource: gadgets,"
                        + " updateStrategy: {method: InPlace}}]\n"));
        world.thing("p", "{}");
        soon().until(() -> text(gadgets, "g", "/spec/size").equals("1"));
        settle();

        world.apply(WIDER_GADGET);

        soon().until(() -> text(gadgets, "g", "/spec/unknown").equals("true"));
    }
}
