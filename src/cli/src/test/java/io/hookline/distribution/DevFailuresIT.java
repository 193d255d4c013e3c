package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.testing.FreePort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code hookline dev} prints when a hook fails: one line for each failure, with the line of the hook. */
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
    private Path folder;

    private DevProcess dev;

    @BeforeEach
    void prepare() throws Exception {
        dev = new DevProcess(folder);
        dev.write("crd.yaml", ProjectFiles.CRD);
        dev.write("controller.yaml", ProjectFiles.CONTROLLER);
        dev.write("sample.yaml", ProjectFiles.SAMPLE);
    }

    @AfterEach
    void kill() {
        dev.close();
    }

    private List<String> printed(String text) {
        return dev.printed().lines().filter(line -> line.contains(text)).toList();
    }

    private void awaitLine(String regex) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(
                        () -> assertThat(dev.printed()).containsPattern(Pattern.compile(regex, Pattern.MULTILINE)));
    }

    @Test
    void aJavaHookThatThrowsIsOneLineAndEqualFailuresAreCounted() throws Exception {
        dev.write("hooks/webapp/WebAppHook.java", JAVA);
        dev.start();

        awaitLine("^\\S+  webapp +ERROR " + Pattern.quote(THROWN)
                + ".* is null \\(WebApp default/shop, sync, attempt 1, next in 5 ms\\)$");
        awaitLine(
                " is null … \\d+ more times in \\S+ s \\(WebApp default/shop, sync, attempt \\d+, next in \\S+ s\\)$");

        assertThat(printed("NullPointerException")).hasSize(2);
        assertThat(dev.printed()).doesNotContain("    at ", "\tat ", "requestId", "unsupported status code");
    }

    @Test
    void theStackTraceOfAJavaHookIsPrintedWithVerbose() throws Exception {
        dev.write("hooks/webapp/WebAppHook.java", JAVA);
        dev.start("-v");

        awaitLine("^    at .*WebAppHook.child\\(WebAppHook.java:14\\)$");
        awaitLine("^    at .*WebAppHook.sync\\(WebAppHook.java:9\\)$");
    }

    @Test
    void aFailureThatComesBackAfterAnEditOfTheHookIsPrintedAgain() throws Exception {
        dev.write("hooks/webapp/WebAppHook.java", JAVA);
        dev.start();
        awaitLine(Pattern.quote(THROWN));

        dev.write("hooks/webapp/WebAppHook.java", JAVA + "// edited\n");

        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> printed("attempt 1, ").size() >= 2);
    }

    @Test
    void anEditDuringACallIsNoFailure() throws Exception {
        String hanging = JAVA.replace(
                "return Answer.of(child(in.parent()));",
                "System.out.println(\"waiting\"); try { Thread.sleep(600_000); } catch (InterruptedException e) {"
                        + " throw new IllegalStateException(e); } return Answer.of();");
        dev.write("hooks/webapp/WebAppHook.java", hanging);
        dev.start("--debug=" + FreePort.find()); // calls have no timeout: a busy machine may notice the edit late
        awaitLine("webapp +\\| waiting$"); // long before dev is ready

        dev.write("hooks/webapp/WebAppHook.java", JAVA.replace("parent.spec().owner().strip()", "\"me\""));

        awaitLine("created ConfigMap default/shop .*hook changed");
        assertThat(dev.printed()).doesNotContain("ERROR", "during the call");
    }

    @Test
    void aFieldOfTheParentThatDoesNotFitTheRecordIsOneLineWithObjectAndField() throws Exception {
        dev.write("sample.yaml", ProjectFiles.SAMPLE.replace("color: blue", "replicas: three"));
        dev.write("hooks/webapp/WebAppHook.java", JAVA);
        dev.start();

        awaitLine("ERROR WebApp default/shop: spec.replicas: expected a number, was a string"
                + " \\(WebApp default/shop, sync, attempt 1, next in 5 ms\\)$");
    }

    @Test
    void aPythonHookThatRaisesIsOneLineWithItsLine() throws Exception {
        dev.write("sync.py", ProjectFiles.HOOK.replace("[\"color\"]", "[\"colour\"]"));
        dev.start();

        awaitLine("ERROR sync.py:5 KeyError: 'colour' \\(WebApp default/shop, sync, attempt 1, next in 5 ms\\)$");

        assertThat(dev.printed()).doesNotContain("Traceback");
    }

    @Test
    void anAnswerWithAMistypedNameOfTheChildrenDeletesNothingAndNamesIt() throws Exception {
        dev.write("sync.py", ProjectFiles.HOOK);
        dev.start();
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
        dev.write(
                "sync.py",
                ProjectFiles.HOOK
                        .replace("\"kind\": \"ConfigMap\"", "\"kind\": \"Secret\"")
                        .replace("\"data\":", "\"stringData\":"));
        dev.start();
        dev.awaitPrinted("created Secret default/shop");
        dev.write("sample.yaml", ProjectFiles.SAMPLE.replace("blue", "red"));
        dev.awaitPrinted("\"blue\" → \"red\"");
        dev.write("third.yaml", ProjectFiles.SAMPLE.replace("name: shop", "name: other"));
        dev.awaitPrinted("created Secret default/other");

        assertThat(printed("it is leaked: nothing deletes it when the hook no longer returns it"))
                .hasSize(2)
                .allMatch(line -> line.contains("WARN"));
        Files.delete(folder.resolve("third.yaml"));
    }
}
