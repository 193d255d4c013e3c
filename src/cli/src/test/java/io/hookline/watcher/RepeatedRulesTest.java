package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.HookRequest;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two rules of one controller that name the same kind of children, in one version or in two. */
class RepeatedRulesTest extends ReconcileSuite {

    private static final String V2 = """
            - name: v2
              served: true
              storage: false
              subresources: {status: {}}
              schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            """.indent(2);

    private ApiResource gadgets() {
        return world.define(TestKinds.kind("test.hookline.io", "gadget", "Gadget") + V2);
    }

    private static String rules(String field, String first, String last) {
        return """
                %s:
                - {apiVersion: test.hookline.io/%s, resource: gadgets, updateStrategy: {method: Recreate}}
                - {apiVersion: test.hookline.io/%s, resource: gadgets, updateStrategy: {method: InPlace}}
                """.formatted(field, first, last);
    }

    private static String wanting(String field, String version, String size) {
        return "{\"" + field + "\":[{\"apiVersion\":\"test.hookline.io/" + version
                + "\",\"kind\":\"Gadget\",\"metadata\":{\"name\":\"g\"},\"spec\":{\"size\":" + size + "}}]}";
    }

    /** The child is there once, shown once, changed in place by the last rule, and then not written any more. */
    private void expectOneChild(ApiResource gadgets, String version) {
        for (String size : List.of("1", "2")) {
            mergeThing("p", "{\"spec\":{\"size\":" + size + "}}");
            soon().until(() -> world.find(gadgets, "g")
                    .filter(g -> g.tree().at("/spec/size").asText().equals(size))
                    .isPresent());
        }
        KubeObject before = world.find(gadgets, "g").orElseThrow();
        mergeThing("p", "{\"metadata\":{\"labels\":{\"again\":\"yes\"}}}");
        soon().until(() -> world.calls.getLast().parent().labels().containsKey("again"));
        int done = world.outcomes.size();
        mergeThing("p", "{\"metadata\":{\"labels\":{\"again\":\"no\"}}}");
        soon().until(() -> world.outcomes.size() > done);

        HookRequest last = world.calls.getLast();
        assertThat(last.children().byKind().keySet())
                .containsExactly(GroupVersionKind.of("test.hookline.io/" + version, "Gadget"));
        assertThat(last.children().all()).extracting(KubeObject::key).containsExactly(new ObjectKey("default", "g"));
        KubeObject now = world.find(gadgets, "g").orElseThrow();
        assertThat(now.uid()).isEqualTo(before.uid());
        assertThat(now.resourceVersion()).isEqualTo(before.resourceVersion());
        assertThat(world.events()).noneMatch(event -> event.contains("SyncError") || event.contains("Duplicate"));
    }

    @ParameterizedTest
    @CsvSource({"v1, v1", "v1, v2", "v2, v1"})
    void theLastRuleOfACompositeCounts(String first, String last) {
        ApiResource gadgets = gadgets();
        world.hook = request -> wanting(
                "children", last, request.parent().tree().at("/spec/size").asText("1"));
        world.thing("p", "{size: 1}");
        world.composite("c", rules("childResources", first, last) + hooks("sync"));

        expectOneChild(gadgets, last);
    }

    @ParameterizedTest
    @CsvSource({"v1, v1", "v1, v2", "v2, v1"})
    void theLastRuleOfADecoratorCounts(String first, String last) {
        ApiResource gadgets = gadgets();
        world.hook = request -> wanting(
                "attachments", last, request.parent().tree().at("/spec/size").asText("1"));
        world.thing("p", "{size: 1}");
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: DecoratorController
                metadata: {name: d}
                spec:
                  resources: [{apiVersion: test.hookline.io/v1, resource: things}]
                """ + (rules("attachments", first, last) + hooks("sync")).indent(2));

        expectOneChild(gadgets, last);
    }

    @Test
    void aChildInTheVersionThatDoesNotCountIsRefusedWithTheReasonAndItsTwinStays() {
        ApiResource gadgets = gadgets();
        world.hook = request -> {
            String size = request.parent().tree().at("/spec/size").asText();
            return wanting("children", size.equals("1") ? "v2" : "v1", size);
        };
        world.thing("p", "{size: 1}");
        world.composite("c", rules("childResources", "v1", "v2") + hooks("sync"));
        soon().until(() -> world.find(gadgets, "g").isPresent());

        mergeThing("p", "{\"spec\":{\"size\":2}}");

        soon().until(() -> world.events().stream()
                .anyMatch(event -> event.startsWith("SyncError p:")
                        && event.contains("the controller declares test.hookline.io/v2, its hook answered"
                                + " test.hookline.io/v1")));
        assertThat(world.find(gadgets, "g")).isPresent();
    }
}
