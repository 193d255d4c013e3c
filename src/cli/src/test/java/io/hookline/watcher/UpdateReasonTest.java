package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reason of an update names the fields that it changes. */
class UpdateReasonTest {

    private static String service(String color, int port) {
        return """
                {"children":[{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{
                  "selector":{"color":"%s"},"ports":[{"name":"http","port":%d}]}}]}
                """.formatted(color, port);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dynamic-apply", "server-side-apply"})
    void defaultsThatTheApiServerRestoresAreNotNamed(String strategy) {
        WatcherOptions options = WatcherOptions.DEFAULTS.applying(strategy, "metacontroller");
        try (WatcherFixture world =
                new WatcherFixture(WatcherFixture.newCluster(), Function.identity(), InstantSource.system(), options)) {
            world.hook = _ -> service("blue", 80);
            world.composite("c", """
                    childResources:
                    - {apiVersion: v1, resource: services, updateStrategy: {method: InPlace}}
                    """ + hooks("sync"));
            world.thing("p", "{}");
            soon().until(() -> world.observed.stream().anyMatch(line -> line.startsWith("c: CREATED Service")));

            world.hook = _ -> service("green", 80);
            world.watcher.hookChanged(_ -> true);
            soon().until(() -> world.observed.stream().anyMatch(line -> line.startsWith("c: UPDATED Service")));
            world.hook = _ -> service("green", 8080);
            world.watcher.hookChanged(_ -> true);
            soon().until(() -> world.observed.stream()
                            .filter(line -> line.startsWith("c: UPDATED Service"))
                            .count()
                    == 2);

            assertThat(world.observed.stream()
                            .filter(line -> line.startsWith("c: UPDATED Service"))
                            .toList())
                    .satisfiesExactly(
                            line -> assertThat(line)
                                    .contains("spec.selector", "blue", "green")
                                    .doesNotContain("ports"),
                            line -> assertThat(line)
                                    .contains("spec.ports[0].port: 80 → 8080; spec.ports[0].targetPort: 80 → 8080; ")
                                    .doesNotContain("protocol"));
        }
    }

    /** A server-side apply of such a field is refused. */
    @Test
    void aFieldThatTheApiServerDropsIsNotNamed() {
        try (WatcherFixture world = new WatcherFixture()) {
            String child = """
                    {"children":[{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{
                      "ports":[{"name":"http","port":80}]%s}}]}
                    """;
            world.hook = _ -> child.formatted("");
            world.composite("c", """
                    childResources:
                    - {apiVersion: v1, resource: services, updateStrategy: {method: InPlace}}
                    """ + hooks("sync"));
            world.thing("p", "{}");
            soon().until(() -> world.observed.stream().anyMatch(line -> line.startsWith("c: CREATED Service")));

            world.hook = _ -> child.formatted(",\"selectr\":{\"a\":\"b\"},\"sessionAffinity\":\"ClientIP\"");
            world.watcher.hookChanged(_ -> true);
            soon().until(() -> world.observed.stream().anyMatch(line -> line.startsWith("c: UPDATED Service")));

            assertThat(world.observed)
                    .filteredOn(line -> line.startsWith("c: UPDATED Service"))
                    .first()
                    .asString()
                    .contains("spec.sessionAffinity: \"None\" → \"ClientIP\"")
                    .doesNotContain("selectr");
        }
    }
}
