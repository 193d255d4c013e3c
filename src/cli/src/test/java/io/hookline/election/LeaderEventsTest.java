package io.hookline.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ListOptions;
import io.hookline.election.Election.LeaderEvents;
import io.hookline.object.ApiResource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The events of client-go about the Lease, as {@code kubectl describe lease} shows them. */
class LeaderEventsTest extends ElectorFixture {

    private static final ApiResource EVENTS = new ApiResource(
            "v1", "events", "event", "Event", true, List.of("ev"), List.of(), Set.of("create"), Set.of());

    private final LeaderEvents events = new LeaderEvents(
            cluster, new ElectionConfig("default", "metacontroller", "a_1", ElectionTiming.DEFAULTS), time.clock());

    @Test
    void anEventOfTheLeaseNamesTheProcessAndWhatItDid() {
        events.record("became leader");
        time.advance(RETRY);
        events.record("stopped leading");

        List<JsonNode> recorded = local.list(EVENTS, ListOptions.ALL).items().stream()
                .map(event -> (JsonNode) event.tree())
                .toList();
        assertThat(recorded)
                .extracting(event -> event.path("message").asText())
                .containsExactlyInAnyOrder("a_1 became leader", "a_1 stopped leading");
        assertThat(recorded).allSatisfy(event -> {
            assertThat(event.path("type").asText()).isEqualTo("Normal");
            assertThat(event.path("reason").asText()).isEqualTo("LeaderElection");
            assertThat(event.path("involvedObject").path("kind").asText()).isEqualTo("Lease");
            assertThat(event.path("involvedObject").path("name").asText()).isEqualTo("metacontroller");
            assertThat(event.path("metadata").path("namespace").asText()).isEqualTo("default");
            assertThat(event.path("source").path("component").asText()).isEqualTo("a_1");
        });
    }

    @Test
    void anEventThatIsNotDeliveredStopsNothing() {
        failNext(unreachable());

        assertThatCode(() -> events.record("became leader")).doesNotThrowAnyException();
        assertThat(local.list(EVENTS, ListOptions.ALL).items()).isEmpty();
    }
}
