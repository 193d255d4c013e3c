package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.protocol.HookType;
import io.hookline.testing.FixtureRunner;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The serial of the example dns-zone, while its Services change and one of the two places that remember it is lost or old. */
class DnsZoneHookTest {

    private static final int STEPS = 300;

    @ParameterizedTest
    @MethodSource("io.hookline.testing.Seeds#some")
    void theSerialGrowsWithEachChangeAndOnlyThen(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        try (ExampleHook hook = new ExampleHook("dns-zone")) {
            ObjectNode request = hook.request("every-kind-of-service");
            ObjectNode file = request.objectNode();
            ObjectNode parent = (ObjectNode) request.path("parent");
            Instant now = FixtureRunner.NOW;
            long serial = 0;
            boolean changed = true;
            boolean remembered = false;
            for (int step = 0; step < STEPS; step++) {
                now = now.plusSeconds(random.nextInt(3));
                if (random.nextInt(3) == 0) {
                    int ttl = parent.path("spec").path("ttl").asInt();
                    ((ObjectNode) parent.path("spec")).put("ttl", ttl + 1);
                    changed = true;
                }
                ((ObjectNode) request.path("children")).set("ConfigMap.v1", file);

                JsonNode answer = hook.call(HookType.SYNC, request, now);
                long next = answer.at("/status/serial").asLong();

                if (remembered) {
                    assertThat(next).isEqualTo(changed ? Math.max(serial + 1, now.getEpochSecond()) : serial);
                } else {
                    assertThat(next).isGreaterThanOrEqualTo(now.getEpochSecond());
                }
                serial = next;
                changed = false;
                // The watcher writes both, or one of them and then fails; a user may delete the file, which loses no
                // serial.
                int written = random.nextInt(4);
                if (written != 0) {
                    file = request.objectNode();
                    ObjectNode map = answer.path("children").get(0).deepCopy();
                    file.set("dns/cluster-zone", map);
                }
                if (written != 1) {
                    parent.set("status", answer.path("status").deepCopy());
                }
                if (written == 2) {
                    file = request.objectNode();
                }
                remembered = true;
            }
        }
    }
}
