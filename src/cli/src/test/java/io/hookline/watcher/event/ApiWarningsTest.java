package io.hookline.watcher.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.queue.ManualClock;
import io.hookline.testing.LogLines;
import io.hookline.watcher.LocalWorld;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A warning of the API server is reported once for each controller and resource. */
class ApiWarningsTest {

    @RegisterExtension
    private final LogLines lines = new LogLines(ApiWarnings.class);

    private final ManualClock clock = new ManualClock();
    private final LocalWorld world = new LocalWorld();
    private final EventBroadcaster delivery = new EventBroadcaster(world.cluster, clock);
    private final KubeObject controller = world.thing("c");
    private final ApiWarnings warnings = new ApiWarnings(controller, new EventRecorder(delivery, clock, 1.0 / 300, 25));

    private void warned(String plural, String name, String text) {
        ApiResource resource = world.resource(plural);
        warnings.warned(resource, new ObjectKey("default", name), text);
    }

    private List<String> events() {
        delivery.drain();
        return world.all("events").stream()
                .map(KubeObject::tree)
                .map(event -> event.path("reason").asText() + " "
                        + event.at("/involvedObject/name").asText() + ": "
                        + event.path("message").asText())
                .toList();
    }

    @Test
    void aWarningIsAnEventOnTheControllerThatNamesTheObjectAndTheField() {
        warned("configmaps", "a", "unknown field \"dota\"");

        assertThat(events())
                .containsExactly("APIWarning c: The API server warned of a write to ConfigMap default/a:"
                        + " unknown field \"dota\"");
        assertThat(lines.all())
                .singleElement()
                .satisfies(line -> assertThat(line.getKeyValuePairs())
                        .extracting(pair -> pair.key + "=" + pair.value)
                        .containsExactly(
                                "controller=c", "object=ConfigMap default/a", "warning=unknown field \"dota\""));
    }

    @Test
    void anEqualWarningAboutOtherObjectsOrElementsIsNotReportedAgain() {
        warned("pods", "a", "unknown field \"spec.containers[0].x\"");
        warned("pods", "b", "unknown field \"spec.containers[1].x\"");
        warned("configmaps", "a", "unknown field \"spec.containers[0].x\"");

        assertThat(lines.all()).hasSize(2);
    }

    @Test
    void warningsAreReportedAgainAfterAHookHasChanged() {
        warned("pods", "a", "unknown field \"x\"");
        warnings.forget();
        warned("pods", "a", "unknown field \"x\"");

        assertThat(lines.all()).hasSize(2);
    }

    @Test
    void theWarningsOfTheLastWriteOfAnObjectAreKnownWhateverIsTried() {
        ApiWarnings.WarnedCluster cluster = new ApiWarnings.WarnedCluster(world.cluster, warnings);
        ApiResource configMaps = world.resource("configmaps");
        KubeObject object = LocalWorld.object(
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: default}, dota: {}, dotb: {}}");
        WriteOptions trial = new WriteOptions("", "", false, true);

        cluster.create(configMaps, object, trial);
        assertThat(warnings.ofLastWrite(object, "")).isEmpty();

        cluster.create(configMaps, object, WriteOptions.PLAIN);
        cluster.patch(configMaps, object.key(), Patch.merge("{}"), trial);
        assertThat(warnings.ofLastWrite(object, "")).contains("unknown field \"dota\"; unknown field \"dotb\"");
        assertThat(warnings.ofLastWrite(object, "status")).isEmpty();

        cluster.patch(configMaps, object.key(), Patch.merge("{\"data\":{\"k\":\"v\"}}"), WriteOptions.PLAIN);
        assertThat(warnings.ofLastWrite(object, "")).isEmpty();
    }

    @Test
    void theMemoryOfReportedWarningsIsBounded() {
        warned("pods", "a", "first");
        for (char a = 'a'; a <= 'z'; a++) {
            for (char b = 'a'; b <= 't'; b++) {
                warned("pods", "a", "" + a + b);
            }
        }
        warned("pods", "a", "first");

        assertThat(lines.all()).hasSize(522);
    }
}
