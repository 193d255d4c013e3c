package io.hookline.watcher.condition;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.queue.ManualClock;
import io.hookline.testing.UnaskedCluster;
import io.hookline.watcher.condition.ControllerFacts.Refused;
import io.hookline.watcher.event.EventBroadcaster;
import io.hookline.watcher.event.EventRecorder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** How often the status of a controller is sent when the API server does not store it as it was sent. */
class ControllerStatusWriterTest {

    private static final ApiResource RESOURCE = new ApiResource(
            "metacontroller.k8s.io/v1alpha1",
            "compositecontrollers",
            "compositecontroller",
            "CompositeController",
            false,
            List.of(),
            List.of(),
            Set.of(),
            Set.of("status"));

    private final ManualClock clock = new ManualClock();
    private final Server server = new Server();
    private final ControllerStatusWriter writer = new ControllerStatusWriter(
            server, clock, new EventRecorder(new EventBroadcaster(server, clock), clock, 1, 1));

    /** Stores one controller. */
    private static final class Server extends UnaskedCluster {
        private KubeObject stored = KubeObject.of("{\"apiVersion\":\"metacontroller.k8s.io/v1alpha1\","
                + "\"kind\":\"CompositeController\",\"metadata\":{\"name\":\"c\",\"uid\":\"u\"}}");
        private UnaryOperator<ObjectNode> storing = UnaryOperator.identity();
        private int patches;

        @Override
        public KubeObject patch(ApiResource resource, ObjectKey key, Patch patch, WriteOptions options) {
            patches++;
            JsonNode operations = Json.parse(patch.body().getBytes(StandardCharsets.UTF_8));
            ObjectNode object = stored.tree();
            object.set("status", storing.apply(operations.path(1).path("value").deepCopy()));
            stored = KubeObject.of(object);
            return stored;
        }
    }

    private static ControllerStatus status(String problem) {
        return ControllerStatus.of(new ControllerFacts(1, false, new Refused(Reason.START_FAILED, problem)));
    }

    /** Calls the writer as often as it asks for, and at least every two seconds. */
    private void pass(Duration time) {
        for (Duration passed = Duration.ZERO; passed.compareTo(time) < 0; ) {
            Optional<Duration> delay = writer.write(RESOURCE, server.stored, status("no"));
            Duration step = delay.filter(each -> each.compareTo(Duration.ofSeconds(2)) < 0)
                    .orElse(Duration.ofSeconds(2));
            clock.advance(step);
            passed = passed.plus(step);
        }
    }

    private static ControllerStatus running(int failing) {
        return ControllerStatus.of(new ControllerFacts(
                1,
                false,
                new ControllerFacts.Running(
                        new ControllerFacts.Caches(List.of(), List.of(), List.of(), List.of(), true),
                        new ObservedCalls.AllAnswered(),
                        new ControllerFacts.Parents(
                                1, failing, Optional.empty(), Optional.empty(), Optional.empty()))));
    }

    private Optional<Duration> write(int failing) {
        return writer.write(RESOURCE, server.stored, running(failing));
    }

    private String ready() {
        return server.stored.fieldTree("status").at("/conditions/0/status").asText();
    }

    @Test
    void aControllerThatBecomesBadSaysSoAfterASecondThoughItsStatusWasJustWritten() {
        write(0);
        clock.advance(Duration.ofSeconds(1));
        assertThat(write(0)).isEmpty();
        assertThat(ready()).isEqualTo("True");

        assertThat(write(1)).contains(Duration.ofSeconds(1));
        clock.advance(Duration.ofSeconds(1));
        assertThat(write(1)).isEmpty();
        assertThat(ready()).isEqualTo("False");

        assertThat(write(0)).as("the way back").contains(Duration.ofSeconds(10));
    }

    @Test
    void aControllerThatFailsNowAndThenIsWrittenTwiceInTenSecondsAtMost() {
        for (int second = 0; second < 600; second++) {
            for (int i = 0; i < 5; i++) {
                write(second / 2 % 2);
                clock.advance(Duration.ofMillis(200));
            }
        }
        assertThat(server.patches).isBetween(2, 2 * 60 + 2);
    }

    @Test
    void aClientThatHidesAFailureAgainAndAgainDoesNotCauseMoreWrites() {
        write(0);
        clock.advance(Duration.ofSeconds(1));
        write(0);
        KubeObject good = server.stored;
        for (int i = 0; i < 600; i++) {
            server.stored = good;
            write(1);
            clock.advance(Duration.ofSeconds(1));
        }
        assertThat(server.patches).isBetween(2, 60 + 3);
    }

    @Test
    void aFieldThatTheDefinitionDropsDoesNotMakeTheStatusWrittenAgain() {
        server.storing = status -> {
            status.remove("failing");
            return status;
        };
        pass(Duration.ofMinutes(10));
        assertThat(server.patches).isEqualTo(1);

        ObjectNode overwritten = server.stored.tree();
        overwritten.remove("status");
        server.stored = KubeObject.of(overwritten);
        pass(Duration.ofMinutes(1));
        assertThat(server.patches).as("of another client").isEqualTo(2);
    }

    @Test
    void aStatusThatTheServerRejectsIsSentLessAndLessOftenUntilTheDefinitionChanges() {
        server.storing = _ -> {
            throw new ClusterException.NotFound("the server could not find the requested resource");
        };
        pass(Duration.ofHours(1));
        assertThat(server.patches).isBetween(5, 15);

        server.storing = UnaryOperator.identity();
        writer.definitionChanged(RESOURCE);
        pass(Duration.ofSeconds(20));
        assertThat(server.stored.fieldTree("status").path("conditions")).isNotEmpty();
    }

    @Test
    void anApiServerThatIsAwayDelaysTheStatusByNoMoreThanTheInterval() {
        server.storing = _ -> {
            throw new ClusterException.Unreachable("connection refused", null);
        };
        pass(Duration.ofHours(1));
        server.storing = UnaryOperator.identity();
        pass(Duration.ofSeconds(12));
        assertThat(server.stored.fieldTree("status").path("conditions")).isNotEmpty();
    }
}
