package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.object.ObjectKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Hooks are told of what the customize hook asks for, and again when it changes. */
class RelatedSyncTest {

    private final RelatedWorld world = new RelatedWorld();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void aSyncIsToldOfRelatedObjects() {
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
    void aRelatedObjectThatComesChangesOrGoesSyncsExactlyTheParentsConcerned() {
        world.rules = parent ->
                "[{\"apiVersion\":\"v1\",\"resource\":\"configmaps\",\"names\":[\"for-" + parent.name() + "\"]}]";
        world.decorator("d", "test.hookline.io/v1", "things", RelatedWorld.hooks("v1", "v1"));
        world.decorated("a");
        world.decorated("b");
        assertThat(world.told("a")).containsExactly("ConfigMap.v1: ");
        assertThat(world.told("b")).containsExactly("ConfigMap.v1: ");

        world.configMap("default", "for-a", "{}");
        soon().until(() -> world.told("a").contains("ConfigMap.v1: default/for-a"));
        world.label(world.world.configMaps(), new ObjectKey("default", "for-a"), "{\"x\":\"y\"}");
        soon().until(() -> world.syncs("a") == 3);
        world.world.local.delete(world.world.configMaps(), new ObjectKey("default", "for-a"), DeleteOptions.BACKGROUND);
        soon().until(() -> world.told("a").contains("ConfigMap.v1: "));

        assertThat(world.syncs("a")).isEqualTo(4);
        assertThat(world.syncs("b")).isEqualTo(1);
        assertThat(world.customizes("a")).isEqualTo(1);
    }
}
