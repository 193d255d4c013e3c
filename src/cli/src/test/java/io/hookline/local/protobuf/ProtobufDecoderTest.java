package io.hookline.local.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ProtobufDecoderTest {

    private final ProtobufDecoder decoder = new ProtobufDecoder();

    /** Builds messages by hand. */
    private static final class Message {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Message bytes(int field, byte[] value) {
            varint(field << 3 | 2);
            varint(value.length);
            out.writeBytes(value);
            return this;
        }

        Message text(int field, String value) {
            return bytes(field, value.getBytes(StandardCharsets.UTF_8));
        }

        Message in(int field, Message value) {
            return bytes(field, value.out.toByteArray());
        }

        Message integer(int field, long value) {
            varint(field << 3);
            varint(value);
            return this;
        }

        Message number(int field, double value) {
            varint(field << 3 | 1);
            out.writeBytes(ByteBuffer.allocate(Double.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putDouble(value)
                    .array());
            return this;
        }

        /** An integer under any number. */
        Message longTag(long field) {
            varint(field << 3);
            varint(1);
            return this;
        }

        private void varint(long value) {
            long rest = value;
            while ((rest & ~0x7fL) != 0) {
                out.write((int) (rest & 0x7f | 0x80));
                rest >>>= 7;
            }
            out.write((int) rest);
        }
    }

    private static byte[] body(String apiVersion, String kind, Message object) {
        Message envelope = new Message()
                .in(1, new Message().text(1, apiVersion).text(2, kind))
                .in(2, object)
                .text(3, "")
                .text(4, "");
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(new byte[] {'k', '8', 's', 0});
        whole.writeBytes(envelope.out.toByteArray());
        return whole.toByteArray();
    }

    private String json(byte[] body) {
        return GoJson.text(decoder.decode(body));
    }

    @Test
    void zeroValuesOfUnsetFieldsAreOmitted() {
        Message metadata = new Message()
                .text(1, "cm")
                .text(2, "")
                .text(3, "default")
                .integer(7, 0)
                .in(8, new Message());
        Message entry = new Message().text(1, "key").text(2, "value");
        Message binary = new Message().text(1, "blob").bytes(2, new byte[] {0, (byte) 0xff});

        assertThat(json(body(
                        "v1",
                        "ConfigMap",
                        new Message().in(1, metadata).in(2, entry).in(3, binary))))
                .isEqualTo("{\"apiVersion\":\"v1\",\"binaryData\":{\"blob\":\"AP8=\"},\"data\":{\"key\":\"value\"},"
                        + "\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"cm\",\"namespace\":\"default\"}}");
    }

    @Test
    void anExplicitZeroOfAnOptionalFieldIsKept() {
        Message spec = new Message().integer(1, 0).integer(5, 0);

        assertThat(json(body("apps/v1", "Deployment", new Message().in(2, spec))))
                .isEqualTo("{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"spec\":{\"replicas\":0}}");
    }

    @Test
    void inlineFieldsTimesAndIntOrStringGetTheirJsonForm() {
        Message secret = new Message().text(1, "creds");
        Message volume = new Message().text(1, "v").in(2, new Message().in(6, secret));
        Message probe = new Message()
                .in(
                        1,
                        new Message()
                                .in(
                                        2,
                                        new Message()
                                                .text(1, "/")
                                                .in(
                                                        2,
                                                        new Message()
                                                                .integer(1, 0)
                                                                .integer(2, 80))));
        Message spec =
                new Message().in(1, volume).in(2, new Message().text(1, "c").in(10, probe));
        Message metadata = new Message().text(1, "p").in(8, new Message().integer(1, 1_000_000_000));

        assertThat(json(body("v1", "Pod", new Message().in(1, metadata).in(2, spec))))
                .isEqualTo("{\"apiVersion\":\"v1\",\"kind\":\"Pod\","
                        + "\"metadata\":{\"creationTimestamp\":\"2001-09-09T01:46:40Z\",\"name\":\"p\"},"
                        + "\"spec\":{\"containers\":[{\"livenessProbe\":{\"httpGet\":{\"path\":\"/\",\"port\":80}},"
                        + "\"name\":\"c\"}],\"volumes\":[{\"name\":\"v\",\"secret\":{\"secretName\":\"creds\"}}]}}");
    }

    @Test
    void aKindOfTwoGroupsHasTheFieldsOfItsGroup() {
        assertThat(json(body("v1", "Event", new Message().text(4, "of core"))))
                .isEqualTo("{\"apiVersion\":\"v1\",\"kind\":\"Event\",\"message\":\"of core\"}");
        assertThat(json(body("events.k8s.io/v1", "Event", new Message().text(10, "of events"))))
                .isEqualTo("{\"apiVersion\":\"events.k8s.io/v1\",\"kind\":\"Event\",\"note\":\"of events\"}");
    }

    @Test
    void theSchemaOfADefinitionIsReadWithItsAlternatives() {
        Message text = new Message().text(5, "string");
        Message schema = new Message()
                .in(8, new Message().text(1, "{\"a\":1}"))
                .number(9, 2.5)
                .number(11, -3)
                .in(20, new Message().text(1, "\"x\""))
                .in(24, new Message().in(1, text))
                .in(
                        29,
                        new Message()
                                .text(1, "list")
                                .in(
                                        2,
                                        new Message()
                                                .in(
                                                        24,
                                                        new Message()
                                                                .in(2, text)
                                                                .in(2, text))))
                .in(30, new Message().integer(1, 1))
                .in(
                        32,
                        new Message()
                                .text(1, "names")
                                .in(2, new Message().text(2, "a").text(2, "b")))
                .in(32, new Message().text(1, "schema").in(2, new Message().in(1, text)))
                .in(33, new Message().integer(1, 1).in(2, text));
        Message version = new Message().in(4, new Message().in(1, schema));

        assertThat(decoder.decode(body(
                                "apiextensions.k8s.io/v1",
                                "CustomResourceDefinition",
                                new Message().in(2, new Message().in(7, version))))
                        .at("/spec/versions/0/schema/openAPIV3Schema"))
                .isEqualTo(Json.parse("""
                        {"default": {"a": 1}, "maximum": 2.5, "minimum": -3, "enum": ["x"], "items": {"type": "string"},
                         "properties": {"list": {"items": [{"type": "string"}, {"type": "string"}]}},
                         "additionalProperties": true,
                         "dependencies": {"names": ["a", "b"], "schema": {"type": "string"}},
                         "additionalItems": {"type": "string"}}
                        """.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void optionsAreReadInEveryApiVersion() {
        Message options =
                new Message().integer(1, 0).in(2, new Message().text(1, "u")).text(4, "Foreground");

        assertThat(json(body("policy/v1", "DeleteOptions", options)))
                .isEqualTo("{\"apiVersion\":\"policy/v1\",\"gracePeriodSeconds\":0,\"kind\":\"DeleteOptions\","
                        + "\"preconditions\":{\"uid\":\"u\"},\"propagationPolicy\":\"Foreground\"}");
    }

    @Test
    void unknownKindsMessagesAndFieldsAreRefused() {
        assertThatThrownBy(() -> decoder.decode(body("v1", "ConfigMap", new Message().integer(99, 1))))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("protobuf field 99 of ConfigMap is not known");
        assertThatThrownBy(() -> decoder.decode(body("events.k8s.io/v1beta1", "Event", new Message())))
                .hasMessageContaining("Event of events.k8s.io/v1beta1 is not known");
        assertThatThrownBy(() -> decoder.decode("{}".getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("expected the prefix");
    }

    @Test
    void aFieldNumberThatIsNotValidIsAnErrorAndNotTheEnd() {
        Message named = new Message().in(1, new Message().text(1, "named"));
        for (Message wrong : new Message[] {
            new Message().integer(0, 1).in(1, new Message().text(1, "lost")),
            new Message().longTag(1L << 32).in(1, new Message().text(1, "lost")),
            new Message().longTag(1L << 29)
        }) {
            assertThatThrownBy(() -> decoder.decode(body("v1", "ConfigMap", wrong)))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("field number");
        }
        assertThat(decoder.decode(body("v1", "ConfigMap", named))
                        .at("/metadata/name")
                        .asText())
                .isEqualTo("named");
    }

    @Test
    void aTruncatedMessageIsRefused() {
        byte[] whole = body("v1", "ConfigMap", new Message().in(1, new Message().text(1, "a-longer-name")));
        int objectStarts = 4 + 2 + "v1".length() + 2 + "ConfigMap".length() + 2;
        int objectEnds = whole.length - 4;
        for (int length = 0; length < objectEnds; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            if (length != objectStarts) { // cut there, it is a whole message without an object
                assertThatThrownBy(() -> decoder.decode(cut)).isInstanceOf(DecodeException.class);
            }
        }
    }
}
