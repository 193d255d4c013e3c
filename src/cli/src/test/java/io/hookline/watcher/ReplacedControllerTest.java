package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.KubeObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which changes replace a running controller: a new object of the same name, and annotations that count as spec fields. */
class ReplacedControllerTest {

    private final HandDrivenControllers watcher = new HandDrivenControllers(WatcherOptions.DEFAULTS);

    @AfterEach
    void close() {
        watcher.close();
    }

    @Test
    void hooksAreShownTheOneThatIsThere() {
        watcher.controller("annotations: {team: old}", "things");
        watcher.look();
        watcher.world.delete("compositecontrollers", "c");
        watcher.controller("annotations: {team: new}", "things");
        watcher.look();

        watcher.world.thing("p");
        watcher.catchUp();

        soon().until(() -> !watcher.calls.isEmpty());
        KubeObject shown = watcher.calls.getFirst().controller();
        assertThat(shown.annotation("team")).isEqualTo("new");
        assertThat(shown.uid())
                .isEqualTo(watcher.world.get("compositecontrollers", "c").uid());
    }

    @Test
    void anAnnotationThatStandsInForAFieldCountsAsOneOfTheSpecAndNoOtherDoes() {
        watcher.controller("annotations: {hookline.io/adoptionPolicy: '{}', team: old}", "things");
        watcher.look();
        watcher.controller("annotations: {hookline.io/adoptionPolicy: '{}', team: new}", "things");
        watcher.look();
        assertThat(watcher.events("c")).noneMatch(event -> event.startsWith("Stopped"));

        watcher.controller("annotations: {hookline.io/adoptionPolicy: '{ }', team: new}", "things");
        watcher.look();

        assertThat(watcher.events("c")).anyMatch(event -> event.startsWith("Stopped"));
    }
}
