package io.hookline.console;

import static io.hookline.console.WatchedWorld.configMap;
import static io.hookline.console.WatchedWorld.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.Invocation;
import io.hookline.kube.config.ConfigLoader;
import io.hookline.local.LocalCluster;
import io.hookline.local.http.LocalApiServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code hookline why}, and the flags of the console that it asks. */
class WhyCommandTest {

    @TempDir
    private Path folder;

    private final WatchedWorld world = new WatchedWorld();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void settle() {
        world.hook = _ -> configMap("one");
        world.controller(hooks("sync"));
        world.thing("p");
        soon().until(() -> world.why("Thing/p").contains("  now        done"));
    }

    @AfterEach
    void close() {
        world.close();
    }

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Invocation.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(Invocation.normalised(args));
    }

    private int why(String... args) throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "the-token\n");
        String[] all = new String[args.length + 3];
        all[0] = "why";
        all[1] = "--url=" + world.console.uri();
        all[2] = "--token-file=" + token;
        System.arraycopy(args, 0, all, 3, args.length);
        return run(all);
    }

    @Test
    void itPrintsWhatTheConsoleAnswers() throws IOException {
        assertThat(why("Thing/p")).isZero();
        assertThat(out.toString())
                .startsWith("Thing default/p    CompositeController c\n")
                .contains("    because  parent added");

        assertThat(why("things.test.hookline.io/p", "-n", "default", "--controller", "c", "-o", "json"))
                .isZero();
        assertThat(out.toString()).startsWith("{\"objects\":[{");

        assertThat(why()).isZero();
        assertThat(out.toString()).startsWith("CompositeController c   Ready ");
    }

    @Test
    void itFollowsAnObjectUntilTheWatcherEnds() throws Exception {
        soon().until(() -> world.why("Thing/p").contains("  quiet  "));
        CompletableFuture<Integer> exit = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                exit.complete(why("Thing/p", "--follow"));
            } catch (IOException e) {
                exit.completeExceptionally(e);
            }
        });
        soon().until(() -> out.toString().contains("known since"));
        for (String text : List.of("two", "three")) {
            world.hook = _ -> configMap(text);
            world.edit("things", "p", "{\"spec\":{\"who\":\"" + text + "\"}}", "kubectl-patch");
            soon().until(() -> out.toString().contains("→ \"" + text + "\"\n"));
        }

        String further = out.toString().substring(out.toString().indexOf("known since"));
        assertThat(further)
                .containsSubsequence("changed by kubectl-patch", "\"two\"", "changed by kubectl-patch", "\"three\"")
                .doesNotContain("parent added");
        assertThat(exit).isNotDone();
        world.console.close();
        assertThat(exit.get(60, TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(err.toString()).contains("has ended");
    }

    @Test
    void itEndsWhenNobodyReadsItsOutputAnyMore() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "the-token\n");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.hookline.cli.Main",
                        "why",
                        "Thing/p",
                        "-f",
                        "--url=" + world.console.uri(),
                        "--token-file=" + token)
                .redirectErrorStream(true)
                .start();
        try {
            assertThat(process.inputReader().readLine()).startsWith("Thing default/p");
            process.getInputStream().close(); // as after | head -1

            AtomicInteger edits = new AtomicInteger();
            soon().until(() -> {
                world.hook = _ -> configMap("edit " + edits.incrementAndGet());
                world.edit("things", "p", "{\"spec\":{\"edits\":" + edits + "}}", "me");
                return process.waitFor(50, TimeUnit.MILLISECONDS);
            });
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void whatIsNotKnownIsAFailure() throws IOException {
        assertThat(why("Thing/q")).isEqualTo(1);
        assertThat(err.toString()).isEqualTo("no controller has Thing default/q\n");
        assertThat(why("Thing/p", "-n", "other")).isEqualTo(1);
        assertThat(why("Thing/p", "--controller", "another")).isEqualTo(1);
        assertThat(why("Thing")).isEqualTo(2);

        Path wrong = Files.writeString(folder.resolve("wrong"), "another");
        assertThat(run("why", "Thing/p", "--url=" + world.console.uri(), "--token-file=" + wrong))
                .isEqualTo(1);
        assertThat(err.toString()).contains("no valid bearer token");

        world.console.close();
        assertThat(why("Thing/p")).isEqualTo(1);
        assertThat(err.toString())
                .contains("does not answer")
                .endsWith("; check that it runs, and the port of the tunnel\n");
    }

    @Test
    void theKubeconfigOfDevHasAddressTokenAndNamespace() throws IOException {
        try (LocalApiServer server = LocalApiServer.start((LocalCluster) world.cluster, 0)) {
            String text = server.kubeconfig(
                            "default", Optional.of(Map.entry(ConfigLoader.CONSOLE, world.console.uri())))
                    .replace(server.token().text(), "the-token");
            Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), text);

            assertThat(run("why", "Thing/p", "--kubeconfig=" + kubeconfig))
                    .as(err.toString())
                    .isZero();
            assertThat(out.toString()).startsWith("Thing default/p");

            world.console.close();
            assertThat(run("why", "Thing/p", "--kubeconfig=" + kubeconfig)).isEqualTo(1);
            assertThat(err.toString())
                    .startsWith("hookline: the watcher at " + world.console.uri() + " does not answer: ")
                    .endsWith("; it is that of hookline dev, which has probably ended: start it again\n");

            Files.writeString(kubeconfig, server.kubeconfig());
            assertThat(run("why", "Thing/p", "--kubeconfig=" + kubeconfig)).isEqualTo(1);
            assertThat(err.toString()).contains("names no console of a watcher").doesNotContain("the-token");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "why Thing/p --url=http://127.0.0.1:1          | --url needs --token-file",
                "why --follow --url=http://127.0.0.1:1         | --follow needs an object",
                "why Thing/p --follow -o json                  | --follow needs an object, and prints text only",
                "why Thing/p --url=ftp://x --token-file=pom.xml | expected http://HOST:PORT",
                "watch --console-address=127.0.0.1:0           | --console-address needs --console-token-file",
                "run --console-address=127.0.0.1:0             | --console-address needs --console-token-file",
                "watch --journal-memory=lots                   | --journal-memory: expected 0 or an amount such as 8Mi"
            })
    void wrongUsageIsNamed(String args, String message) {
        assertThat(run(args.strip().split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains(message);
    }
}
