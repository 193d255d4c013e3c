package io.hookline.server.folder;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.hookline.hook.protocol.InProcessHooks.Response;
import io.hookline.server.Bench;
import io.hookline.server.HookRegistry;
import io.hookline.server.Requests;
import io.hookline.server.call.HookSettings;
import io.hookline.testing.LogLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HookFoldersTest {

    private final Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)));

    @TempDir
    Path root;

    private HookFolders folders;
    private int edits;

    @RegisterExtension
    final LogLines log = new LogLines(HookFolders.class, Level.DEBUG);

    @BeforeEach
    void open() {
        folders = new HookFolders(root, bench.loader, bench.table);
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void eachFolderIsAHookAndAFailureOfOneDoesNotStopTheOthers() throws Exception {
        write("good/sync.sh", "#!/bin/sh\necho '{}'\n");
        write("bad/Hook.java", "class Hook {\n  oops\n}\n");
        Files.createDirectories(root.resolve("empty/fixtures"));
        write(".hidden/sync.sh", "#!/bin/sh\n");

        folders.refresh();

        assertThat(call("good").status()).isEqualTo(200);
        assertThat(call("bad").status()).isEqualTo(503);
        assertThat(call("bad").body().toString()).contains("Hook.java:2: ");
        assertThat(call("empty").status()).isEqualTo(404);
        assertThat(call(".hidden").status()).isEqualTo(404);
    }

    private String version(String name) {
        return bench.table.find(name).orElseThrow().version().orElseThrow();
    }

    /** So that replicas with the same files have the same version, whenever and wherever the files were written. */
    @Test
    void theVersionOfAHookIsThatOfItsFiles() throws Exception {
        write("first/sync.sh", "#!/bin/sh\necho '{}'\n");
        write("first/data.txt", "one");
        write("first/fixtures/first.request.json", "{}");
        write("second/sync.sh", "#!/bin/sh\necho '{}'\n");
        write("second/data.txt", "one");
        folders.refresh();
        String version = version("first");
        assertThat(version).matches("[0-9a-f]{12}").isEqualTo(version("second"));

        write("first/fixtures/first.request.json", "{\"changed\":true}");
        write("second/data.txt", "two");
        folders.refresh();
        assertThat(version("first")).isEqualTo(version);
        assertThat(version("second")).isNotEqualTo(version);

        write("second/data.txt", "one");
        folders.refresh();
        assertThat(version("second")).as("after a rollback").isEqualTo(version);
    }

    @Test
    void aVersionThatDoesNotLoadIsNotTheOneThatAnswers() throws Exception {
        write("good/sync.sh", "#!/bin/sh\necho '{}'\n");
        folders.refresh();
        String version = version("good");

        write("good/sync.sh", "no program");
        folders.refresh();

        assertThat(version("good")).isEqualTo(version);
        assertThat(call("good").headers()).containsEntry("Hookline-Hook-Version", version);
        assertThat(bench.hooks.version("/good/sync")).hasValue(version);
        assertThat(bench.hooks.version("/other/sync")).isEmpty();
    }

    @Test
    void aListenerIsCalledForEachVersionThatLoads() throws Exception {
        List<String> heard = new ArrayList<>();
        bench.table.whenPut(heard::add);
        write("good/sync.sh", "#!/bin/sh\necho '{}'\n");
        folders.refresh();
        write("good/sync.sh", "no program");
        folders.refresh();
        write("good/sync.sh", "#!/bin/sh\necho '{}' \n");
        folders.refresh();

        assertThat(heard).containsExactly("good", "good");
    }

    @Test
    void aHookThatIsNotLoadedYetReportsThatItIsLoading() throws Exception {
        write("now/sync.sh", "#!/bin/sh\necho '{}'\n");
        write("later/sync.sh", "#!/bin/sh\necho '{}'\n");

        folders.refresh("now"::equals);

        assertThat(call("now").status()).isEqualTo(200);
        assertThat(call("later").status()).isEqualTo(503);
        assertThat(call("later").body().toString()).contains("it is still being loaded");

        folders.refresh();

        assertThat(call("later").status()).isEqualTo(200);
    }

    /** Writes a hook whose constructor waits until {@link #release}. */
    private void writeSlow(String name, String says) throws Exception {
        Path gate = special("pipe", "." + says);
        write(name + "/Hook.java", HookLoaderTest.JAVA.formatted(says).replaceFirst("\\{\n", """
                                {
                                    Hook() throws java.io.IOException {
                                        java.nio.file.Files.createFile(java.nio.file.Path.of("%1$s.started"));
                                        java.nio.file.Files.readString(java.nio.file.Path.of("%1$s"));
                                    }
                                """.formatted(gate)));
    }

    private void awaitStart(String says) {
        Awaitility.await().until(() -> Files.exists(root.resolve("." + says + ".started")));
    }

    private void release(String says) throws IOException {
        Files.writeString(root.resolve("." + says), "go");
    }

    /** Does something in a thread of its own, and returns once that waits. */
    private CompletableFuture<?> waiting(Callable<?> action) {
        CompletableFuture<Object> done = new CompletableFuture<>();
        Thread thread = Thread.ofPlatform().daemon().start(() -> {
            try {
                done.complete(action.call());
            } catch (Exception e) {
                done.completeExceptionally(e);
            }
        });
        Awaitility.await()
                .until(() ->
                        thread.getState() == Thread.State.TIMED_WAITING || thread.getState() == Thread.State.WAITING);
        return done;
    }

    private CompletableFuture<?> refreshing() {
        return CompletableFuture.runAsync(
                folders::refresh, task -> Thread.ofPlatform().daemon().start(task));
    }

    @Test
    void aCallWaitsForItsHookWhichComesBeforeThoseThatNoCallWaitsFor() throws Exception {
        List<String> loaded = new CopyOnWriteArrayList<>();
        bench.table.whenPut(loaded::add);
        int processors = HookFolders.width();
        for (int i = 0; i < processors; i++) {
            writeSlow("a" + i, "slow" + i);
        }
        write("b/Hook.java", HookLoaderTest.JAVA.formatted("b"));
        write("c/sync.sh", "#!/bin/sh\necho '{}'\n");
        write("d/Hook.java", HookLoaderTest.JAVA.formatted("d"));
        folders.refresh(_ -> false);
        CompletableFuture<?> all = refreshing();
        for (int i = 0; i < processors; i++) {
            awaitStart("slow" + i);
        }

        CompletableFuture<?> call = waiting(() -> call("d").body().toString());
        CompletableFuture<?> other = waiting(() -> call("a0").body().toString());
        assertThat(loaded).isEmpty();
        release("slow0");

        assertThat(call.get(1, TimeUnit.MINUTES)).asString().contains("\"d\"");
        assertThat(other.get(1, TimeUnit.MINUTES)).asString().contains("slow0");
        assertThat(loaded).startsWith("a0", "d");
        for (int i = 1; i < processors; i++) {
            assertThat(loaded).doesNotContain("a" + i);
            release("slow" + i);
        }
        all.get(1, TimeUnit.MINUTES);
        assertThat(bench.hooks.isReady()).isTrue();
        assertThat(loaded).hasSize(processors + 3).doesNotHaveDuplicates();
    }

    @Test
    void aCallDoesNotWaitForItsHookBeyondTheTimeoutOfCalls() throws Exception {
        try (Bench impatient = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMillis(1)))) {
            folders = new HookFolders(root, impatient.loader, impatient.table);
            writeSlow("slow", "slow");
            folders.refresh(_ -> false);
            CompletableFuture<?> all = refreshing();
            awaitStart("slow");

            Response answer = impatient.hooks.serve("/slow/sync", Requests.utf8(Requests.SYNC));

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.body().toString()).contains("it is still being loaded");
            release("slow");
            all.get(1, TimeUnit.MINUTES);
        }
    }

    /** A script that waits for a file when it is loaded: as slow as on a busy machine, until the file is there. */
    @Test
    void aScriptThatHadTooLittleTimeToLoadIsLoadedByALaterRefreshAtGrowingDistances() throws Exception {
        Path ready = root.resolveSibling(root.getFileName() + ".ready");
        Path starts = root.resolveSibling(root.getFileName() + ".starts");
        write(
                "slow/sync.py",
                "import os, time\nopen('" + starts + "', 'a').write('x')\nwhile not os.path.exists('" + ready
                        + "'):\n    time.sleep(0.01)\n\ndef sync(request):\n    return {'status': {'d': 1}}\n");
        try (Bench impatient = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofSeconds(5)))) {
            folders = new HookFolders(root, impatient.loader, impatient.table);
            folders.refresh();
            assertThat(impatient
                            .hooks
                            .serve("/slow/sync", Requests.utf8(Requests.SYNC))
                            .body()
                            .toString())
                    .contains("sync.py was not loaded within 5 s");
            assertThat(log.all()).anyMatch(line -> line.getMessage().equals("hook not loaded, it will be tried again"));

            refresh(3);
            assertThat(starts).content().as("too early").isEqualTo("x");
            long failures = failures();
            refresh(1);
            write("other/sync.sh", "#!/bin/sh\necho '{}'\n");
            folders.refresh();
            assertThat(call("other", impatient).status())
                    .as("while it is tried again")
                    .isEqualTo(200);
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(failures()).isGreaterThan(failures));
            assertThat(starts).content().isEqualTo("xx");
            Files.createFile(ready);
            refresh(7);
            assertThat(starts).content().as("the distance has doubled").isEqualTo("xx");
            refresh(1);

            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .untilAsserted(
                            () -> assertThat(call("slow", impatient).status()).isEqualTo(200));
            refresh(20);
            assertThat(starts).content().as("once it is loaded").isEqualTo("xxx");
        }
    }

    @Test
    void aScriptThatIsWrongIsNotLoadedAgainUntilItChanges() throws Exception {
        Path starts = root.resolveSibling(root.getFileName() + ".starts");
        write("wrong/sync.py", "open('" + starts + "', 'a').write('x')\nraise ValueError('no')\n");
        refresh(20);
        assertThat(starts).content().isEqualTo("x");
    }

    private void refresh(int times) {
        for (int i = 0; i < times; i++) {
            folders.refresh();
        }
    }

    private long failures() {
        return log.all().stream()
                .filter(line -> line.getMessage().equals("hook not loaded, it will be tried again"))
                .count();
    }

    private static Response call(String hook, Bench of) throws InterruptedException {
        return of.hooks.serve("/" + hook + "/sync", Requests.utf8(Requests.SYNC));
    }

    @Test
    void aHookThatChangesWhileItIsLoadedIsServedInItsNewVersionOnly() throws Exception {
        writeSlow("hook", "former");
        CompletableFuture<?> former = refreshing();
        awaitStart("former");

        write("hook/Hook.java", HookLoaderTest.JAVA.formatted("new"));
        folders.refresh();
        String version = version("hook");
        release("former");
        former.get(1, TimeUnit.MINUTES);

        assertThat(call("hook").body().toString()).contains("new");
        assertThat(version("hook")).isEqualTo(version);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aHookThatIsDeletedOrWhoseServerEndsWhileItIsLoadedIsNotServed(boolean deleted) throws Exception {
        writeSlow("hook", "late");
        CompletableFuture<?> all = refreshing();
        awaitStart("late");

        if (deleted) {
            Files.delete(root.resolve("hook/Hook.java"));
            folders.refresh();
        } else {
            folders.close();
        }
        release("late");
        all.get(1, TimeUnit.MINUTES);

        assertThat(bench.table.find("hook")).isEmpty();
    }

    @Test
    void aHookThatDoesNotLoadAnyMoreKeepsItsLastVersionAndTheLogSaysSo() throws Exception {
        write("hook/sync.sh", "#!/bin/sh\necho '{}'\n");
        folders.refresh();
        write("hook/Hook.java", "class Hook {");
        folders.refresh();

        assertThat(call("hook").status()).isEqualTo(200);
        assertThat(log.all())
                .last()
                .asString()
                .contains("hook failed to load; calls still get the last version that did");
    }

    @Test
    void aHookThatNoControllerCallsIsNoErrorInTheLogIfItDoesNotLoad() throws Exception {
        write("called/Hook.java", "class Hook {");
        write("uncalled/Hook.java", "class Hook {");

        folders.refresh("called"::equals);
        folders.refreshUncalled(_ -> true);

        assertThat(log.all())
                .filteredOn(line -> line.getLevel().equals(Level.ERROR))
                .singleElement()
                .asString()
                .contains("hook failed to load");
        assertThat(call("uncalled").status()).isEqualTo(503);
        assertThat(call("uncalled").body().toString()).contains("Hook.java:1");
    }

    @Test
    void aHookThatNoControllerCallsIsLoadedByItsFirstCall() throws Exception {
        write("called/sync.sh", "#!/bin/sh\necho '{}'\n");
        write("uncalled/Hook.java", HookLoaderTest.JAVA.formatted("one"));
        write("broken/Hook.java", "class Hook {");

        folders.loadCalled("called"::equals);

        assertThat(states()).containsExactly("broken unloaded", "called ready", "uncalled unloaded");
        assertThat(bench.hooks.isReady()).isTrue();
        assertThat(call("called").status()).isEqualTo(200);
        assertThat(call("uncalled").body().toString()).contains("one");
        assertThat(call("broken").status()).isEqualTo(503);
        assertThat(call("broken").body().toString()).contains("Hook.java:1");
        assertThat(states()).containsExactly("broken broken", "called ready", "uncalled ready");
    }

    private List<String> states() {
        return bench.table.all().stream()
                .map(hook -> hook.name() + " " + hook.state())
                .toList();
    }

    @Test
    void aHookIsReloadedOnceItWasCalledAndLoadedOnceAControllerCallsIt() throws Exception {
        write("first/Hook.java", HookLoaderTest.JAVA.formatted("one"));
        write("second/Hook.java", HookLoaderTest.JAVA.formatted("one"));
        write("third/Hook.java", HookLoaderTest.JAVA.formatted("one"));
        Set<String> named = new HashSet<>();
        folders.loadCalled(named::contains);
        call("first");

        write("first/Hook.java", HookLoaderTest.JAVA.formatted("two"));
        named.add("second");
        folders.refresh();

        assertThat(states()).containsExactly("first ready", "second ready", "third unloaded");
        assertThat(call("first").body().toString()).contains("two");
        write("third/Hook.java", HookLoaderTest.JAVA.formatted("two"));
        folders.refresh();
        assertThat(states()).contains("third unloaded");
        assertThat(call("third").body().toString()).contains("two");
    }

    /** The caller of a webhook gives up at its timeout. */
    @Test
    void aCallThatIsInterruptedWhileItsHookIsLoadedDoesNotBreakTheHook() throws Exception {
        writeSlow("slow", "slow");
        folders.loadCalled(_ -> false);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread caller = Thread.ofPlatform().daemon().start(() -> {
            try {
                bench.hooks.serve("/slow/sync", Requests.utf8(Requests.SYNC));
                interrupted.complete(Thread.currentThread().isInterrupted());
            } catch (InterruptedException _) {
                interrupted.complete(true);
            } catch (RuntimeException e) {
                interrupted.completeExceptionally(e);
            }
        });
        awaitStart("slow");
        caller.interrupt();
        assertThat(interrupted.get(1, TimeUnit.MINUTES)).isTrue();

        release("slow");

        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(call("slow").status()).isEqualTo(200));
    }

    @Test
    void aHookThatWasNeverLoadedIsForgottenWithItsFolder() throws Exception {
        write("uncalled/sync.sh", "#!/bin/sh\necho '{}'\n");
        folders.loadCalled(_ -> false);
        assertThat(bench.hooks.names()).containsExactly("uncalled");

        Files.delete(root.resolve("uncalled/sync.sh"));
        folders.refresh();

        assertThat(bench.hooks.names()).isEmpty();
        assertThat(call("uncalled").status()).isEqualTo(404);
    }

    @Test
    void aChangedHookIsLoadedAgain() throws Exception {
        write("hook/Hook.java", HookLoaderTest.JAVA.formatted("one"));
        folders.refresh();
        assertThat(call("hook").body().toString()).contains("one");

        write("hook/Hook.java", HookLoaderTest.JAVA.formatted("two"));
        folders.refresh();
        assertThat(call("hook").body().toString()).contains("two");
    }

    /** In {@code lib}, too, where only jars are libraries. */
    @ParameterizedTest
    @ValueSource(strings = {"lib", "util/names"})
    void aChangedFileInASubFolderLoadsTheHookAgain(String folder) throws Exception {
        write("hook/sync.sh", "#!/bin/sh\ncat " + folder + "/answer.json\n");
        write("hook/" + folder + "/answer.json", "{\"status\":{\"is\":\"one\"}}");
        folders.refresh();
        String version = version("hook");

        write("hook/" + folder + "/answer.json", "{\"status\":{\"is\":\"two\"}}");
        folders.refresh();

        assertThat(version("hook")).isNotEqualTo(version);
        assertThat(call("hook").body().toString()).contains("two");
    }

    @Test
    void anUnchangedHookIsNotLoadedAgain() throws Exception {
        write("hook/sync.sh", "#!/bin/sh\necho '{}'\n");
        folders.refresh();
        var program = bench.table.find("hook").orElseThrow().program().orElseThrow();

        write("hook/fixtures/a.request.json", "{}");
        folders.refresh();

        assertThat(bench.table.find("hook").orElseThrow().program()).hasValue(program);
    }

    @Test
    void afterABrokenEditTheLastGoodVersionIsServedAndTheErrorIsReported() throws Exception {
        write("hook/Hook.java", HookLoaderTest.JAVA.formatted("good"));
        folders.refresh();

        write("hook/Hook.java", HookLoaderTest.JAVA.formatted("bad").replace("class Hook", "klass Hook"));
        folders.refresh();

        assertThat(call("hook").body().toString()).contains("good");
        HookRegistry.Entry entry = bench.table.find("hook").orElseThrow();
        assertThat(entry.state()).isEqualTo("stale");
        assertThat(entry.problem().orElseThrow()).contains("Hook.java:5: ");
        assertThat(bench.hooks.isReady()).isTrue();

        write("hook/Hook.java", HookLoaderTest.JAVA.formatted("better"));
        folders.refresh();
        assertThat(call("hook").body().toString()).contains("better");
        assertThat(bench.table.find("hook").orElseThrow().state()).isEqualTo("ready");
    }

    @Test
    void aRemovedFolderIsNoLongerServed() throws Exception {
        write("hook/sync.sh", "#!/bin/sh\necho '{}'\n");
        folders.refresh();
        Files.delete(root.resolve("hook/sync.sh"));
        folders.refresh();

        assertThat(call("hook").status()).isEqualTo(404);
    }

    @Test
    void anUpdateOfAMountedConfigMapIsDetected() throws Exception {
        String first = "#!/bin/sh\necho '{\"status\":{\"v\":1}}'\n";
        write("hook/..2026_a/sync.sh", first);
        write("hook/..2026_b/sync.sh", first.replace("1}", "2}"));
        FileTime same = FileTime.from(Instant.EPOCH);
        Files.setLastModifiedTime(root.resolve("hook/..2026_a/sync.sh"), same);
        Files.setLastModifiedTime(root.resolve("hook/..2026_b/sync.sh"), same);
        Path data = root.resolve("hook/..data");
        Files.createSymbolicLink(data, Path.of("..2026_a"));
        Files.createSymbolicLink(root.resolve("hook/sync.sh"), Path.of("..data/sync.sh"));
        folders.refresh();
        assertThat(call("hook").body()).hasToString("{\"status\":{\"v\":1}}\n");
        var before = bench.table.find("hook").orElseThrow().program();

        Files.delete(data);
        Files.createSymbolicLink(data, Path.of("..2026_b"));
        folders.refresh();

        assertThat(call("hook").body()).hasToString("{\"status\":{\"v\":2}}\n");
        assertThat(bench.table.find("hook").orElseThrow().program()).isNotEqualTo(before);
    }

    @Test
    void aFileThatBecomesExecutableIsLoaded() throws Exception {
        Path program = root.resolve("hook/sync");
        Files.createDirectories(program.getParent());
        Files.copy(Path.of("/bin/cat"), program);
        assertThat(program.toFile().setExecutable(false, false)).isTrue();
        folders.refresh();
        assertThat(call("hook").status()).isEqualTo(503);

        assertThat(program.toFile().setExecutable(true)).isTrue();
        folders.refresh();

        assertThat(call("hook").status()).isEqualTo(200);
    }

    @Test
    void aFolderThatCannotBeReadDoesNotStopTheOthers() throws Exception {
        write("good/sync.sh", "#!/bin/sh\necho '{}'\n");
        Path bad = Files.createDirectories(root.resolve("bad"));
        Files.createSymbolicLink(bad.resolve("loop"), bad);

        folders.refresh();

        assertThat(call("good").status()).isEqualTo(200);
        assertThat(call("bad").body().toString()).contains("cannot read");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pipe", "link"})
    void aHookThatIsNoFileIsNamedWithWhatItIs(String kind) throws Exception {
        write("good/sync.sh", "#!/bin/sh\necho '{}'\n");
        String what = kind.equals("pipe") ? "a pipe, socket or device" : "a link that leads nowhere";
        special(kind, "executable/sync.py");
        special(kind, "java/shop/Hook.java");
        special(kind, "whole");
        special(kind, ".hidden");
        special(kind, "good/data.sock");
        special(kind, "good/.sync.py");

        folders.refresh();

        assertThat(call("good").status()).isEqualTo(200);
        assertThat(bench.table.find("executable").flatMap(HookRegistry.Entry::problem))
                .hasValue("sync.py is " + what + ", not a file");
        assertThat(bench.table.find("java").flatMap(HookRegistry.Entry::problem))
                .hasValue("shop/Hook.java is " + what + ", not a file");
        assertThat(bench.table.find("whole").flatMap(HookRegistry.Entry::problem))
                .hasValue(root.resolve("whole") + " is " + what + ", not the folder of a hook");
        assertThat(bench.hooks.names()).containsExactly("executable", "good", "java", "whole");
        folders.refresh();
        assertThat(log.all().stream().filter(line -> line.getMessage().equals("hook failed to load")))
                .as("each once")
                .hasSize(3);

        Files.delete(root.resolve("executable/sync.py"));
        write("executable/sync.py", "#!/bin/sh\necho '{}'\n");
        folders.refresh();
        assertThat(call("executable").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pipe", "link"})
    void aHookBesideOtherFilesThatIsNoFileIsNamedToo(String kind) throws Exception {
        special(kind, "example/sync.py");
        write("example/controller.yaml", "{}");
        Path example = root.resolve("example");

        new HookFolders(() -> HookSource.in(example, Set.of()), bench.loader, bench.table).refresh();

        assertThat(bench.table
                        .find("example")
                        .flatMap(HookRegistry.Entry::problem)
                        .orElseThrow())
                .startsWith("sync.py is a ");
    }

    private Path special(String kind, String name) throws Exception {
        Path path = root.resolve(name);
        Files.createDirectories(path.getParent());
        if (kind.equals("link")) {
            Files.createSymbolicLink(path, Path.of("nowhere"));
        } else {
            assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor())
                    .isZero();
        }
        return path;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFolderThatIsGoneIsReportedOnceAndItsHooksStayInUse(boolean isReplacedByAFile) throws Exception {
        Path hooks = Files.createDirectory(root.resolve("hooks"));
        write("hooks/good/sync.sh", "#!/bin/sh\necho '{}'\n");
        HookFolders present = new HookFolders(() -> HookSource.inPresent(hooks, Set.of()), bench.loader, bench.table);
        present.refresh();
        assertThat(bench.hooks.isReady()).isTrue();

        Files.move(hooks, root.resolve("elsewhere"));
        if (isReplacedByAFile) {
            Files.createFile(hooks);
        }
        present.refresh();
        present.refresh();

        String problem = "no such hooks folder: " + hooks;
        assertThat(bench.hooks.isReady()).isFalse();
        assertThat(bench.hooks.list().readiness()).isEqualTo(problem);
        assertThat(bench.hooks.names()).containsExactly("good");
        assertThat(log.all().stream().filter(line -> line.getLevel() == Level.ERROR))
                .singleElement()
                .satisfies(line ->
                        assertThat(line.getKeyValuePairs().getFirst().value).isEqualTo(problem));

        Files.deleteIfExists(hooks);
        Files.move(root.resolve("elsewhere"), hooks);
        present.refresh();

        assertThat(bench.hooks.isReady()).isTrue();
        assertThat(bench.hooks.list().readiness()).isEqualTo("ok");
        assertThat(call("good").status()).isEqualTo(200);
        assertThat(log.all().getLast().getMessage()).isEqualTo("hook folders can be read again");
    }

    @Test
    void aMissingDirectoryHasNoHooks() {
        new HookFolders(root.resolve("nowhere"), bench.loader, bench.table).refresh();

        assertThat(bench.table.all()).isEmpty();
    }

    private void write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH.plusSeconds(++edits)));
    }

    private Response call(String name) throws InterruptedException {
        return bench.hooks.serve("/" + name + "/sync", Requests.utf8(Requests.SYNC));
    }
}
