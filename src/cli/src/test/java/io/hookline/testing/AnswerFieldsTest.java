package io.hookline.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.codec.AnswerCodec;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Fields of answers that the protocol does not have. */
class AnswerFieldsTest {

    private static List<String> unknown(ControllerType controller, HookType type, String answer) {
        return AnswerFields.unknown(Json.parse(answer.getBytes(StandardCharsets.UTF_8)), controller, type).stream()
                .map(AnswerFields.Unknown::toString)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            COMPOSITE | SYNC      | {"childen": []}                      | unknown field "childen"; did you mean "children"?
            COMPOSITE | SYNC      | {"Children": []}                     | unknown field "Children"; did you mean "children"?
            COMPOSITE | FINALIZE  | {"finalised": true}                  | unknown field "finalised"; did you mean "finalized"?
            COMPOSITE | SYNC      | {"attachments": []}                  | unknown field "attachments"; did you mean "children"?
            DECORATOR | SYNC      | {"children": []}                     | unknown field "children"; did you mean "attachments"?
            COMPOSITE | SYNC      | {"labels": {}}                       | unknown field "labels"; it is ignored
            COMPOSITE | SYNC      | {"resyncAfter": 5}                   | unknown field "resyncAfter"; it is ignored
            COMPOSITE | CUSTOMIZE | {"relatedResource": []}              | unknown field "relatedResource"; did you mean "relatedResources"?
            COMPOSITE | CUSTOMIZE | {"relatedResources": [{"name": []}]} | unknown field "relatedResources[0].name"; did you mean "names"?
            """)
    void anUnknownFieldIsNamedWithTheOneThatIsMeant(
            ControllerType controller, HookType type, String answer, String expected) {
        assertThat(unknown(controller, type, answer)).containsExactly(expected);
    }

    @Test
    void theNoteThatAHookRequestsALaterCallIsNoAnswer() {
        assertThat(unknown(ControllerType.COMPOSITE, HookType.SYNC, "{\"retryAfterSeconds\": 5}"))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(ControllerType.class)
    void theKnownFieldsAreThoseThatTheDecoderReads(ControllerType controller) {
        AnswerCodec codec = new AnswerCodec(controller, HookVersion.V1, true);
        for (String field : AnswerCodec.fields(controller, HookType.SYNC)) {
            String answer = "{\"" + field + "\": null}";
            codec.decodeSync(HookType.SYNC, JsonText.of(answer)); // would refuse an unknown field

            assertThat(unknown(controller, HookType.SYNC, answer)).isEmpty();
        }
    }
}
