package io.hookline.local.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times of built-in kinds, which the API server reads and writes in one form. */
class GoTimesTest {

    private final BuiltInTypes types = new BuiltInTypes();

    private ObjectNode completed(String type, String json) {
        ObjectNode tree = Json.object(Json.parse(json.getBytes(StandardCharsets.UTF_8)), FieldPath.ROOT);
        GoTimes.complete(tree, types.type(type));
        return tree;
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-25T19:30:34Z, 2026-11-25T19:30:34Z",
        "2026-11-25T19:30:34.987654321Z, 2026-11-25T19:30:34Z",
        "2026-11-25T20:30:34+01:00, 2026-11-25T19:30:34Z",
        "2026-11-25T19:30:34-05:30, 2026-11-26T01:00:34Z"
    })
    void aTimeIsStoredInSecondsOfUtc(String given, String stored) {
        assertThat(completed("Event", "{\"firstTimestamp\":\"" + given + "\"}")
                        .path("firstTimestamp")
                        .asText())
                .isEqualTo(stored);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-25T19:30:34.000000Z, 2026-11-25T19:30:34.000000Z",
        "2026-11-25T20:30:34.123456+01:00, 2026-11-25T19:30:34.123456Z"
    })
    void aTimeOfALeaseIsStoredInMicroseconds(String given, String stored) {
        assertThat(completed("Lease", "{\"spec\":{\"renewTime\":\"" + given + "\"}}")
                        .at("/spec/renewTime")
                        .asText())
                .isEqualTo(stored);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2026-11-25T19:30:34+00:00    | as "2006-01-02T15:04:05.000000Z07:00": cannot parse "+00:00" as ".000000"
            2026-11-25T19:30:34.123Z     | as "2006-01-02T15:04:05.000000Z07:00": cannot parse ".123Z" as ".000000"
            2026-11-25T19:30:34.1234567Z | as "2006-01-02T15:04:05.000000Z07:00": cannot parse "7Z" as "Z07:00"
            2026-11-25T19:30:34.123456   | as "2006-01-02T15:04:05.000000Z07:00": cannot parse "" as "Z07:00"
            """)
    void aTimeOfALeaseNeedsExactlySixDigitsAsInARealServer(String text, String problem) {
        assertThatThrownBy(() -> completed("Lease", "{\"spec\":{\"renewTime\":\"" + text + "\"}}"))
                .hasMessage("parsing time \"" + text + "\" " + problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            yesterday             | "parsing time \\"yesterday\\" as \\"2006-01-02T15:04:05Z07:00\\": cannot parse \\"yesterday\\" as \\"2006\\""
            2026-11-25            | "parsing time \\"2026-11-25\\" as \\"2006-01-02T15:04:05Z07:00\\": cannot parse \\"\\" as \\"T\\""
            2026-11-25 19:30:34Z  | "parsing time \\"2026-11-25 19:30:34Z\\" as \\"2006-01-02T15:04:05Z07:00\\": cannot parse \\" 19:30:34Z\\" as \\"T\\""
            2026-11-25T19:30:34ZZ | "parsing time \\"2026-11-25T19:30:34ZZ\\": extra text: \\"Z\\""
            2026-13-25T19:30:34Z  | "parsing time \\"2026-13-25T19:30:34Z\\": out of range"
            """)
    void aTextThatIsNoTimeIsAnError(String text, String problem) {
        String message = Json.parse(problem.getBytes(StandardCharsets.UTF_8)).asText();

        assertThatThrownBy(() -> completed("Event", "{\"lastTimestamp\":\"" + text + "\"}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void timesInListsAndAbsentOnesAreFound() {
        assertThat(completed(
                        "PodStatus",
                        "{\"startTime\":null,\"conditions\":[{\"lastTransitionTime\":\"2026-11-25T19:30:34.5Z\"}]}"))
                .hasToString("{\"startTime\":null,\"conditions\":[{\"lastTransitionTime\":\"2026-11-25T19:30:34Z\"}]}");
    }
}
