package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.testing.FreePort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code hookline dev} prints when a hook fails: one line for each failure, with the line of the hook. Most tests are a project each
 * in the folder of one process.
 */
class DevFailuresIT {

    private static final String JAVA = """
            import io.fabric8.kubernetes.api.model.*;
            import io.hookline.hook.*;

            public final class WebAppHook implements SyncHook<WebAppHook.WebApp> {
                record WebApp(ObjectMeta metadata, Spec spec) implements Parent {}
                record Spec(String color, Integer replicas, String owner) {}

                public Answer sync(Sync<WebApp> in) {
                    return Answer.of(child(in.parent()));
                }

                private static ConfigMap child(WebApp parent) {
                    return new ConfigMapBuilder().withNewMetadata().withName(parent.name()).endMetadata()
                            .addToData("owner", parent.spec().owner().strip()).build();
                }
            }
            """;

    private static final String THROWN = "WebAppHook.java:14 NullPointerException: Cannot invoke \"String.strip()\"";

    @TempDir
    private static Path folder;

    private static DevProcess dev;

    @BeforeAll
    static void start() throws Exception {
        dev = new DevProcess(folder);
        dev.startEmpty();
    }

    @AfterEach
    void clear() throws Exception {
        dev.clear();
    }

    @AfterAll
    static void kill() {
        dev.close();
    }

    /** Writes a project with this hook. */
    private static void write(DevProcess dev, String hook, String code) throws Exception {
        dev.write(hook, code);
        dev.write("crd.yaml", ProjectFiles.CRD);
        dev.write("controller.yaml", ProjectFiles.CONTROLLER);
        dev.write("sample.yaml", ProjectFiles.SAMPLE);
    }

    private static List<String> printed(String text) {
        return dev.printed().lines().filter(line -> line.contains(text)).toList();
    }

    private static void awaitLine(String regex) {
        awaitLine(dev, regex);
    }

    private static void awaitLine(DevProcess dev, String regex) {
        dev.awaitPrinted(Pattern.compile(regex, Pattern.MULTILINE));
    }

    @Test
    void aJavaHookThatThrowsIsOneLineAndEqualFailuresAreCounted() throws Exception {
        write(dev, "hooks/webapp/WebAppHook.java", JAVA);

        awaitLine("^\\S+  webapp +ERROR " + Pattern.quote(THROWN)
                + ".* is null \\(WebApp default/shop, sync, attempt 1, next in 5 ms\\)$");
        awaitLine(
                " is null … \\d+ more times in \\S+ s \\(WebApp default/shop, sync, attempt \\d+, next in \\S+ s\\)$");

        assertThat(printed("NullPointerException")).hasSize(2);
        assertThat(dev.printed()).doesNotContain("    at ", "\tat ", "requestId", "unsupported status code");
    }

    @Test
    void theStackTraceOfAJavaHookIsPrintedWithVerbose(@TempDir Path own) throws Exception {
        try (DevProcess verbose = new DevProcess(own)) {
            write(verbose, "hooks/webapp/WebAppHook.java", JAVA);
            verbose.start("-v");

            awaitLine(verbose, "^    at .*WebAppHook.child\\(WebAppHook.java:14\\)$");
            awaitLine(verbose, "^    at .*WebAppHook.sync\\(WebAppHook.java:9\\)$");
        }
    }

    @Test
    void aFailureThatComesBackAfterAnEditOfTheHookIsPrintedAgain() throws Exception {
        write(dev, "hooks/webapp/WebAppHook.java", JAVA);
        awaitLine(Pattern.quote(THROWN));

        dev.write("hooks/webapp/WebAppHook.java", JAVA + "// edited\n");

        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> printed("attempt 1, ").size() >= 2);
    }

    @Test
    void anEditDuringACallIsNoFailure(@TempDir Path own) throws Exception {
        String hanging = JAVA.replace(
                "return Answer.of(child(in.parent()));",
                "System.out.println(\"waiting\"); try { Thread.sleep(600_000); } catch (InterruptedException e) {"
                        + " throw new IllegalStateException(e); } return Answer.of();");
        try (DevProcess debugged = new DevProcess(own)) {
            write(debugged, "hooks/webapp/WebAppHook.java", hanging);
            debugged.start(
                    "--debug=" + FreePort.find()); // calls have no timeout: a busy machine may notice the edit late
            awaitLine(debugged, "webapp +\\| waiting$"); // long before dev is ready

            debugged.write("hooks/webapp/WebAppHook.java", JAVA.replace("parent.spec().owner().strip()", "\"me\""));

            awaitLine(debugged, "created ConfigMap default/shop .*hook changed");
            assertThat(debugged.printed()).doesNotContain("ERROR", "during the call");
        }
    }

    @Test
    void aFieldOfTheParentThatDoesNotFitTheRecordIsOneLineWithObjectAndField() throws Exception {
        write(dev, "hooks/webapp/WebAppHook.java", JAVA);
        dev.write("sample.yaml", ProjectFiles.SAMPLE.replace("color: blue", "replicas: three"));

        awaitLine("ERROR WebApp default/shop: spec.replicas: expected a number, was a string"
                + " \\(WebApp default/shop, sync, attempt 1, next in 5 ms\\)$");
    }

    @Test
    void aPythonHookThatRaisesIsOneLineWithItsLine() throws Exception {
        write(dev, "sync.py", ProjectFiles.HOOK.replace("[\"color\"]", "[\"colour\"]"));

        awaitLine("ERROR sync.py:5 KeyError: 'colour' \\(WebApp default/shop, sync, attempt 1, next in 5 ms\\)$");

        assertThat(dev.printed()).doesNotContain("Traceback");
    }

    @Test
    void anAnswerWithAMistypedNameOfTheChildrenDeletesNothingAndNamesIt() throws Exception {
        write(dev, "sync.py", ProjectFiles.HOOK);
        dev.awaitPrinted("created ConfigMap default/shop");

        dev.write("sync.py", ProjectFiles.HOOK.replace("\"children\"", "\"childen\""));

        // A call of the old version that its end has interrupted is an attempt too.
        awaitLine("ERROR the answer of the hook: unknown field \"childen\"; did you mean \"children\"\\?"
                + " \\(WebApp default/shop, sync, attempt [12], next in \\d+ ms\\)$");
        awaitLine("more times in");
        assertThat(dev.printed()).doesNotContain("deleted");
        assertThat(printed("childen"))
                .allMatch(line -> line.contains("unknown field") && line.contains("(WebApp default/shop, sync, "));
    }

    @Test
    void aChildOfAnUndeclaredKindIsWarnedAboutOnce() throws Exception {
        write(
                dev,
                "sync.py",
                ProjectFiles.HOOK
                        .replace("\"kind\": \"ConfigMap\"", "\"kind\": \"Secret\"")
                        .replace("\"data\":", "\"stringData\":"));
        dev.awaitPrinted("created Secret default/shop");
        dev.write("sample.yaml", ProjectFiles.SAMPLE.replace("blue", "red"));
        dev.awaitPrinted("\"blue\" → \"red\"");
        dev.write("third.yaml", ProjectFiles.SAMPLE.replace("name: shop", "name: other"));
        dev.awaitPrinted("created Secret default/other");

        assertThat(printed("it is leaked: nothing deletes it when the hook no longer returns it"))
                .hasSize(2)
                .allMatch(line -> line.contains("WARN"));
    }
}
