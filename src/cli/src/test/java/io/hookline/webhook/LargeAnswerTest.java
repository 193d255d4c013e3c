package io.hookline.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.JsonText;
import io.hookline.http.ScriptedServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much of the common memory the answers of hooks take, by the way in which they are sent. */
final class LargeAnswerTest {

    private static final int KB = 1 << 10;
    private static final WebhookLimits LIMITS = new WebhookLimits(1 << 20, 100, 1000);
    private static final String TIMEOUT = "\"timeout\":\"2s\"";

    /** JSON of this size that compression makes only about half as large. */
    private static String body(int size) {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder("{\"children\":[],\"x\":\"");
        while (text.length() < size - 2) {
            text.append(Character.forDigit(random.nextInt(16), 16));
        }
        return text.append("\"}").toString();
    }

    /** An answer whose status is a list of empty objects. */
    private static String emptyObjects(int count, int size) {
        String objects = "{\"children\":[],\"status\":{\"x\":[" + "{},".repeat(count) + "{}],\"text\":\"";
        return objects + "x".repeat(Math.max(0, size - objects.length())) + "\"}}";
    }

    private static byte[] plain(String text) throws IOException {
        return response("Content-Length: " + text.length(), text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] response(String header, byte[] body) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(("HTTP/1.1 200 OK\r\n" + header + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
        all.write(body);
        return all.toByteArray();
    }

    private static byte[] chunked(String text) throws IOException {
        String chunk = Integer.toHexString(text.length()) + "\r\n" + text + "\r\n0\r\n\r\n";
        return response("Transfer-Encoding: chunked", chunk.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] zipped(String text) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(body)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(body.size()).isGreaterThan(AnswerMemory.SMALL);
        return response("Content-Encoding: gzip\r\nContent-Length: " + body.size(), body.toByteArray());
    }

    private static JsonText answer(HookClient hook) throws InterruptedException {
        return ((HookReply.Answered) hook.call(Calls.request())).body();
    }

    @Test
    void answersWithoutALengthTakeTheirSizeWhileTheyAreUsedSoThatASyncCanHaveSeveral() throws Exception {
        byte[] response = chunked(body(400 * KB));
        try (Calls calls = new Calls(LIMITS, Map.of());
                ScriptedServer server = ScriptedServer.start((_, socket) -> ScriptedServer.send(socket, response))) {
            HookClient hook = calls.connect(server.url("/"), TIMEOUT);
            JsonText latest = answer(hook);
            JsonText former = answer(hook); // of another revision, in the same sync
            latest.release();
            former.release();
            answer(hook).release();
        }
    }

    @Test
    void anAnswerOfVeryManyValuesIsRefusedBeforeItIsDecoded() throws Exception {
        byte[] response = plain(emptyObjects(130_000, 0));
        try (Calls calls = new Calls(LIMITS, Map.of());
                ScriptedServer server = ScriptedServer.start((_, socket) -> ScriptedServer.send(socket, response))) {
            HookClient hook = calls.connect(server.url("/"), TIMEOUT);
            assertThatThrownBy(() -> answer(hook))
                    .isInstanceOf(HookException.class)
                    .hasMessageContaining(
                            "decoded, an object of the answer takes about 14 MiB: it has too many values");
        }
    }

    @Test
    void anAnswerOfManyValuesTakesPartOfItsDecodedSize() throws Exception {
        byte[] response = plain(emptyObjects(20_000, 300 * KB));
        try (Calls calls = new Calls(LIMITS, Map.of());
                ScriptedServer server = ScriptedServer.start((_, socket) -> ScriptedServer.send(socket, response))) {
            HookClient hook = calls.connect(server.url("/"), TIMEOUT);
            JsonText first = answer(hook);
            assertThatThrownBy(() -> answer(hook))
                    .isInstanceOf(HookException.class)
                    .hasMessageContaining("no room for an answer");
            first.release();
            answer(hook).release();
        }
    }

    /** How many children one sync can process in the heap of the test. */
    private static int mostChildren() {
        return AnswerMemory.ofPlans(Runtime.getRuntime().maxMemory()).maxBytes() / KB;
    }

    @ParameterizedTest
    @ValueSource(strings = {"children", "attachments", "relatedResources"})
    void anAnswerOfMoreObjectsThanASyncCanProcessIsRefusedHoweverSmallTheyAre(String list) throws Exception {
        byte[] many = plain("{\"" + list + "\":[" + "{},".repeat(mostChildren()) + "{}]}");
        byte[] few = plain("{\"" + list + "\":[" + "{},".repeat(1000) + "{}]}");
        AtomicBoolean called = new AtomicBoolean();
        try (Calls calls = new Calls();
                ScriptedServer server = ScriptedServer.start(
                        (_, socket) -> ScriptedServer.send(socket, called.getAndSet(true) ? few : many))) {
            HookClient hook = calls.connect(server.url("/"), TIMEOUT);
            assertThatThrownBy(() -> answer(hook))
                    .isInstanceOf(HookException.class)
                    .hasMessage("the answer lists " + (mostChildren() + 1)
                            + " objects, and with this heap a sync can process " + mostChildren()
                            + "; return fewer children for one parent, or give the watcher a larger heap");
            answer(hook).release();
        }
    }

    @Test
    void syncsWithManyChildrenShareTheMemoryForPlans() throws Exception {
        AnswerMemory plans = AnswerMemory.ofPlans(300L * KB * KB);
        int most = plans.maxBytes();
        assertThat(most / KB).isEqualTo(25_600);
        AnswerMemory.Part first = plans.part();
        first.reserve(most, Duration.ZERO);
        AnswerMemory.Part second = plans.part();
        assertThatThrownBy(() -> second.reserve(1000 * KB, Duration.ZERO)).isInstanceOf(IOException.class);
        second.reserve(200 * KB, Duration.ZERO); // a usual answer waits for no other
        first.release();
        second.reserve(1000 * KB, Duration.ZERO);
    }

    @Test
    void aCompressedAnswerTakesItsWholeSizeHoweverLargeItIsWhenSent() throws Exception {
        byte[] response = zipped(body(700 * KB));
        try (Calls calls = new Calls(LIMITS, Map.of());
                ScriptedServer server = ScriptedServer.start((_, socket) -> ScriptedServer.send(socket, response))) {
            HookClient hook = calls.connect(server.url("/"), TIMEOUT);
            JsonText first = answer(hook);
            assertThatThrownBy(() -> answer(hook))
                    .isInstanceOf(HookException.class)
                    .hasMessageContaining("no room for an answer");
            first.release();
            answer(hook).release();
        }
    }
}
