package io.hookline.watcher.sync;

import static io.hookline.watcher.Composites.children;
import static io.hookline.watcher.Composites.configMap;
import static io.hookline.watcher.Composites.ofConfigMaps;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.hookline.object.ObjectKey;
import io.hookline.reconcile.Outcome;
import io.hookline.testing.LogLines;
import io.hookline.watcher.HandDrivenController;
import io.hookline.watcher.LocalWorld;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A sync that is postponed until the cache shows our writes keeps its causes. */
class PutOffSyncTest {

    private static final ObjectKey PARENT = new ObjectKey("default", "p");

    @RegisterExtension
    private final LogLines lines = new LogLines(ChildReports.class, Level.INFO);

    private final LocalWorld world = new LocalWorld();

    PutOffSyncTest() {
        world.thing("p");
    }

    @Test
    void theSyncThatActsReportsWhyTheOnesBeforeItWereWanted() {
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofConfigMaps("InPlace"))) {
            controller.sync("p", children(configMap("a")));
            controller.answer = children(configMap("a"), configMap("b")).getBytes(StandardCharsets.UTF_8);

            assertThat(controller.outcomeOnStaleCaches(PARENT, "parent changed"))
                    .isInstanceOf(Outcome.RetryAfter.class);
            controller.catchUp();
            controller.outcomeOnStaleCaches(PARENT, "ConfigMap default/a was created");

            assertThat(lines.all())
                    .filteredOn(line -> line.getFormattedMessage().equals("created ConfigMap default/b"))
                    .singleElement()
                    .satisfies(line -> assertThat(line.getKeyValuePairs())
                            .anyMatch(pair -> pair.value.equals("parent changed, ConfigMap default/a was created")));
        }
    }
}
