package io.hookline.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.hookline.hook.Answer;
import io.hookline.hook.JavaHook;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import io.hookline.object.KubeObject;
import io.hookline.server.call.HookSettings;
import io.hookline.testing.LogLines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The log of failed hook calls, for the author of the hook. */
class FailedCallLogTest {

    @RegisterExtension
    private final LogLines lines = new LogLines(ServedHooks.class, Level.DEBUG);

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

    private static String error(ILoggingEvent line) {
        return line.getKeyValuePairs().stream()
                .filter(pair -> pair.key.equals("error"))
                .map(pair -> String.valueOf(pair.value))
                .findFirst()
                .orElseThrow();
    }

    private ILoggingEvent call(String path) throws InterruptedException {
        bench.hooks.serve(path, Requests.utf8(Requests.SYNC));
        return lines.all().stream()
                .filter(line -> line.getKeyValuePairs().toString().contains(path.split("/")[1]))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theStackTraceBeginsInTheHook() throws Exception {
        bench.table.put("thrower", JavaHook.of(InstantSource.system(), new Thrower()));

        ILoggingEvent line = call("/thrower/sync");

        assertThat(line.getMessage()).isEqualTo("hook call failed");
        assertThat(error(line)).matches("java.lang.IllegalStateException: no luck \\(FailedCallLogTest.java:\\d+\\)");
        assertThat(line.getThrowableProxy().getClassName()).isEqualTo("java.lang.IllegalStateException");
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
            bench.hooks.serve("/moody/sync", Requests.utf8(Requests.SYNC));
        }
        List<ILoggingEvent> all = lines.all();
        return all.subList(before, all.size()).stream()
                .filter(line -> line.getLevel() == Level.ERROR)
                .toList();
    }

    @Test
    void aRepeatedFailureLogsItsStackTraceOnlyOnce() throws Exception {
        Moody hook = new Moody();
        bench.table.put("moody", JavaHook.of(InstantSource.system(), hook));

        List<ILoggingEvent> failures =
                failures(hook, "sad for a", "sad for b", "angry", "sad\n" + "x".repeat(9999), "angry");

        assertThat(failures)
                .extracting(line -> line.getThrowableProxy() != null)
                .containsExactly(true, false, true, false, false);
        assertThat(failures.get(1).getMessage()).isEqualTo("hook call failed again");
        assertThat(error(failures.get(1)))
                .matches("java.lang.IllegalStateException: sad for b \\(FailedCallLogTest.java:\\d+\\)");
        assertThat(error(failures.get(3)))
                .matches("java.lang.IllegalStateException: sad \\.\\.\\. x{100,150} \\(FailedCallLogTest.java:\\d+\\)");
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
                .filteredOn(line -> line.getLevel() == Level.ERROR)
                .extracting(line -> line.getThrowableProxy() != null)
                .containsExactly(true, true, false, false);
    }

    @Test
    void theStackTraceOfARepeatedFailureIsLoggedAtDebugLevel() throws Exception {
        Moody hook = new Moody();
        bench.table.put("moody", JavaHook.of(InstantSource.system(), hook));

        failures(hook, "sad", "sad");

        assertThat(lines.all())
                .filteredOn(line -> line.getLevel() == Level.DEBUG)
                .extracting(line -> line.getThrowableProxy() != null)
                .containsExactly(true);
    }

    @Test
    void afterASuccessTheStackTraceIsLoggedAgain() throws Exception {
        Moody hook = new Moody();
        bench.table.put("moody", JavaHook.of(InstantSource.system(), hook));

        List<ILoggingEvent> failures = failures(hook, "sad", "fine", "sad", "sad");

        assertThat(failures)
                .extracting(line -> line.getThrowableProxy() != null)
                .containsExactly(true, true, false);
    }

    @Test
    void theErrorOutputOfAnExecutableIsLoggedInFullOnlyOnce(@TempDir Path folder) throws Exception {
        Path program = Files.createDirectory(folder.resolve("program"));
        Files.writeString(
                program.resolve("sync.sh"),
                "#!/bin/sh\necho 'Traceback:' >&2\necho ' a line' >&2\necho 'ValueError: no' >&2\nexit 3\n");
        bench.table.put("program", bench.loader.load(program));

        call("/program/sync");
        call("/program/sync");

        assertThat(lines.all())
                .filteredOn(line -> line.getLevel() == Level.ERROR)
                .extracting(FailedCallLogTest::error)
                .satisfiesExactly(
                        first -> assertThat(first).contains("a line"),
                        again -> assertThat(again)
                                .doesNotContain("a line")
                                .endsWith("exit code 3: Traceback: ... ValueError: no"));
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

        assertThat(error(failed)).endsWith("sync.sh ended with exit code 3: out of luck");
        assertThat(failed.getThrowableProxy()).isNull();
        assertThat(error(noJson)).endsWith("it wrote: \"now I answer\"");
        assertThat(noJson.getThrowableProxy()).isNull();
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
