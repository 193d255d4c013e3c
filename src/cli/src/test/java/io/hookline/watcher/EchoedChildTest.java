package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.spec.WellKnown;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A hook that returns the children that it got, with all of their metadata. */
class EchoedChildTest {

    private static String echo(List<KubeObject> children) {
        return children.isEmpty()
                ? configMapAnswer("hi", "a")
                : "{\"children\":"
                        + children.stream()
                                .map(child -> child.tree().toString())
                                .collect(Collectors.joining(",", "[", "]"))
                        + "}";
    }

    @ParameterizedTest
    @CsvSource({
        "dynamic-apply, InPlace",
        "dynamic-apply, Recreate",
        "server-side-apply, InPlace",
        "server-side-apply, Recreate"
    })
    void anObservedChildThatIsReturnedIsNotWrittenAgain(String strategy, String method) {
        WatcherOptions options = WatcherOptions.DEFAULTS.applying(strategy, "metacontroller");
        try (WatcherFixture world =
                new WatcherFixture(WatcherFixture.newCluster(), Function.identity(), InstantSource.system(), options)) {
            world.hook = request -> echo(request.children().byKind().values().stream()
                    .flatMap(List::stream)
                    .toList());
            world.composite("c", configMaps(method) + hooks("sync"));
            world.thing("p", "{}");
            soon().until(() -> world.configMap("a").isPresent());
            KubeObject created = world.configMap("a").orElseThrow();
            for (int i = 0; i < 3; i++) {
                int calls = world.calls.size();
                world.watcher.hookChanged(_ -> true);
                soon().until(() -> world.calls.size() > calls);
                QuietPeriod.ofSyncs(world);
            }

            KubeObject now = world.configMap("a").orElseThrow();
            assertThat(now.uid()).isEqualTo(created.uid());
            assertThat(now.resourceVersion()).isEqualTo(created.resourceVersion());
            assertThat(world.observed).noneMatch(line -> line.contains("UPDATED ConfigMap"));
            if (strategy.equals("dynamic-apply")) {
                JsonNode record = Json.parse(Objects.requireNonNull(now.annotation(WellKnown.LAST_APPLIED))
                        .getBytes(StandardCharsets.UTF_8));
                assertThat(record.path("metadata").fieldNames())
                        .toIterable()
                        .containsExactlyInAnyOrder("labels", "name", "namespace");
            }
        }
    }
}
