package io.hookline.testing.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of a failed step. */
class FailureReportTest {

    private static final String SECRET = """
            - apply: {apiVersion: v1, kind: Secret, metadata: {name: s, annotations:
                {kubectl.kubernetes.io/last-applied-configuration: b3Blbg==}}, data: {password: b3Blbg==}}
            """;

    @TempDir
    private Path root;

    private ScenarioBench bench;

    @BeforeEach
    void open() {
        bench = new ScenarioBench(root);
    }

    private StepFailure failure(String steps, String... log) throws Exception {
        ScenarioEnvironment environment = bench.hand.environment().withWatcherLog(() -> List.of(log));
        ScenarioResult result = ScenarioRunner.run(bench.folder(steps), environment);
        assertThat(result).isInstanceOf(ScenarioResult.Failed.class);
        return ((ScenarioResult.Failed) result).failure();
    }

    @Test
    void aLimitThatIsLongerOnABusyMachineIsNamed() throws Exception {
        ScenarioEnvironment busy = bench.hand.environment().patient(4);
        ScenarioResult result = ScenarioRunner.run(bench.folder("- {expect: cm/other, within: 3s}"), busy);

        assertThat(((ScenarioResult.Failed) result).failure().toString())
                .contains("  expected  cm/other within 3s\n  waited    12s, since the machine is busy\n");
    }

    @Test
    void aFailureIsAnAlignedTextWithTheStepsNameAsASentence() throws Exception {
        StepFailure failure = failure(
                """
                - expect: cm/a
                - name: both keys are set
                  expect: cm/a
                  where: {data.k: w, data.x: {present: true}}
                """,
                "12:00:01.000 INFO  created  child=ConfigMap example-x/a",
                "12:00:02.000 INFO  other  child=Pod example-y/a");

        assertThat(failure.toString()
                        .replaceAll("(?m)^  at .*/x/", "  at        ")
                        .replaceAll("uid: .*", "uid: 1")
                        .replaceAll("resourceVersion: .*", "resourceVersion: '2'"))
                .isEqualTo("""
                        step 2: Both keys are set.
                          at        expect.yaml:4
                          expected  cm/a within 5s, with
                                      data.k = "w"
                                      data.x present
                          saw       data.k = "v"
                                    data.x = nothing
                          object    apiVersion: v1
                                    data:
                                      k: v
                                    kind: ConfigMap
                                    metadata:
                                      creationTimestamp: '2026-01-01T00:00:00Z'
                                      name: a
                                      namespace: example-x
                                      resourceVersion: '2'
                                      uid: 1
                          watcher   12:00:01.000 INFO  created  child=ConfigMap example-x/a""");
    }

    @Test
    void ofASecretTheKeysAreShownAndNotTheValues() throws Exception {
        StepFailure failure = failure(SECRET + """
                - expect: Secret/s
                  where: {data.password: c2VjcmV0, data.user: {present: true}}
                """);

        assertThat(failure.detail("saw"))
                .isEqualTo("data.password = \"(redacted, 8 characters)\"\ndata.user = nothing");
        assertThat(failure.detail("object")).contains("password: (redacted, 8 characters)");
        assertThat(failure.toString()).doesNotContain("b3Blbg");
    }

    @Test
    void ofASecretThatIsNotRepairedOrChangesTheValuesAreNotShown() throws Exception {
        String stolen = "{data: {password: c3RvbGVu}}";

        assertThat(failure(SECRET + "- break: Secret/s\n  merge: " + stolen + "\n")
                        .toString())
                .contains("data.password = \"(redacted, 8 characters)\" instead of \"(redacted, 8 characters)\"")
                .doesNotContain("b3Blbg", "c3RvbGVu");
    }

    @Test
    void theWatchersLastFiveLinesAboutTheObjectAreShown() throws Exception {
        String[] log = new String[12];
        for (int i = 0; i < log.length; i++) {
            log[i] = i + " updated  child=ConfigMap example-x/" + (i % 2 == 0 ? "a" : "a-longer-name");
        }

        assertThat(failure("- gone: cm/a", log).detail("watcher").lines().map(line -> line.split(" ")[0]))
                .containsExactly("2", "4", "6", "8", "10");
    }

    @Test
    void linesForDevelopersAreLeftOut() throws Exception {
        assertThat(failure(
                                "- gone: cm/a",
                                "12:00:01.000 INFO  updated  child=ConfigMap example-x/a",
                                "12:00:02.000 DEBUG synced  parent=Foo example-x/a  watchTook=PT0.000459659S",
                                "12:00:03.000 TRACE called  parent=Foo example-x/a",
                                "12:00:04.000 ERROR INFO or DEBUG missing  parent=Foo example-x/a")
                        .detail("watcher"))
                .isEqualTo("12:00:01.000 INFO  updated  child=ConfigMap example-x/a\n"
                        + "12:00:04.000 ERROR INFO or DEBUG missing  parent=Foo example-x/a");
        assertThat(failure("- gone: cm/a", "12:00:02.000 DEBUG synced  parent=Foo example-x/a")
                        .detail("watcher"))
                .isEmpty();
    }

    @Test
    void aStepThatWaitsTellsTheNewestWarningOnce() throws Exception {
        List<String> told = new ArrayList<>();
        ScenarioEnvironment environment = bench.hand.environment().telling(told::add);
        bench.hand.after(Duration.ofSeconds(3), () -> warn("a"));
        bench.hand.after(Duration.ofSeconds(4), () -> warn("b"));

        ScenarioRunner.run(bench.folder("- expect: cm/none\n"), environment);

        assertThat(told)
                .containsExactly("example-x, still waiting. Newest warning: SyncError about Foo/a: sync.py:59 boom");
    }

    @Test
    void aShortStepTellsNothing() throws Exception {
        List<String> told = new ArrayList<>();
        bench.hand.after(Duration.ofMillis(100), () -> warn("a"));

        ScenarioRunner.run(
                bench.folder("- expect: cm/none\n  within: 1s\n"),
                bench.hand.environment().telling(told::add));

        assertThat(told).isEmpty();
    }

    private void warn(String about) {
        ApiResource events = bench.hand.environment().resource("events").orElseThrow();
        bench.hand
                .cluster()
                .create(
                        events,
                        KubeObject.of(
                                "{\"apiVersion\":\"v1\",\"kind\":\"Event\",\"metadata\":{\"namespace\":\"example-x\",\"name\":\""
                                        + about
                                        + "\"},\"type\":\"Warning\",\"reason\":\"SyncError\",\"message\":\"sync.py:59 boom\","
                                        + "\"involvedObject\":{\"kind\":\"Foo\",\"namespace\":\"example-x\",\"name\":\""
                                        + about + "\"}}"),
                        WriteOptions.PLAIN);
    }

    @Test
    void whereNoLineNamesTheObjectTheLastOnesOfItsNamespaceAreShown() throws Exception {
        assertThat(failure("- expect: cm/b", "1 failed  parent=Foo example-x/f", "2 failed  parent=Foo other/f")
                        .detail("watcher"))
                .isEqualTo("1 failed  parent=Foo example-x/f");
    }

    @Test
    void longLinesAreCut() throws Exception {
        String line = "1 failed  parent=Foo example-x/a  " + "x".repeat(1000);

        assertThat(failure("- gone: cm/a", line).detail("watcher")).hasSize(303).endsWith("xxx...");
    }

    @Test
    void ofALongObjectTheBeginningIsShown() throws Exception {
        StringBuilder data = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            data.append("k").append(i).append(": v, ");
        }
        StepFailure failure = failure("- change: cm/a\n  merge: {data: {" + data + "}}\n- gone: cm/a");

        assertThat(failure.detail("object").lines())
                .hasSize(81)
                .last()
                .asString()
                .endsWith(" more lines");
    }

    @Test
    void aStepAboutAnObjectThatDoesNotExistShowsNone() throws Exception {
        assertThat(failure("- expect: cm/b").details())
                .extracting(StepFailure.Detail::label)
                .containsExactly("at", "expected", "saw");
    }
}
