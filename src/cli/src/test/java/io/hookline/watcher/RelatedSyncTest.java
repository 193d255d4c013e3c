package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.ApiResource;
import io.hookline.object.ObjectKey;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Hooks receive the objects that the customize hook selects, and are called again when these change. */
class RelatedSyncTest {

    private static final String THINGS = "test.hookline.io/v1";

    private final RelatedWorld world = new RelatedWorld();

    @AfterEach
    void close() {
        world.close();
    }

    private static ObjectKey key(String name) {
        return new ObjectKey("default", name);
    }

    @Test
    void aSyncHookReceivesRelatedObjects() {
        world.rules = _ -> """
                [{"apiVersion":"v1","resource":"configmaps","namespace":"default","names":["settings"]},
                 {"apiVersion":"v1","resource":"secrets"}]
                """;
        world.configMap("default", "settings", "{}");
        world.configMap("default", "other", "{}");
        world.composite("c", "v1", "v1");
        world.world.thing("p", "{}");

        assertThat(world.told("p")).containsExactly("ConfigMap.v1: default/settings", "Secret.v1: ");
    }

    @Test
    void aRelatedObjectThatIsCreatedChangedOrDeletedSyncsExactlyTheAffectedParents() {
        world.rules = parent ->
                "[{\"apiVersion\":\"v1\",\"resource\":\"configmaps\",\"names\":[\"for-" + parent.name() + "\"]}]";
        world.decorator("d", THINGS, "things", RelatedWorld.hooks("v1", "v1"));
        world.decorated("a");
        world.decorated("b");
        assertThat(world.told("a")).containsExactly("ConfigMap.v1: ");
        assertThat(world.told("b")).containsExactly("ConfigMap.v1: ");

        world.configMap("default", "for-a", "{}");
        soon().until(() -> world.told("a").contains("ConfigMap.v1: default/for-a"));
        world.label(world.world.configMaps(), key("for-a"), "{\"x\":\"y\"}");
        soon().until(() -> world.syncs("a") == 3);
        world.world.local.delete(world.world.configMaps(), key("for-a"), DeleteOptions.BACKGROUND);
        soon().until(() -> world.told("a").contains("ConfigMap.v1: "));

        assertThat(world.syncs("a")).isEqualTo(4);
        assertThat(world.syncs("b")).isEqualTo(1);
        assertThat(world.customizes("a")).as("one answer serves all syncs").isEqualTo(1);
    }

    @Test
    void anObjectThatStartsOrStopsMatchingASelectorSyncs() {
        world.rules = _ -> "[{\"apiVersion\":\"v1\",\"resource\":\"configmaps\","
                + "\"labelSelector\":{\"matchLabels\":{\"share\":\"yes\"}}}]";
        world.configMap("default", "x", "{share: 'no'}");
        world.decorator("d", THINGS, "things", RelatedWorld.hooks("v1", "v1"));
        world.decorated("p");
        assertThat(world.told("p")).containsExactly("ConfigMap.v1: ");

        world.label(world.world.configMaps(), key("x"), "{\"share\":\"yes\"}");
        soon().until(() -> world.told("p").contains("ConfigMap.v1: default/x"));
        world.label(world.world.configMaps(), key("x"), "{\"share\":\"no\"}");
        soon().until(() -> world.told("p").contains("ConfigMap.v1: "));
    }

    @Test
    void aNewOrRelabelledNamespaceSyncsTheParentsWhoseSelectionChanges() {
        world.rules = parent -> "[{\"apiVersion\":\"v1\",\"resource\":\"configmaps\",\"labelSelector\":{},"
                + "\"namespaceSelector\":{\"matchLabels\":{\"env\":\"" + parent.name() + "\"}}}]";
        world.namespace("n", "{env: test}");
        world.configMap("n", "x", "{}");
        world.decorator("d", THINGS, "things", RelatedWorld.hooks("v2", "v2"));
        world.decorated("prod");
        world.decorated("test");
        world.decorated("other");
        assertThat(world.told("prod")).containsExactly("ConfigMap.v1: ");
        assertThat(world.told("test")).containsExactly("ConfigMap.v1: n/x");
        assertThat(world.told("other")).containsExactly("ConfigMap.v1: ");

        world.label(world.namespaces(), ObjectKey.clusterScoped("n"), "{\"env\":\"prod\"}");
        soon().until(() -> world.told("prod").contains("ConfigMap.v1: n/x"));
        soon().until(() -> world.told("test").contains("ConfigMap.v1: "));
        world.namespace("m", "{env: prod}");
        soon().until(() -> world.syncs("prod") == 3);
        world.label(world.namespaces(), ObjectKey.clusterScoped("m"), "{\"unrelated\":\"yes\"}");
        world.configMap("m", "y", "{}");
        soon().until(() -> world.told("prod").contains("ConfigMap.v1: m/y, n/x"));

        assertThat(world.syncs("prod")).isEqualTo(4);
        assertThat(world.syncs("test")).isEqualTo(2);
        assertThat(world.syncs("other")).isEqualTo(1);
    }

    @Test
    void aChangedLabelOfAKindWithoutGenerationCallsTheHookAgain() {
        world.rules = parent -> "[{\"apiVersion\":\"v1\",\"resource\":\"secrets\",\"names\":[\""
                + parent.labels().get("wants") + "\"]}]";
        world.world.apply("{apiVersion: v1, kind: Secret, metadata: {namespace: default, name: b}}");
        world.decorator("d", "v1", "configmaps", RelatedWorld.hooks("v1", "v1"));
        world.configMap("default", "p", "{decorate: 'yes', wants: a}");
        assertThat(world.told("p")).containsExactly("Secret.v1: ");

        world.label(world.world.configMaps(), key("p"), "{\"wants\":\"b\"}");

        soon().until(() -> world.told("p").contains("Secret.v1: default/b"));
        assertThat(world.customizes("p")).isEqualTo(2);
    }

    @Test
    void aChangedLabelOfAKindWithGenerationCallsTheHookAgain() {
        world.decorator("d", THINGS, "things", RelatedWorld.hooks("v1", "v1"));
        world.decorated("p");
        soon().until(() -> world.syncs("p") == 1);

        world.label(world.world.things(), key("p"), "{\"more\":\"yes\"}");

        soon().until(() -> world.syncs("p") == 2);
        assertThat(world.customizes("p")).isEqualTo(2);
    }

    @Test
    void noHookIsCalledForAParentThatIsNotSelected() {
        world.rules = _ -> "[{\"apiVersion\":\"v1\",\"resource\":\"configmaps\"}]";
        world.decorator("d", THINGS, "things", RelatedWorld.hooks("v1", "v1"));
        world.world.thing("other", "{}");
        world.decorated("p");
        soon().until(() -> world.syncs("p") == 1);
        world.configMap("default", "x", "{}");
        soon().until(() -> world.syncs("p") == 2);

        assertThat(world.world.calls)
                .allSatisfy(call -> assertThat(call.parent().name()).isEqualTo("p"));
    }

    @Test
    void aFinalizeHookReceivesRelatedObjectsToo() {
        world.rules = _ -> "[{\"apiVersion\":\"v1\",\"resource\":\"configmaps\",\"names\":[\"x\"]}]";
        world.configMap("default", "x", "{}");
        world.sync = request -> "{\"finalized\":" + request.finalizing() + "}";
        world.world.composite(
                "c",
                RelatedWorld.hooks("v1", "v1")
                        + "  finalize: {version: v2, webhook: {url: \"http://hooks.test/finalize\"}}\n");
        world.world.thing("p", "{}");
        soon().until(() -> world.syncs("p") > 0);

        world.world.local.delete(world.world.things(), key("p"), DeleteOptions.BACKGROUND);

        soon().until(() -> world.world.thing("p").isEmpty());
        assertThat(RelatedWorld.told(world.calls(HookType.FINALIZE, "p").getFirst()))
                .containsExactly("ConfigMap.v1: default/x");
    }

    @Test
    void inTheEndAParentKnowsWhatThereIsHoweverFastItChanges() {
        world.rules = _ -> "[{\"apiVersion\":\"v1\",\"resource\":\"configmaps\",\"labelSelector\":{}}]";
        world.composite("c", "v1", "v1");
        world.world.thing("p", "{}");
        Random random = new Random(5);
        ApiResource configMaps = world.world.configMaps();
        for (int i = 0; i < 300; i++) {
            String name = "x" + random.nextInt(5);
            try {
                if (random.nextBoolean()) {
                    world.configMap("default", name, "{}");
                } else {
                    world.world.local.delete(configMaps, key(name), DeleteOptions.BACKGROUND);
                }
            } catch (ClusterException.NotFound _) {
                // as good as any other happening
            }
        }
        world.configMap("default", "x0", "{}");
        world.configMap("default", "last", "{}");
        String all = "ConfigMap.v1: " + String.join(", ", world.names(configMaps));

        soon().until(() -> world.told("p").contains(all));
    }
}
