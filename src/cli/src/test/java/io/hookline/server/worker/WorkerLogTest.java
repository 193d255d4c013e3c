package io.hookline.server.worker;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.hookline.server.compiled.HookOutput;
import io.hookline.testing.LogLines;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.event.KeyValuePair;

class WorkerLogTest {

    private static final String END = "\0\u0003\n";

    @RegisterExtension
    private final LogLines log = new LogLines(HookOutput.class, Level.INFO);

    private List<String> logged(InputStream printed) {
        new WorkerLog("web", printed).run();
        return log.all().stream().map(WorkerLogTest::text).toList();
    }

    private static String text(ILoggingEvent event) {
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        return event.getMessage().startsWith("hook printed")
                ? pairs.get(0).value + " " + pairs.get(1).value + " " + pairs.get(2).value
                : event.getMessage();
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void eachLineIsLoggedWithTheNameOfTheHook() {
        assertThat(logged(bytes("one\ntwo" + END + "three\n" + END)))
                .containsExactly("web output one", "web output two", "web output three");
    }

    @Test
    void aMarkIsFoundInTwoPartsAndWhatOnlyBeginsLikeOneIsPrinted() {
        assertThat(logged(new SequenceInputStream(bytes("a\0\0"), bytes("\u0003\nb\0c\n"))))
                .containsExactly("web output a\0", "web output b\0c");
    }

    @Test
    void theLimitOfLinesIsForEachCall() {
        List<String> lines = logged(bytes("x\n".repeat(101) + END + "y\n" + END));

        assertThat(lines).hasSize(102).endsWith("web output y");
        assertThat(lines.get(100)).startsWith("output of a hook call was cut");
    }

    @Test
    void theLimitOfBytesIsForEachCall() {
        List<String> lines = logged(bytes("x".repeat(20_000) + END + "y\n" + END));

        assertThat(lines.get(0)).hasSize("web output ".length() + (16 << 10));
        assertThat(lines.get(1)).startsWith("output of a hook call was cut");
        assertThat(lines.get(2)).isEqualTo("web output y");
    }

    @Test
    void theEndOfTheOutputIsKeptForTheErrorOfTheCall() throws Exception {
        WorkerLog end = new WorkerLog("web", bytes("before" + END + "a".repeat(3000) + "boom"));

        end.run();

        assertThat(end.tailAfterExit()).hasSize(2000).endsWith("boom");
    }
}
