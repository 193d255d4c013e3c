package io.hookline.kube;

import static io.hookline.kube.config.CannedServer.CONFIG_MAPS;
import static io.hookline.kube.config.CannedServer.chunks;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchOptions;
import io.hookline.kube.config.CannedServer;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every invalid event is a failure of its watch: a watch never stops without a report. */
class StrangeEventsTest {

    @RegisterExtension
    private final CannedServer server = new CannedServer();

    private final KubeCluster cluster = server.cluster();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "7",
                "{\"type\":\"ADDED\"",
                "{\"type\":7,\"object\":{}}",
                "{\"type\":\"ADDED\",\"object\":7}",
                "{\"type\":\"ADDED\",\"object\":{\"metadata\":7}}",
                "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"labels\":{\"a\":{}}}}}",
                "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"ownerReferences\":[7]}}}",
                "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"\\ud83d\"}}",
                "{\"type\":\"ERROR\",\"object\":\"no\"}",
                "{\"type\":\"ERROR\",\"object\":{\"code\":{},\"details\":{\"retryAfterSeconds\":\"x\"}}}",
                "{\"type\":\"ERROR\",\"object\":{\"code\":99999999999999999999}}",
                "{\"type\":\"ERROR\",\"object\":{\"code\":429,\"details\":{\"retryAfterSeconds\":99999999999999999}}}"
            })
    void anInvalidLineIsAFailureOfTheWatch(String line) {
        server.then(chunks(line + "\n"));

        try (Watch watch = cluster.watch(CONFIG_MAPS, WatchOptions.from("5", Duration.ofSeconds(300)))) {
            assertThatThrownBy(() -> watch.poll(Duration.ofSeconds(60))).isInstanceOf(ClusterException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":"})
    void aDeeplyNestedLineIsAFailureOfTheWatch(String nested) {
        anInvalidLineIsAFailureOfTheWatch("{\"type\":\"ADDED\",\"object\":" + nested.repeat(200_000));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"code\":410}",
                "{\"reason\":\"Expired\",\"message\":\"too old resource version: 1 (2)\"}",
                "{\"reason\":\"Gone\",\"code\":null}",
                "{\"reason\":\"Expired\",\"code\":500}"
            })
    void anExpiredVersionIsRecognizedByItsReasonToo(String status) {
        server.then(chunks("{\"type\":\"ERROR\",\"object\":" + status + "}\n"));

        try (Watch watch = cluster.watch(CONFIG_MAPS, WatchOptions.from("5", Duration.ofSeconds(300)))) {
            assertThatThrownBy(() -> watch.poll(Duration.ofSeconds(60))).isInstanceOf(ClusterException.Expired.class);
        }
    }
}
