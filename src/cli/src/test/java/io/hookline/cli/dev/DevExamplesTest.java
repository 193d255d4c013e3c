package io.hookline.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.terminal.Console;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.distribution.ProjectFiles;
import io.hookline.object.ApiResource;
import io.hookline.object.ObjectKey;
import io.hookline.testing.embedded.ControllerKinds;
import io.hookline.testing.scenario.HandDrivenEnvironment;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioRunner;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DevExamplesTest {

    @TempDir
    private Path root;

    private final HandDrivenEnvironment hand = new HandDrivenEnvironment();
    private final StringWriter printed = new StringWriter();
    private final DevExamples examples = new DevExamples(
            hand.environment(),
            new Console(new PrintWriter(printed), InstantSource.fixed(Instant.EPOCH), Instant.EPOCH));

    @Test
    void anExampleThatIsReadyTooLateIsReportedAsSuchAndAsReadyLater() throws Exception {
        Scenario project = installed();
        hand.after(Duration.ofMinutes(5), this::sync);

        List<ScenarioRunner.Readiness> late = examples.awaitReady(List.of(project), false, Duration.ofSeconds(30));

        assertThat(printed.toString())
                .contains("NOT READY", "WebApp default/shop: status.observedGeneration is not set")
                .doesNotContain("ready  ");
        printed.getBuffer().setLength(0);

        examples.awaitLate(late);

        assertThat(printed.toString())
                .contains("ready  ", "every sample has its children and first status")
                .doesNotContain("NOT READY");
    }

    @Test
    void anExampleThatIsReadyInTimeIsReportedOnce() throws Exception {
        Scenario project = installed();
        hand.after(Duration.ofSeconds(29), this::sync);

        examples.awaitLate(examples.awaitReady(List.of(project), false, Duration.ofSeconds(30)));

        assertThat(printed.toString()).containsOnlyOnce("ready  ").doesNotContain("NOT READY");
    }

    private Scenario installed() throws Exception {
        Files.writeString(root.resolve("crd.yaml"), ProjectFiles.CRD);
        Files.writeString(root.resolve("controller.yaml"), ProjectFiles.CONTROLLER);
        Files.writeString(root.resolve("sample.yaml"), ProjectFiles.SAMPLE);
        Scenario project = Scenario.readManifests(root);
        ControllerKinds.install(hand.environment());
        ScenarioRunner.install(project, hand.environment(), "default", _ -> {});
        return project;
    }

    /** What the watcher does. */
    private void sync() {
        ApiResource webApps =
                hand.cluster().discover().find("example.com/v1", "webapps").orElseThrow();
        Patch status = Patch.merge("{\"status\":{\"observedGeneration\":1}}");
        hand.cluster().patch(webApps, new ObjectKey("default", "shop"), status, WriteOptions.STATUS);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            hello                 | hellos
            service-per-pod       | statefulsets,pods
            status                | noops,plainnoops
            hello service-per-pod | hellos,statefulsets,pods
            """)
    void theKindsOfAllParentsAreListedBuiltInOnesToo(String examples, String plurals) {
        assertThat(DevExamples.plurals(Arrays.stream(examples.split(" "))
                        .map(name -> Scenario.readManifests(Path.of("examples", name)))
                        .toList()))
                .isEqualTo(plurals);
    }
}
