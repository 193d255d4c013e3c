package io.hookline.server.compiled;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.InProcessHooks.Response;
import io.hookline.hook.protocol.JsonText;
import io.hookline.server.Bench;
import io.hookline.server.Requests;
import io.hookline.server.call.HookSettings;
import io.hookline.testing.LogLines;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HookOutputTest {

    @RegisterExtension
    private final LogLines log = new LogLines(HookOutput.class, Level.INFO);

    private final Bench bench = new Bench(HookSettings.DEFAULTS);
    private final ByteArrayOutputStream raw = new ByteArrayOutputStream();
    private final PrintStream out =
            bench.loader.output().instead("stdout", new PrintStream(raw, true, StandardCharsets.UTF_8));

    @AfterEach
    void close() {
        bench.close();
    }

    private record Printer(Consumer<PrintStream> action, PrintStream out) implements HookProgram {
        @Override
        public Set<HookType> types() {
            return Set.of(HookType.SYNC);
        }

        @Override
        public HookReply call(HookType type, byte[] request, Optional<Instant> now) {
            action.accept(out);
            return new HookReply.Answered(JsonText.of("{}"));
        }
    }

    private List<String> logged(Consumer<PrintStream> action) throws InterruptedException {
        bench.table.put("printer", bench.loader.guarded("printer", new Printer(action, out)));
        Response response = bench.hooks.serve("/printer/sync", Requests.utf8(Requests.SYNC));
        assertThat(response.status()).isEqualTo(200);
        return log.all().stream().map(HookOutputTest::text).toList();
    }

    private static String text(ILoggingEvent event) {
        return event.getMessage() + " " + event.getKeyValuePairs();
    }

    @Test
    void theOutputOfAHookIsLoggedLineByLineWithItsName() throws Exception {
        List<String> lines = logged(out -> {
            out.println("one é");
            out.print("two");
            out.printf(" %d%n%n", 3);
            out.print("no end");
        });

        assertThat(lines)
                .hasSize(4)
                .allMatch(line -> line.startsWith("hook printed") && line.contains("hook=\"printer\""));
        assertThat(lines.get(0)).contains("stream=\"stdout\"", "line=\"one é\"");
        assertThat(lines.get(1)).contains("line=\"two 3\"");
        assertThat(lines.get(3)).contains("line=\"no end\"");
        assertThat(raw.size()).isZero();
    }

    @Test
    void whatAHookLogsWithTheLibrariesOfTheJdkIsLoggedWithItsName() throws Exception {
        List<String> lines;
        try (JulBridge _ = bench.loader.output().installLogging()) {
            lines = logged(_ -> {
                System.getLogger("my.library").log(System.Logger.Level.INFO, "one {0}", 1);
                Logger.getLogger("my.library").warning("two");
                Logger.getLogger("my.library").fine("not shown, as the JDK's level is INFO");
            });
        }

        assertThat(lines)
                .containsExactly(
                        "hook logged [hook=\"printer\", line=\"one 1\"]",
                        "hook logged [hook=\"printer\", line=\"two\"]");
        assertThat(log.all()).extracting(ILoggingEvent::getLevel).containsExactly(Level.INFO, Level.WARN);
    }

    @Test
    void theHandlersOfTheJdkAreRestored() {
        Logger root = LogManager.getLogManager().getLogger("");
        Handler[] before = root.getHandlers();

        JulBridge bridge = bench.loader.output().installLogging();
        assertThat(root.getHandlers()).containsExactly(bridge);
        bridge.close();

        assertThat(root.getHandlers()).isEqualTo(before);
    }

    @Test
    void manyLinesOfOneCallAreCutWithANote() throws Exception {
        List<String> lines = logged(out -> {
            for (int i = 0; i < 100_000; i++) {
                out.println("x");
            }
        });

        assertThat(lines).hasSize(PrintedLines.MAX_LINES + 1);
        assertThat(lines.getLast()).startsWith("output of a hook call was cut").contains("cutBytes=\"199800\"");
        assertThat(log.all().getLast().getLevel()).isEqualTo(Level.WARN);
    }

    @Test
    void oneLongLineIsCutWithANote() throws Exception {
        List<String> lines = logged(out -> out.print("x".repeat(1 << 20)));

        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst()).hasSizeBetween(PrintedLines.MAX_BYTES, PrintedLines.MAX_BYTES + 200);
        assertThat(lines.getLast()).contains("cutBytes=\"" + ((1 << 20) - PrintedLines.MAX_BYTES) + "\"");
    }

    @Test
    void aThreadThatAHookStartsPrintsForIt() throws Exception {
        List<String> lines = logged(out -> {
            Thread thread = Thread.ofPlatform().start(() -> out.println("from a thread"));
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });

        assertThat(lines).singleElement().asString().contains("from a thread");
    }

    @Test
    void outputOfOtherThreadsIsPrintedToTheOriginalStream() {
        out.println("hello");

        assertThat(raw.toString(StandardCharsets.UTF_8)).isEqualTo("hello" + System.lineSeparator());
        assertThat(log.all()).isEmpty();
    }
}
