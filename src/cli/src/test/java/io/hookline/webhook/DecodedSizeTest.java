package io.hookline.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.hookline.object.Json;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The estimate is near to what a parser allocates, for values of which it keeps what it allocates. */
final class DecodedSizeTest {

    private static final int COUNT = 50_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "[[]]",
                "7",
                "1234567",
                "\"a\"",
                "\"a \\\" quote {[:,\"",
                "{\"a\":1}",
                "{\"name\":\"web\",\"value\":\"7\"}",
                "{\"metadata\":{\"name\":\"web\",\"labels\":{\"app\":\"web\"}},\"spec\":{\"ports\":[{\"port\":80}]}}"
            })
    void theEstimateIsNearToWhatAParserAllocates(String value) {
        byte[] status = ("{\"x\":[" + (value + ",").repeat(COUNT) + value + "]}").getBytes(StandardCharsets.UTF_8);
        byte[] answer =
                ("{\"status\":" + new String(status, StandardCharsets.UTF_8) + "}").getBytes(StandardCharsets.UTF_8);
        Json.parse(status);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        Json.parse(status);
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before - status.length; // the text for the parser

        assertThat(DecodedSize.ofLargestObject(answer)).isBetween(allocated / 2, allocated * 4);
    }

    @Test
    void onlyTheLargestObjectCounts() {
        String child =
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},\"data\":{\"a\":\"b\"}}";
        long one = DecodedSize.ofLargestObject(bytes("{\"children\":[" + child + "]}"));

        long many = DecodedSize.ofLargestObject(bytes(
                "{\"status\":{\"a\":1},\"children\":[" + (child + ",").repeat(1000) + child + "],\"finalized\":true}"));

        assertThat(many).isBetween(one, one + 200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"", "\"\\", "{\"a\":\"", "]]}}", "[[[", "\u0000\"\u0000", "null"})
    void textThatIsNotJsonHasAnEstimateToo(String text) {
        assertThat(DecodedSize.ofLargestObject(bytes(text))).isBetween(0L, 500L);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
