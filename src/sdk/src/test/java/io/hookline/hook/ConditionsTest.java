package io.hookline.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.KubeObject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ConditionsTest {

    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-01-02T03:04:05.678Z"));

    private static final String REQUEST = """
            {"controller":{"kind":"CompositeController","metadata":{"name":"apps"}},
             "parent":{"metadata":{"name":"front","namespace":"shop","generation":7},"spec":{},"status":STATUS},
             "children":{},"related":{},"finalizing":false}""";

    private static final String READY = """
            {"type":"Ready","status":"True","reason":"Old","message":"old","observedGeneration":6,
             "lastTransitionTime":"2025-01-01T00:00:00Z"}""";

    private static final String OTHER = """
            {"type":"example.com/Backup","status":"False","reason":"None","message":"",
             "lastTransitionTime":"2025-05-05T00:00:00Z","lastProbeTime":"2025-06-06T00:00:00Z"}""";

    /** A parent that declares no status. */
    record App(ObjectMeta metadata) implements Parent {}

    record Status(int readyReplicas, List<Condition> conditions) {}

    /** Sets the status to what the function makes of the conditions. */
    record Setter(Function<Conditions, Object> status) implements SyncHook<App> {
        @Override
        public Answer sync(Sync<App> in) {
            return Answer.of().status(status.apply(Conditions.of(in)));
        }
    }

    @Test
    void aNewConditionHasTheTimeOfTheCallInWholeSecondsAndTheGenerationOfTheParent() {
        assertThat(status(
                        "null",
                        in -> new Status(
                                2, in.set("Ready", true, "PodsReady", "2 Pods").list())))
                .isEqualTo(json("""
                        {"readyReplicas":2,"conditions":[{"type":"Ready","status":"True","reason":"PodsReady","message":"2 Pods",
                         "lastTransitionTime":"2026-01-02T03:04:05Z","observedGeneration":7}]}"""));
    }

    @Test
    void theTransitionTimeIsKeptWhileTheStatusOfTheConditionIsTheSame() {
        JsonNode same = condition("[" + READY + "]", in -> in.set("Ready", true, "New", "new"));

        assertThat(same.path("lastTransitionTime").textValue()).isEqualTo("2025-01-01T00:00:00Z");
        assertThat(same.path("reason").textValue()).isEqualTo("New");
        assertThat(same.path("message").textValue()).isEqualTo("new");
        assertThat(same.path("observedGeneration").longValue()).isEqualTo(7);
    }

    @Test
    void theTransitionTimeIsThatOfTheCallWhenTheStatusOfTheConditionChanges() {
        assertThat(condition("[" + READY + "]", in -> in.set("Ready", false, "New", ""))
                        .path("lastTransitionTime")
                        .textValue())
                .isEqualTo("2026-01-02T03:04:05Z");
        assertThat(condition("[" + READY + "]", in -> in.unknown("Ready", "NoAnswer", "")))
                .isEqualTo(json("""
                        {"type":"Ready","status":"Unknown","reason":"NoAnswer","message":"",
                         "lastTransitionTime":"2026-01-02T03:04:05Z","observedGeneration":7}"""));
    }

    @Test
    void aConditionThatIsSetTwiceKeepsItsPlaceAndTheTimeOfTheLastStatus() {
        JsonNode list = conditions(
                "[" + READY + "]",
                in -> in.set("Ready", false, "Starting", "")
                        .set("Available", true, "Some", "")
                        .set("Ready", true, "Started", ""));

        assertThat(list.findValuesAsText("type")).containsExactly("Ready", "Available");
        assertThat(list.path(0).path("reason").textValue()).isEqualTo("Started");
        assertThat(list.path(0).path("lastTransitionTime").textValue()).isEqualTo("2025-01-01T00:00:00Z");
    }

    @Test
    void anAnswerThatIsReadBackGivesTheSameConditions() {
        Function<Conditions, Conditions> hook =
                in -> in.set("Ready", true, "PodsReady", "").keepOthers();
        JsonNode once = conditions("[" + OTHER + "," + READY + "]", hook);

        assertThat(conditions(once.toString(), hook)).isEqualTo(once);
    }

    @Test
    void conditionsOfOthersAreKeptWithAllTheirFieldsOnlyOnRequest() {
        String last = "[" + OTHER + "," + READY + "]";

        assertThat(conditions(last, in -> in.set("Ready", true, "Old", "old")).findValuesAsText("type"))
                .containsExactly("Ready");
        JsonNode kept = conditions(last, in -> in.keepOthers().set("Ready", true, "Old", "old"));
        assertThat(kept.findValuesAsText("type")).containsExactly("Ready", "example.com/Backup");
        assertThat(kept.path(1)).isEqualTo(json(OTHER));
        assertThat(conditions(last, in -> in.keepOthers().remove("Ready"))).isEqualTo(json("[" + OTHER + "]"));
    }

    @Test
    void aConditionIsFoundAsSetOrElseInTheLastStatus() {
        assertThat(status("[" + READY + "]", in -> {
                    Conditions later = in.set("Ready", false, "Stopped", "");
                    return Map.of(
                            "before", in.isTrue("Ready"),
                            "after", later.isTrue("Ready"),
                            "other", in.isTrue("Other"),
                            "reason", in.find("Ready").orElseThrow().getReason(),
                            "removed", later.remove("Ready").find("Ready").isPresent());
                }))
                .isEqualTo(
                        json("{\"after\":false,\"before\":true,\"other\":false,\"reason\":\"Old\",\"removed\":false}"));
    }

    @Test
    void conditionsCanBeAValueOfAMap() {
        assertThat(status("null", in -> Map.of("conditions", in.set("Ready", true, "Yes", "")))
                        .path("conditions")
                        .path(0)
                        .path("type")
                        .textValue())
                .isEqualTo("Ready");
    }

    @Test
    void entriesThatAreNoConditionsAreIgnored() {
        assertThat(conditions("[3, null, {\"status\":\"True\"}, {\"type\":4}]", Conditions::keepOthers))
                .isEmpty();
        assertThat(conditions("\"text\"", Conditions::keepOthers)).isEmpty();
        JsonNode untimed = conditions(
                "[{\"type\":\"Ready\",\"status\":\"True\",\"observedGeneration\":\"x\"}]",
                in -> in.set("Ready", true, "Yes", ""));
        assertThat(untimed.path(0).path("lastTransitionTime").textValue()).isEqualTo("2026-01-02T03:04:05Z");
    }

    @Test
    void aTypeOrReasonThatKubernetesRefusesIsNamed() {
        assertThatThrownBy(() -> conditions("[]", in -> in.set("not ready", true, "Yes", "")))
                .isInstanceOf(HookException.class)
                .hasMessageContaining("condition type: \"not ready\" is not valid; use a name such as Ready or"
                        + " example.com/Ready with at most 316 characters");
        for (String reason : List.of("", "no words", "1st", "Ends:", "A".repeat(1025))) {
            assertThatThrownBy(() -> conditions("[]", in -> in.set("Ready", true, reason, "")))
                    .hasMessageContaining("condition reason of Ready");
        }
        assertThat(conditions("[]", in -> in.set("a.example.com/Is_Ready.2", true, "A:b,c_", "")))
                .hasSize(1);
    }

    @Test
    @SuppressWarnings("NullAway") // a hook may pass what it got from elsewhere
    void aMissingMessageIsNamedWithItsCondition() {
        assertThatThrownBy(() -> conditions("[]", in -> in.set("Ready", false, "No", null)))
                .hasMessageEndingWith("message of condition Ready: expected text, was null");
    }

    @Test
    void aMessageThatIsTooLongForKubernetesIsCut() {
        String message = condition("[]", in -> in.set("Ready", false, "No", "\uD83D\uDE00".repeat(40_000)))
                .path("message")
                .textValue();

        assertThat(message.codePointCount(0, message.length())).isEqualTo(32_768);
        assertThat(message).endsWith("\uD83D\uDE00...");
    }

    private static JsonNode condition(String last, Function<Conditions, Conditions> hook) {
        return conditions(last, hook).path(0);
    }

    private static JsonNode conditions(String last, Function<Conditions, Conditions> hook) {
        return status(
                        "{\"conditions\":" + last + "}",
                        in -> Map.of("conditions", hook.apply(in).list()))
                .path("conditions");
    }

    private static JsonNode status(String last, Function<Conditions, Object> hook) {
        String lastStatus = last.startsWith("[") ? "{\"conditions\":" + last + "}" : last;
        byte[] request = REQUEST.replace("STATUS", lastStatus).getBytes(StandardCharsets.UTF_8);
        HookReply reply = JavaHook.of(CLOCK, new Setter(hook)).call(HookType.SYNC, request);
        return json(((HookReply.Answered) reply).body().toString()).path("status");
    }

    private static JsonNode json(String text) {
        return text.startsWith("[")
                ? KubeObject.of("{\"list\":" + text + "}").tree().path("list")
                : KubeObject.of(text).tree();
    }
}
