package io.hookline.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.hookline.hook.Answer;
import io.hookline.hook.JavaHook;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.object.KubeObject;
import io.hookline.server.call.HookSettings;
import io.hookline.testing.LogLines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The log of failed hook calls, for the author of the hook. */
class FailedCallLogTest {

    @RegisterExtension
    private final LogLines lines = new LogLines(FailedCallLog.class, Level.DEBUG);

    private final Bench bench = new Bench(HookSettings.DEFAULTS);

    private static final class Thrower implements SyncHook<KubeObject> {
        @Override
        public Answer sync(Sync<KubeObject> in) {
            throw new IllegalStateException("no luck");
        }
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    private static Optional<String> value(ILoggingEvent line, String key) {
        return line.getKeyValuePairs().stream()
                .filter(pair -> pair.key.equals(key))
                .map(pair -> String.valueOf(pair.value))
                .findFirst();
    }

    private static String error(ILoggingEvent line) {
        return value(line, "error").orElseThrow();
    }

    private static boolean hasStackTrace(ILoggingEvent line) {
        return value(line, "stacktrace").isPresent();
    }

    private void send(String path) {
        byte[] body = Requests.utf8(Requests.SYNC);
        bench.hooks
                .start(bench.hooks.route(path).orElseThrow(), body, Optional.empty(), "id-1")
                .join();
    }

    private ILoggingEvent call(String path) {
        send(path);
        return lines.all().stream()
                .filter(line -> line.getKeyValuePairs().toString().contains(path.split("/")[1]))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theStackTraceBeginsInTheHookAndEndsThere() throws Exception {
        bench.table.put("thrower", JavaHook.of(InstantSource.system(), new Thrower()));

        ILoggingEvent line = call("/thrower/sync");

        assertThat(line.getMessage()).isEqualTo("hook call failed");
        assertThat(error(line)).matches("FailedCallLogTest.java:\\d+ IllegalStateException: no luck");
        assertThat(value(line, "requestId")).contains("id-1");
        assertThat(value(line, "parent")).isPresent();
        assertThat(value(line, "stacktrace").orElseThrow())
                .matches("java.lang.IllegalStateException: no luck\n"
                        + "    at .*FailedCallLogTest\\$Thrower.sync\\(FailedCallLogTest.java:\\d+\\)");
    }

    @Test
    void aFailedCallOfThisProcessIsLoggedByItsCallerWithTheDetails() throws Exception {
        bench.table.put("thrower", JavaHook.of(InstantSource.system(), new Thrower()));

        InProcessHooks.Response response = bench.hooks.serve("/thrower/sync", Requests.utf8(Requests.SYNC));

        assertThat(lines.all()).isEmpty();
        assertThat(response.detail().orElseThrow()).startsWith("java.lang.IllegalStateException: no luck\n    at ");
    }

    /** A hook that fails in one of two places, or succeeds. */
    private static final class Moody implements SyncHook<KubeObject> {
        private String mood = "";

        @Override
        public Answer sync(Sync<KubeObject> in) {
            if (mood.startsWith("sad")) {
                throw new IllegalStateException(mood);
            }
            if (mood.startsWith("angry")) {
                throw new IllegalStateException(mood);
            }
            return Answer.of();
        }
    }

    private List<ILoggingEvent> failures(Moody hook, String... moods) throws InterruptedException {
        int before = lines.all().size();
        for (String mood : moods) {
            hook.mood = mood;
            send("/moody/sync");
        }
        List<ILoggingEvent> all = lines.all();
        return all.subList(before, all.size()).stream()
                .filter(line -> line.getLevel() == Level.ERROR)
                .toList();
    }

    @Test
    void aRepeatedFailureIsLoggedOnceAndThenCountedAtGrowingDistances() throws Exception {
        Moody hook = new Moody();
        bench.table.put("moody", JavaHook.of(InstantSource.system(), hook));

        List<ILoggingEvent> failures =
                failures(hook, "sad for a", "sad for b", "angry", "sad\n" + "x".repeat(9999), "angry");
        bench.clock.advance(Duration.ofSeconds(6));
        List<ILoggingEvent> later = failures(hook, "sad for c", "sad for d");

        assertThat(failures)
                .extracting(FailedCallLogTest::error)
                .satisfiesExactly(
                        first -> assertThat(first).endsWith("IllegalStateException: sad for a"),
                        second -> assertThat(second).endsWith("IllegalStateException: angry"));
        assertThat(failures).allMatch(FailedCallLogTest::hasStackTrace);
        assertThat(later).singleElement().satisfies(line -> {
            assertThat(line.getMessage()).isEqualTo("hook call failed again");
            assertThat(error(line)).endsWith("IllegalStateException: sad for c");
            assertThat(value(line, "times")).contains("3");
            assertThat(value(line, "within")).contains("PT6S");
            assertThat(hasStackTrace(line)).isFalse();
        });
    }

    @Test
    void twoPlacesOfAHookThatFailInTheSameLibraryAreTwoFailures(@TempDir Path folder) throws Exception {
        Path careless = Files.createDirectory(folder.resolve("careless"));
        Files.writeString(careless.resolve("Careless.java"), """
                import com.fasterxml.jackson.databind.node.NullNode;
                import io.hookline.hook.*;
                import io.hookline.object.KubeObject;
                public final class Careless implements SyncHook<KubeObject> {
                    private int calls;
                    public Answer sync(Sync<KubeObject> in) {
                        if (calls++ % 2 == 0) {
                            NullNode.getInstance().required("a");
                        }
                        NullNode.getInstance().required("a");
                        return Answer.of();
                    }
                }
                """);
        bench.table.put("careless", bench.loader.load(careless));

        for (int i = 0; i < 4; i++) {
            call("/careless/sync");
        }

        assertThat(lines.all())
                .extracting(ILoggingEvent::getLevel)
                .containsExactly(Level.ERROR, Level.ERROR, Level.DEBUG, Level.DEBUG);
    }

    @Test
    void theStackTraceOfARepeatedFailureIsLoggedAtDebugLevel() throws Exception {
        Moody hook = new Moody();
        bench.table.put("moody", JavaHook.of(InstantSource.system(), hook));

        failures(hook, "sad", "sad");

        assertThat(lines.all())
                .filteredOn(line -> line.getLevel() == Level.DEBUG)
                .extracting(FailedCallLogTest::hasStackTrace)
                .containsExactly(true);
    }

    @Test
    void afterASuccessTheStackTraceIsLoggedAgain() throws Exception {
        Moody hook = new Moody();
        bench.table.put("moody", JavaHook.of(InstantSource.system(), hook));

        List<ILoggingEvent> failures = failures(hook, "sad", "fine", "sad", "sad");

        assertThat(failures).hasSize(2).allMatch(FailedCallLogTest::hasStackTrace);
    }

    @Test
    void theErrorOutputOfAnExecutableIsLoggedInFullOnce(@TempDir Path folder) throws Exception {
        Path program = Files.createDirectory(folder.resolve("program"));
        Files.writeString(
                program.resolve("sync.sh"),
                "#!/bin/sh\necho 'Traceback:' >&2\necho ' a line' >&2\necho 'ValueError: no' >&2\nexit 3\n");
        bench.table.put("program", bench.loader.load(program));

        call("/program/sync");
        call("/program/sync");

        assertThat(lines.all())
                .filteredOn(line -> line.getLevel() == Level.ERROR)
                .singleElement()
                .satisfies(line -> {
                    assertThat(error(line)).isEqualTo("sync.sh ended with exit code 3: ValueError: no");
                    assertThat(value(line, "stacktrace")).contains("Traceback:\n a line\nValueError: no");
                });
    }

    @Test
    void aFailedExecutableIsLoggedWithItsErrorOutputAndNoStackTrace(@TempDir Path folder) throws Exception {
        Path program = Files.createDirectory(folder.resolve("program"));
        Files.writeString(program.resolve("sync.sh"), "#!/bin/sh\necho 'out of luck' >&2\nexit 3\n");
        bench.table.put("program", bench.loader.load(program));
        Path talker = Files.createDirectory(folder.resolve("talker"));
        Files.writeString(talker.resolve("sync.sh"), "#!/bin/sh\necho 'now I answer'\n");
        bench.table.put("talker", bench.loader.load(talker));

        ILoggingEvent failed = call("/program/sync");
        ILoggingEvent noJson = call("/talker/sync");

        assertThat(error(failed)).isEqualTo("sync.sh ended with exit code 3: out of luck");
        assertThat(failed.getThrowableProxy()).isNull();
        assertThat(error(noJson)).endsWith("it wrote: \"now I answer\"");
        assertThat(hasStackTrace(noJson)).isFalse();
    }

    @Test
    void aCallOfAnUnknownPathNamesTheKnownPaths() throws Exception {
        bench.table.put("thrower", JavaHook.of(InstantSource.system(), new Thrower()));
        bench.table.put("other", JavaHook.of(InstantSource.system(), new Thrower()));

        assertThat(bench.hooks.serve("/other/finalize", new byte[0]).body().toString())
                .contains("no hook is served at /other/finalize; known are /other/sync\"");
        assertThat(bench.hooks.serve("/nobody/sync", new byte[0]).body().toString())
                .contains("known are /other/sync, /thrower/sync\"");
    }

    @Test
    void aCallOfAMisspelledPathNamesTheSimilarPath() throws Exception {
        bench.table.put("thrower", JavaHook.of(InstantSource.system(), new Thrower()));
        bench.table.expect("webapp"); // it may answer any type, as long as it is not loaded

        assertThat(bench.hooks.problem("/thrwer/sync"))
                .contains("no hook is served at /thrwer/sync; did you mean /thrower/sync?");
        assertThat(bench.hooks.problem("/thrower/synk"))
                .contains("no hook is served at /thrower/synk; did you mean /thrower/sync?");
        assertThat(bench.hooks.problem("/webap/finalize"))
                .contains("no hook is served at /webap/finalize; did you mean /webapp/finalize?");
        assertThat(bench.hooks.problem("/thrower/sync")).isEmpty();
    }
}
