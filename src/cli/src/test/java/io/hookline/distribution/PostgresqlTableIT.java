package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hookline.testing.embedded.EmbeddedCluster;
import io.hookline.testing.embedded.TestCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The columns of the postgresql example, as the real kubectl prints them. */
@EmbeddedCluster(
        hooks = "hooks",
        manifests = {"examples/postgresql/crd.yaml", "examples/postgresql/controller.yaml"})
@Tag("real")
class PostgresqlTableIT {

    @TempDir
    private Path folder;

    private TestCluster cluster;

    @Test
    void kubectlPrintsTheEightColumnsOfTheOperator() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")));
        assumeTrue(run("sh", "-c", "command -v kubectl").exit() == 0, "kubectl is on the path");
        cluster.apply(Path.of("examples/postgresql/sample.yaml"));
        cluster.patch(
                "pg",
                "acid-minimal-cluster",
                Map.of("spec", Map.of("resources", Map.of("requests", Map.of("cpu", "100m", "memory", "500Mi")))));
        cluster.await(
                "pg",
                "acid-minimal-cluster",
                pg -> pg.tree().at("/status/PostgresClusterStatus").isTextual());
        Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), cluster.kubeconfig());

        Printed printed = run("kubectl", "--kubeconfig", kubeconfig.toString(), "get", "pg");

        assertThat(printed.exit()).as(printed.text()).isZero();
        List<String> rows = new ArrayList<>(printed.text()
                .lines()
                .map(row -> row.strip().replaceAll(" +", " "))
                .toList());
        assertThat(rows).hasSize(2);
        assertThat(rows.getFirst()).isEqualTo("NAME TEAM VERSION PODS VOLUME CPU-REQUEST MEMORY-REQUEST AGE STATUS");
        assertThat(rows.getLast()).matches("acid-minimal-cluster acid 17 2 1Gi 100m 500Mi [0-9]+s Creating");
    }

    private record Printed(int exit, String text) {}

    private static Printed run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Printed(process.waitFor(), text);
    }
}
