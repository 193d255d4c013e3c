package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WatcherOptionsTest {

    @Test
    void theDefaultsAreThoseOfMetacontroller() {
        assertThat(WatcherOptions.DEFAULTS)
                .isEqualTo(new WatcherOptions(
                        5,
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(30),
                        LabelSelector.EVERYTHING,
                        1.0 / 300,
                        25,
                        Duration.ofSeconds(5),
                        "default"));
    }

    @Test
    void cachesKeepTheEntriesOfTheFieldManagersOfBothStrategiesIfTheOthersAreStripped() {
        KubeObject object =
                KubeObject.of("{\"metadata\":{\"managedFields\":[{\"manager\":\"ours\"},{\"manager\":\"x\"},"
                        + "{\"manager\":\"metacontroller\"}]}}");
        WatcherOptions options = WatcherOptions.DEFAULTS.applying("server-side-apply", "ours");
        assertThat(options.informers().transform().apply(object)).isSameAs(object);
        assertThat(options.strippingManagedFields(true)
                        .informers()
                        .transform()
                        .apply(object)
                        .json())
                .isEqualTo(
                        "{\"metadata\":{\"managedFields\":[{\"manager\":\"ours\"},{\"manager\":\"metacontroller\"}]}}");
    }
}
