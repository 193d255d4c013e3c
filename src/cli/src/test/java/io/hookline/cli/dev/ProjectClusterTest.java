package io.hookline.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.ClusterFlags;
import io.hookline.kube.KubeCluster;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The cluster that a command finds in the folder of a project. Its namespace tells which one it is. */
class ProjectClusterTest {

    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();

    private static String kubeconfig(String namespace) {
        return """
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
                contexts: [{name: c, context: {cluster: c, namespace: %s}}]
                current-context: c
                """.formatted(namespace);
    }

    private ProjectCluster cluster(String... flags) {
        return new ProjectCluster(CommandLine.populateCommand(new ClusterFlags(), flags), folder);
    }

    private String namespace(String... flags) {
        try (KubeCluster connected = cluster(flags).connect(new PrintWriter(err))) {
            return connected.namespace();
        }
    }

    @Test
    void whileDevRunsItsClusterIsTheDefaultWhichIsSaid() throws IOException {
        try (DevKubeconfig dev = DevKubeconfig.in(folder, kubeconfig("dev"))) {
            assertThat(namespace()).isEqualTo("dev");
            assertThat(err)
                    .hasToString("hookline: the cluster is that of hookline dev in this folder: " + dev.file() + "\n");
        }
        assertThat(cluster().ofDev()).as("after dev has ended").isEmpty();
    }

    @Test
    void aFileThatAFlagNamesComesBeforeThatOfDev() throws IOException {
        Path file = Files.writeString(folder.resolve("mine"), kubeconfig("mine"));
        try (DevKubeconfig _ = DevKubeconfig.in(folder, kubeconfig("dev"))) {
            assertThat(namespace("--kubeconfig=" + file)).isEqualTo("mine");
        }
        assertThat(err.toString()).isEmpty();
    }

    /** A context is one of the user's own files: that of dev has a single one. */
    @Test
    void aContextIsNotOfTheFileOfDevWhichTheErrorNames() throws IOException {
        try (DevKubeconfig dev = DevKubeconfig.in(folder, kubeconfig("dev"))) {
            assertThatThrownBy(() -> namespace("--context=no-such-context"))
                    .isInstanceOf(CliErrors.CommandFailed.class)
                    .hasMessageEndingWith(" The kubeconfig of hookline dev in this folder is " + dev.file() + ".");
        }
        assertThatThrownBy(() -> namespace("--context=no-such-context"))
                .hasMessageEndingWith(" No hookline dev runs in this folder, whose kubeconfig would be "
                        + folder.resolve(".hookline/kubeconfig") + ".");
    }

    @Test
    void theFileThatAKilledDevHasLeftIsNotUsed() throws IOException {
        Path left = folder.resolve(".hookline/kubeconfig");
        Files.createDirectories(left.getParent());
        Files.writeString(
                left,
                "# hookline dev, process " + ProcessHandle.current().pid() + ", started 2020-01-01T00:00:00Z\n"
                        + kubeconfig("dev"));

        assertThat(cluster().ofDev()).isEmpty();
    }
}
