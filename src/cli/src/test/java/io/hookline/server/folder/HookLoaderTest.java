package io.hookline.server.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.server.Bench;
import io.hookline.server.Requests;
import io.hookline.server.call.CallRejectedException;
import io.hookline.server.call.HookSettings;
import io.hookline.server.executable.ProcessRunner;
import io.hookline.testing.LogLines;
import io.hookline.testing.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

public class HookLoaderTest {

    public static final String JAVA = """
            import io.hookline.hook.*;
            import io.hookline.object.KubeObject;
            import java.util.Map;

            final class Hook implements SyncHook<KubeObject>, FinalizeHook<KubeObject> {
                public Answer sync(Sync<KubeObject> in) {
                    return Answer.of().status(Map.of("said", "%s"));
                }

                public Answer finalize(Sync<KubeObject> in) {
                    return Answer.of().finalized();
                }
            }
            """;

    @RegisterExtension
    private final LogLines log = new LogLines(ProcessRunner.class, Level.INFO);

    private final Bench bench =
            new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)).withMaxCalls(1));

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void javaSourcesAreCompiledWhenTheyAreLoaded() throws Exception {
        write("Hook.java", JAVA.formatted("hi"));

        HookProgram hook = bench.loader.load(folder);

        assertThat(hook.types()).containsExactlyInAnyOrder(HookType.SYNC, HookType.FINALIZE);
        assertThat(answer(hook, HookType.SYNC)).isEqualTo("{\"status\":{\"said\":\"hi\"},\"children\":[]}");
        assertThat(answer(hook, HookType.FINALIZE)).isEqualTo("{\"children\":[],\"finalized\":true}");
    }

    @Test
    void sourcesCanBeInPackages() throws Exception {
        write("demo/Text.java", "package demo; public record Text(String said) {}");
        write("Hook.java", JAVA.formatted("").replace("Map.of(\"said\", \"\")", "new demo.Text(\"from a package\")"));

        assertThat(answer(bench.loader.load(folder), HookType.SYNC)).contains("from a package");
    }

    @Test
    void compileErrorsNameFileAndLine() throws Exception {
        write("Hook.java", JAVA.formatted("hi").replace("Map.of", "Mapp.of"));
        write("more/Other.java", "package more;\n\nclass Other { int x = \"y\"; }\n");

        assertThatThrownBy(() -> bench.loader.load(folder))
                .isInstanceOf(HookException.class)
                .hasMessageContaining("Hook.java:7: cannot find symbol")
                .hasMessageContaining("more/Other.java:3: incompatible types");
    }

    @Test
    void aFolderWithoutAHookIsReported() throws Exception {
        assertThatThrownBy(() -> bench.loader.load(folder))
                .hasMessageContaining("there is no hook in")
                .hasMessageContaining("sync.*, finalize.*, customize.*, validate.* or mutate.*");

        write("Hook.java", "class Hook {}");
        assertThatThrownBy(() -> bench.loader.load(folder)).hasMessageContaining("no class here implements SyncHook");

        write("Hook.java", JAVA.formatted("").replace("public Answer sync", "Hook(int x) {} public Answer sync"));
        assertThatThrownBy(() -> bench.loader.load(folder))
                .hasMessage("Hook: a hook needs a constructor without parameters, or a single one whose parameters are"
                        + " clients (PodBinder, PodRemover)");

        write(
                "Hook.java",
                JAVA.formatted("")
                        .replace("public Answer sync", "Hook() { throw new Error(\"boom\"); } public Answer sync"));
        assertThatThrownBy(() -> bench.loader.load(folder))
                .hasMessage("Hook: its constructor failed: java.lang.Error: boom");
    }

    @Test
    void theFilesOfAFolderWithoutAHookAreNamedWithTheOneThatIsProbablyMisspelt() throws Exception {
        write("README.md", "sync");
        write("names.txt", "a");
        write("sinc.py", "def sync(request): return {}");

        assertThatThrownBy(() -> bench.loader.load(folder))
                .hasMessage("there is no hook in " + folder
                        + ": expected Java sources, or files named sync.*, finalize.*, customize.*, validate.* or mutate.*;"
                        + " found names.txt, sinc.py; did you mean sync.py?");

        for (int i = 0; i < 9; i++) {
            write("a" + i + ".txt", "a");
        }
        assertThatThrownBy(() -> bench.loader.load(folder))
                .hasMessageEndingWith(
                        "; found a0.txt, a1.txt, a2.txt, a3.txt, a4.txt and others; did you mean sync.py?");
    }

    @Test
    void anExecutableAnswersOnItsStandardOutput() throws Exception {
        write(
                "sync.sh",
                "#!/bin/sh\necho log >&2\nprintf '{\"children\":[],\"status\":{\"bytes\":%d}}' \"$(wc -c)\"\n");

        HookProgram hook = bench.loader.load(folder);

        assertThat(hook.types()).containsExactly(HookType.SYNC);
        assertThat(answer(hook, HookType.SYNC))
                .isEqualTo("{\"children\":[],\"status\":{\"bytes\":" + Requests.SYNC.length() + "}}");
    }

    @Test
    void anExecutableWithRunBitNeedsNoInterpreter() throws Exception {
        Path program = folder.resolve("customize");
        Files.copy(Path.of("/bin/cat"), program, StandardCopyOption.COPY_ATTRIBUTES);

        HookProgram hook = bench.loader.load(folder);

        assertThat(answer(hook, HookType.CUSTOMIZE, Requests.CUSTOMIZE)).isEqualTo(Requests.CUSTOMIZE);
    }

    @Test
    void anExecutableMayIgnoreItsInputAndRunInItsFolder() throws Exception {
        write("answer.json", "{}");
        write("sync", "#!/bin/sh\nexec 0<&-\ncat answer.json\n");

        String large = Requests.request("x".repeat(1 << 20), false);
        assertThat(answer(bench.loader.load(folder), HookType.SYNC, large)).isEqualTo("{}");
    }

    @Test
    void javaAndExecutablesMayShareAFolder() throws Exception {
        write("Hook.java", JAVA.formatted("hi"));
        write("customize.sh", "#!/bin/sh\necho '{}'\n");

        HookProgram hook = bench.loader.load(folder);

        assertThat(hook.types()).containsExactlyInAnyOrderElementsOf(HookType.ofControllers());
        assertThat(answer(hook, HookType.CUSTOMIZE, Requests.CUSTOMIZE)).startsWith("{}");
        write("sync.sh", "#!/bin/sh\necho '{}'\n");
        assertThatThrownBy(() -> bench.loader.load(folder))
                .hasMessage("two programs are the sync hook, class Hook and sync.sh: keep one of them");
        write("sync.py", "#!/usr/bin/env python3\n");
        assertThatThrownBy(() -> bench.loader.load(folder))
                .hasMessage("sync.py and sync.sh are both the sync hook: keep one of them");
    }

    @Test
    void aJavaSourceWithTheNameOfAHookIsNotAnExecutable() throws Exception {
        write("sync.java", JAVA.formatted("hi"));
        write("finalize.more.java", "class More {}");

        assertThat(answer(bench.loader.load(folder), HookType.SYNC)).contains("hi");
    }

    @Test
    void ofSeveralJavaClassesTheOneIsNamedThatAnExecutableRepeats() throws Exception {
        write("Hook.java", JAVA.formatted("hi"));
        write("demo/Rules.java", """
                package demo;
                import io.hookline.hook.*;
                import io.hookline.object.KubeObject;
                import io.hookline.hook.RelatedRule;
                import java.util.List;

                final class Rules implements CustomizeHook<KubeObject> {
                    public List<RelatedRule> customize(KubeObject parent) {
                        return List.of();
                    }
                }
                """);
        write("customize", "#!/bin/sh\necho '{}'\n");

        assertThatThrownBy(() -> bench.loader.load(folder))
                .hasMessage("two programs are the customize hook, class demo.Rules and customize: keep one of them");
    }

    @Test
    void aScriptThatDefinesAFunctionMayShareItsFolderWithOtherPrograms() throws Exception {
        write("Hook.java", JAVA.formatted("hi"));
        write("customize.py", "def customize(request):\n    return {}\n");

        try (HookProgram hook = bench.loader.load(folder)) {
            assertThat(hook.types()).containsExactlyInAnyOrderElementsOf(HookType.ofControllers());
            assertThat(answer(hook, HookType.CUSTOMIZE, Requests.CUSTOMIZE)).isEqualTo("{}");
        }
        write("sync.py", "def sync(request):\n    return {}\n");
        assertThatThrownBy(() -> bench.loader.load(folder))
                .hasMessage("two programs are the sync hook, class Hook and sync.py: keep one of them");
    }

    @Test
    void aFileThatCannotRunIsReported() throws Exception {
        write("sync.rb", "puts '{}'\n");

        assertThatThrownBy(() -> bench.loader.load(folder))
                .hasMessage("sync.rb: not executable; run chmod +x, or name an interpreter in its first line"
                        + " (#!/usr/bin/env python3)");
    }

    @Test
    void anExitCodeIsAnErrorWithTheErrorOutputOfTheProgram() throws Exception {
        write("sync.sh", "#!/bin/sh\necho 'out of luck' >&2\nexit 3\n");

        assertThatThrownBy(() -> answer(bench.loader.load(folder), HookType.SYNC))
                .isInstanceOf(HookException.class)
                .hasMessageEndingWith("sync.sh ended with exit code 3: out of luck");
    }

    @Test
    void anInterpreterThatIsMissingIsAnError() throws Exception {
        write("sync.x", "#!/no/such/interpreter\n");

        assertThatThrownBy(() -> answer(bench.loader.load(folder), HookType.SYNC))
                .isInstanceOf(HookException.class)
                .hasMessageContaining("cannot run")
                .hasMessageContaining("sync.x");
    }

    @Test
    void outputThatIsNotJsonIsAnError() throws Exception {
        write("sync.sh", "#!/bin/sh\necho hello\n");

        assertThatThrownBy(() -> answer(bench.loader.load(folder), HookType.SYNC))
                .isInstanceOf(HookException.class)
                .hasMessageContaining("sync.sh did not write JSON: unexpected 'h' at byte 0; it wrote: \"hello\"");
    }

    @Test
    void outputOfNothingIsAnErrorThatSaysSo() throws Exception {
        write("sync.sh", "#!/bin/sh\nexit 0\n");

        assertThatThrownBy(() -> answer(bench.loader.load(folder), HookType.SYNC))
                .isInstanceOf(HookException.class)
                .hasMessageEndingWith("sync.sh wrote nothing to standard output, where its answer belongs");
    }

    @Test
    void whatAProgramPrintsBeforeEqualFailuresIsLoggedOnceUntilItHasAnswered() throws Exception {
        write("sync.sh", """
                #!/bin/sh
                echo 'looking' >&2
                [ ! -e broken ] && echo '{}' && exit 0
                echo 'out of luck' >&2
                exit 3
                """);
        HookProgram hook = bench.loader.load(folder);
        write("broken", "");
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> answer(hook, HookType.SYNC)).hasMessageContaining("out of luck");
        }
        assertThat(log.all()).filteredOn(line -> line.getLevel() == Level.INFO).hasSize(1);

        Files.delete(folder.resolve("broken"));
        answer(hook, HookType.SYNC);
        answer(hook, HookType.SYNC);
        write("broken", "");
        assertThatThrownBy(() -> answer(hook, HookType.SYNC)).hasMessageContaining("out of luck");
        assertThat(log.all()).filteredOn(line -> line.getLevel() == Level.INFO).hasSize(4);
    }

    @Test
    void aProgramIsKilledWithItsChildrenAtTheTimeout() throws Exception {
        Path pids = folder.resolve("pids");
        write("sync.sh", "#!/bin/sh\nsleep 1000 &\necho $! > pids.new\nmv pids.new pids\nwait\n");
        try (Bench hasty = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofSeconds(3)))) {
            HookProgram hook = hasty.loader.load(folder);
            assertThatThrownBy(() -> answer(hook, HookType.SYNC))
                    .isInstanceOf(CallRejectedException.class)
                    .hasMessageContaining(
                            "sync.sh gave no answer within 3 s and was killed: it waited 0 ms for one of 4"
                                    + " places and ran 3");
        }

        long child = Long.parseLong(Files.readString(pids).strip());
        Awaitility.await().until(() -> Processes.hasEnded(child));
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static String answer(HookProgram hook, HookType type) throws InterruptedException {
        return answer(hook, type, Requests.SYNC);
    }

    private static String answer(HookProgram hook, HookType type, String request) throws InterruptedException {
        HookReply reply = hook.call(type, Requests.utf8(request));
        return ((HookReply.Answered) reply).body().toString();
    }
}
