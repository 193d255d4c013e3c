package io.hookline.hook.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.Event;
import io.hookline.hook.Table;
import io.hookline.hook.codec.AnswerCodec.LoneSurrogates;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.JsonText;
import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerCodecTest {

    private static final AnswerCodec LOOSE = new AnswerCodec(ControllerType.COMPOSITE, HookVersion.V1, false);

    @TestFactory
    Stream<DynamicTest> answers() {
        return Table.tests("answers.json", row -> {
            ControllerType type = ControllerType.valueOf(row.path("controller").asText("COMPOSITE"));
            AnswerCodec codec =
                    new AnswerCodec(type, HookVersion.V1, row.path("strict").asBoolean());
            JsonText body = JsonText.of(row.get("body").textValue());
            if (row.has("error")) {
                assertThatThrownBy(() -> codec.decodeSync(HookType.SYNC, body))
                        .isInstanceOf(DecodeException.class)
                        .hasMessage(row.get("error").textValue());
            } else {
                assertThat(describe(codec.decodeSync(HookType.SYNC, body))).isEqualTo(row.get("want"));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> rules() {
        return Table.tests("rules.json", row -> {
            AnswerCodec codec = new AnswerCodec(
                    ControllerType.COMPOSITE, HookVersion.V1, row.path("strict").asBoolean());
            JsonText body = JsonText.of(row.get("body").textValue());
            if (row.has("error")) {
                assertThatThrownBy(() -> codec.decodeCustomize(body))
                        .isInstanceOf(DecodeException.class)
                        .hasMessage(row.get("error").textValue());
            } else {
                JsonNode again = AnswerCodec.encode(codec.decodeCustomize(body)).tree();
                assertThat(GoJson.text(again.get("relatedResources")))
                        .isEqualTo(row.get("want").textValue());
            }
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            <html><b>502</b></html> | answer is not valid JSON; it begins with "<html><b>502</b></html>"
            [12:00] ERROR no luck   | answer is not valid JSON; it begins with "[12:00] ERROR no luck"
            [{"kind":"Secret"}]     | document: expected an object, was a list
            {"kind":"Secret",oops}  | answer is not valid JSON: unexpected 'o' at byte 17
            {'children': []}        | answer is not valid JSON: unexpected ''' at byte 1
            """)
    void theErrorQuotesABodyThatIsNotJsonAtAllAndNoOtherBody(String body, String message) {
        assertThatThrownBy(() -> LOOSE.decodeSync(HookType.SYNC, JsonText.of(body)))
                .hasMessage(message);
    }

    @Test
    void theErrorQuotesACustomizeAnswerThatIsNotJson() {
        assertThatThrownBy(() -> LOOSE.decodeCustomize(JsonText.of("Traceback\n  File\n" + "x".repeat(200))))
                .hasMessageEndingWith(
                        "answer is not valid JSON; it begins with \"Traceback\\n  File\\n" + "x".repeat(83) + "...\"");
    }

    @Test
    void anEncodedAnswerIsDecodedToAnEqualOne() {
        SyncAnswer answer = new SyncAnswer(
                Optional.of(JsonText.of("{\"a\":1.0}")),
                List.of(KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"}}")),
                true,
                Map.of("x", Optional.of("1"), "a", Optional.empty()),
                Map.of("y", Optional.of("2")),
                Optional.of(java.time.Duration.ofMillis(1500)),
                true,
                List.of(new Event(Event.Type.WARNING, "NoRoom", "one more \"try\"")),
                List.of());

        JsonText json = AnswerCodec.encode(ControllerType.DECORATOR, answer);

        assertThat(json)
                .hasToString(
                        "{\"labels\":{\"a\":null,\"x\":\"1\"},\"annotations\":{\"y\":\"2\"},\"status\":{\"a\":1.0},"
                                + "\"attachments\":[{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"}}],"
                                + "\"resyncAfterSeconds\":1.5,\"finalized\":true,"
                                + "\"events\":[{\"message\":\"one more \\\"try\\\"\",\"reason\":\"NoRoom\",\"type\":\"Warning\"}]}");
        AnswerCodec strict = new AnswerCodec(ControllerType.DECORATOR, HookVersion.V2, true);
        assertThat(strict.decodeSync(HookType.SYNC, json))
                .usingRecursiveComparison()
                .withEqualsForType(KubeObject::sameBytes, KubeObject.class)
                .isEqualTo(answer);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"events":[{"a":1}]}                                    | {}
            {"children":[{"events":[1]}],"events":[],"status":{}}   | {"children":[{"events":[1]}],"status":{}}
            { "events" : [] , "a" : 1.50 , "events":2, "b":"x,y" }  | { "a" : 1.50, "b":"x,y"}
            {"a":1 , "b":2 }                                        | {"a":1 , "b":2 }
            {"events":[},"a":1}                                     | {"events":[},"a":1}
            ["events"]                                              | ["events"]
            """)
    void eventsAreRemovedForACallerThatDoesNotReadThem(String answer, String sent) {
        assertThat(AnswerCodec.withoutEvents(JsonText.of(answer))).hasToString(sent);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"status":{"a":"#"}}                                                                          | status.a
            {"status":{"a":["x",{"#":1}]}}                                                                | status.a[1].
            {"children":[{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"data":{"k":"é#"}}]}     | children[0].data.k
            {"children":[],"unknown":"#"}                                                                 | unknown
            """)
    void invalidUtf8IsRefusedWithItsPlace(String answer, String place) {
        for (int invalid : new int[] {0xe2, 0xff, 0xc0, 0xed}) {
            byte[] json = answer.getBytes(StandardCharsets.UTF_8);
            int at = new String(json, StandardCharsets.ISO_8859_1).indexOf('#');
            json[at] = (byte) invalid;
            assertThatThrownBy(() -> LOOSE.decodeSync(HookType.SYNC, new JsonText(json)))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageStartingWith(place)
                    .hasMessageEndingWith(": is not valid UTF-8 at byte " + at);
        }
    }

    @Test
    void aCustomizeAnswerThatIsNoTextIsRefusedToo() {
        byte[] json = "{\"relatedResources\":[{\"apiVersion\":\"v1\",\"resource\":\"pods\",\"namespace\":\"#\"}]}"
                .getBytes(StandardCharsets.UTF_8);
        json[new String(json, StandardCharsets.US_ASCII).indexOf('#')] = (byte) 0x80;
        assertThatThrownBy(() -> LOOSE.decodeCustomize(new JsonText(json)))
                .hasMessageStartingWith("relatedResources[0].namespace: is not valid UTF-8");
        assertThatThrownBy(
                        () -> LOOSE.decodeCustomize(
                                JsonText.of(
                                        "{\"relatedResources\":[{\"apiVersion\":\"v1\",\"resource\":\"pods\",\"names\":[\"\\uDC00\"]}]}")))
                .hasMessage(
                        "relatedResources[0].names[0]: has \"\\uDC00\", half of a surrogate pair, which is no character");
    }

    @Test
    void whatIsNoJsonAtAllIsShownAlthoughItIsNoUtf8() {
        assertThatThrownBy(() -> LOOSE.decodeSync(HookType.SYNC, new JsonText(bytes('<', 'h', 0xe4, '>'))))
                .hasMessageContaining("not valid JSON");
    }

    @Test
    void invalidUtf8IsReplacedByteByByte() {
        byte[] cutOff = bytes('"', 0xe2, 0x82, '"');
        assertThat(text(GoUtf8.repaired(cutOff))).isEqualTo("\"\ufffd\ufffd\"");
        byte[] surrogate = bytes(0xed, 0xa0, 0x80);
        assertThat(text(GoUtf8.repaired(surrogate))).isEqualTo("\ufffd\ufffd\ufffd");
        byte[] overlong = bytes(0xc0, 0x80, 'x', 0xf5);
        assertThat(text(GoUtf8.repaired(overlong))).isEqualTo("\ufffd\ufffdx\ufffd");
        byte[] valid = "aé€😀".getBytes(StandardCharsets.UTF_8);
        assertThat(GoUtf8.repaired(valid)).isSameAs(valid);
    }

    @Test
    void childrenKeepTheirBytes() {
        JsonText body = JsonText.of(
                "{\"children\":[ {\"kind\":\"Pod\", \"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"},\"n\":1.0} ]}");

        KubeObject child = LOOSE.decodeSync(HookType.SYNC, body).children().getFirst();

        assertThat(child.json())
                .isEqualTo("{\"kind\":\"Pod\", \"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"},\"n\":1.0}");
    }

    @Test
    void nestingWithoutEndIsRefused() {
        JsonText deep = JsonText.of("{\"children\":" + "[".repeat(1_000_000));

        assertThatThrownBy(() -> LOOSE.decodeSync(HookType.SYNC, deep)).isInstanceOf(DecodeException.class);
        assertThatThrownBy(() -> LOOSE.decodeCustomize(deep)).isInstanceOf(DecodeException.class);
    }

    @Test
    void aValueThatIsNestedTooDeepIsRefusedWithItsPlace() {
        assertThat(LOOSE.decodeSync(HookType.SYNC, nested(JsonBounds.MAX_DEPTH)).children())
                .hasSize(1);
        assertThatThrownBy(() -> LOOSE.decodeSync(HookType.SYNC, nested(JsonBounds.MAX_DEPTH + 1)))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("children[0].spec.a[0][0]")
                .hasMessageEndingWith(": nested deeper than 500 levels")
                .message()
                .hasSizeLessThan(100);
        JsonText deepStatus = JsonText.of("{\"status\":{\"a\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}}");
        assertThatThrownBy(() -> LOOSE.decodeSync(HookType.SYNC, deepStatus))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("status.a[0]");
    }

    /** An answer with a child of this depth: the child, its spec, and lists. */
    private static JsonText nested(int depth) {
        String lists = "[".repeat(depth - 2) + "]".repeat(depth - 2);
        return JsonText.of("{\"children\":[{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"},"
                + "\"spec\":{\"a\":" + lists + "}}]}");
    }

    @ParameterizedTest
    @CsvSource({
        "\\ud800, \\ud800",
        "x\\uDFFFx, \\uDFFF",
        "\\ud83d\\ud83d\\ude00, \\ud83d",
        "\\ude00\\ud83d, \\ude00",
    })
    void anUnpairedSurrogateIsRefusedWithItsPlace(String escaped, String named) {
        assertThatThrownBy(() -> LOOSE.decodeSync(
                        HookType.SYNC, JsonText.of("{\"status\":{\"b\":1,\"a\":[\"" + escaped + "\"]}}")))
                .isInstanceOf(DecodeException.class)
                .hasMessage("status.a[0]: has \"" + named + "\", half of a surrogate pair, which is no character");
    }

    @ParameterizedTest
    @CsvSource({
        "\\ud800, \\ufffd",
        "\\uDFFFx, \\ufffdx",
        "\\ud83d\\ude00, \\ud83d\\ude00",
        "\\ud83d\\ud83d\\ude00, \\ufffd\\ud83d\\ude00",
        "\\ude00\\ud83d, \\ufffd\\ufffd",
        "\\\\ud800, \\\\ud800",
        "\\n\\u0041, \\n\\u0041",
    })
    void anUnpairedSurrogateIsReplacedAsInGo(String escaped, String repaired) {
        byte[] text = escaped.getBytes(StandardCharsets.UTF_8);

        assertThat(text(LoneSurrogates.repaired(text))).isEqualTo(repaired);
    }

    private static JsonNode describe(SyncAnswer answer) {
        ObjectNode json = Json.NODES.objectNode();
        answer.status().ifPresent(status -> json.put("status", status.toString()));
        ArrayNode children = json.putArray("children");
        answer.children().forEach(child -> children.add(child.toString()));
        describe(json, "labels", answer.labels());
        describe(json, "annotations", answer.annotations());
        answer.resyncAfter().ifPresent(after -> json.put("resync", after.toString()));
        json.put("finalized", answer.finalized());
        answer.events()
                .forEach(event -> json.withArrayProperty("events")
                        .add(event.type().text() + " " + event.reason() + " " + event.message()));
        if (!answer.warnings().isEmpty()) {
            ArrayNode warnings = json.putArray("warnings");
            answer.warnings().forEach(warnings::add);
        }
        return json;
    }

    private static void describe(ObjectNode json, String field, Map<String, Optional<String>> changes) {
        changes.forEach((key, value) -> json.withObjectProperty(field).put(key, value.orElse(null)));
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    @Test
    void labelsAndAnnotationsOfADecoratorKeepTheirOrder() {
        List<String> keys =
                IntStream.range(0, 20).mapToObj(i -> "k" + i * 7 % 20).toList();
        String texts = keys.stream().map(key -> "\"" + key + "\":\"v\"").collect(Collectors.joining(",", "{", "}"));
        AnswerCodec codec = new AnswerCodec(ControllerType.DECORATOR, HookVersion.V1, false);
        SyncAnswer answer = codec.decodeSync(
                HookType.SYNC, JsonText.of("{\"labels\":" + texts + ",\"annotations\":" + texts + "}"));

        assertThat(answer.labels().keySet()).containsExactlyElementsOf(keys);
        assertThat(answer.annotations().keySet()).containsExactlyElementsOf(keys);
    }
}
