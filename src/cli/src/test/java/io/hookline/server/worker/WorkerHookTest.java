package io.hookline.server.worker;

import static io.hookline.server.worker.ScriptLanguage.ask;
import static io.hookline.server.worker.ScriptLanguage.pid;
import static io.hookline.server.worker.Scripts.call;
import static io.hookline.server.worker.Scripts.sync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.server.Requests;
import io.hookline.server.call.CallRejectedException;
import io.hookline.server.call.HookSettings;
import io.hookline.testing.FixtureRunner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for worker hooks of every language. */
class WorkerHookTest {

    @TempDir
    Path folder;

    private Scripts scripts;

    @BeforeEach
    void open() {
        scripts = new Scripts(folder);
    }

    @AfterEach
    void close() {
        scripts.close();
    }

    @ParameterizedTest
    @EnumSource
    void oneProcessAnswersAllCalls(ScriptLanguage language) throws Exception {
        WorkerHook hook = language.load(scripts);

        String first = sync(hook);
        String second = sync(hook);

        assertThat(first).contains("Ann");
        assertThat(second.replace(" ", "")).contains("\"calls\":2");
        assertThat(pid(second)).isEqualTo(pid(first));
    }

    @ParameterizedTest
    @EnumSource
    void theHookSeesTheTimeOfItsCallOnly(ScriptLanguage language) throws Exception {
        WorkerHook hook = language.load(scripts);

        HookReply dated = hook.call(HookType.SYNC, Requests.utf8(Requests.SYNC), Optional.of(FixtureRunner.NOW));

        assertThat(((HookReply.Answered) dated).body().toString()).contains("2026-01-01T00:00:00Z");
        assertThat(sync(hook)).containsPattern("\"now\": ?null");
    }

    @ParameterizedTest
    @CsvSource({
        "PYTHON, sync.py:9 ValueError: out of luck",
        "JAVASCRIPT, sync.js:8 RangeError: out of luck",
    })
    void anExceptionIsOneLineWithItsPlaceAndTheWorkerSurvives(ScriptLanguage language, String error) throws Exception {
        WorkerHook hook = language.load(scripts);
        long before = pid(sync(hook));

        assertThatThrownBy(() -> ask(hook, "raise"))
                .isInstanceOf(HookException.class)
                .hasMessage(error);

        assertThat(pid(sync(hook))).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({
        "PYTHON, 'sync returned None, expected a dict; is a return missing?'",
        "JAVASCRIPT, 'sync returned null, expected an object'"
    })
    void noAnswerIsAnError(ScriptLanguage language, String error) throws Exception {
        WorkerHook hook = language.load(scripts);

        assertThatThrownBy(() -> ask(hook, "none")).hasMessage(error);
    }

    @ParameterizedTest
    @EnumSource
    void atTheTimeoutOnlyTheWorkerOfTheCallIsKilled(ScriptLanguage language) throws Exception {
        scripts.write(language.file, language.script);
        WorkerHook hook = scripts.load(HookSettings.DEFAULTS.withTimeout(Duration.ofSeconds(5)));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            long first = pid(sync(hook));
            Future<String> waiting = threads.submit(() -> ask(hook, "wait"));
            await().until(() -> hook.running() == 1);

            assertThatThrownBy(() -> ask(hook, "loop"))
                    .isInstanceOf(CallRejectedException.class)
                    .hasMessageMatching(
                            language.file.replace(".", "\\.") + " gave no answer within 5 s and its worker was killed"
                                    + (language == ScriptLanguage.PYTHON ? " at sync\\.py:1\\d" : "")
                                    + ": it waited.*");

            assertThatThrownBy(waiting::get).hasMessageContaining("gave no answer"); // it had the same limit
            assertThat(pid(sync(hook))).isNotEqualTo(first);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theMemoryLimitIsNamedWhenItIsReached(ScriptLanguage language) throws Exception {
        scripts.write(language.file, language.script);
        WorkerHook hook = scripts.load(
                HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)).withWorkerMemory(64 << 20));
        long before = pid(sync(hook));

        assertThatThrownBy(() -> ask(hook, "memory"))
                .isInstanceOf(HookException.class)
                .hasMessageContaining(language.file)
                .hasMessageEndingWith("a worker may use 64 MiB (--worker-memory)");

        assertThat(pid(sync(hook))).isNotEqualTo(before);
    }

    /** As Ctrl-C in a terminal is, or the end of a service of systemd: the server still answers for some seconds. */
    @ParameterizedTest
    @CsvSource({"PYTHON, INT", "PYTHON, TERM", "JAVASCRIPT, INT", "JAVASCRIPT, TERM"})
    void aSignalToAllProcessesOfTheServerDoesNotEndAWorker(ScriptLanguage language, String signal) throws Exception {
        WorkerHook hook = language.load(scripts);
        long worker = pid(sync(hook));

        new ProcessBuilder("kill", "-" + signal, Long.toString(worker)).start().waitFor();

        assertThat(pid(sync(hook))).isEqualTo(worker);
    }

    @ParameterizedTest
    @EnumSource
    void standardInputIsEmptyForTheHook(ScriptLanguage language) throws Exception {
        assertThat(ask(language.load(scripts), "read")).containsPattern("\"who\": ?\"\"");
    }

    @ParameterizedTest
    @EnumSource
    void whatTheHookPrintsDoesNotChangeItsAnswer(ScriptLanguage language) throws Exception {
        WorkerHook hook = language.load(scripts);

        assertThat(ask(hook, "print")).contains("print");
        assertThat(ask(hook, "after")).contains("after");
    }

    @ParameterizedTest
    @EnumSource
    void textOfAllKindsIsReturnedAsItWas(ScriptLanguage language) throws Exception {
        WorkerHook hook = language.load(scripts);

        String answer = ask(hook, "\u2028 \\ud800 \\u0000 \\u0003 \ud83d\ude00 \u00e9 \\n");

        assertThat(answer.replace("\\u2028", "\u2028")
                        .replace("\\ud83d\\ude00", "\ud83d\ude00")
                        .replace("\\u00e9", "\u00e9"))
                .contains("\u2028 \\ud800 \\u0000 \\u0003 \ud83d\ude00 \u00e9 \\n");
    }

    @ParameterizedTest
    @EnumSource
    void aRequestOfManyMegabytesWithLineBreaksIsAnswered(ScriptLanguage language) throws Exception {
        WorkerHook hook = language.load(scripts);
        String large = "x".repeat(9 << 20);

        String answer = call(
                hook,
                HookType.SYNC,
                Requests.request(large, false).replace(",", ",\r\n").replace("{", "{\n"));

        assertThat(answer).hasSizeGreaterThan(9 << 20).contains(large);
    }

    /** A child that returns from the function, or raises SystemExit, must not answer in its parent's place. */
    @ParameterizedTest
    @ValueSource(strings = {"return {'status': {'who': 'child'}}", "sys.exit(3)", "raise ValueError('child')"})
    void aForkedChildDoesNotAnswer(String inChild) throws Exception {
        WorkerHook hook = scripts.write("sync.py", """
                import os, sys
                def sync(request):
                    child = os.fork()
                    if child == 0:
                        %s
                    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
                    return {"status": {"who": "parent", "code": code}}
                """.formatted(inChild)).load();

        String code = inChild.startsWith("sys") ? "3" : inChild.startsWith("raise") ? "1" : "0";
        assertThat(sync(hook)).isEqualTo("{\"status\": {\"who\": \"parent\", \"code\": " + code + "}}");
        assertThat(sync(hook)).contains("parent");
    }

    @Test
    void anAnswerThatIsTooLargeIsNamedAsSuch() throws Exception {
        WorkerHook hook = scripts.write("sync.py", "def sync(request): return {'status': 'x' * (65 << 20)}\n")
                .load();

        assertThatThrownBy(() -> sync(hook)).hasMessage("sync.py: the answer has more than 64 MiB");
    }

    @Test
    void aStatusOtherThan200IsNoAnswer() throws Exception {
        WorkerHook hook = scripts.write("sync.js", """
                module.exports = async function (context) {
                  const who = context.request.body.parent.spec.who;
                  if (who === "busy") return { status: 429, headers: { "retry-after": 7 }, body: "later" };
                  return { status: 500, body: "no\\nluck" };
                };
                """).load();

        assertThat(hook.call(HookType.SYNC, Requests.utf8(Requests.request("busy", false))))
                .isEqualTo(new HookReply.Later(Optional.of(Duration.ofSeconds(7))));
        assertThatThrownBy(() -> sync(hook)).hasMessage("sync returned status 500: no luck");
    }
}
