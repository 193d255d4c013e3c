package io.hookline.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.terminal.Console;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.testing.LogLines;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The kubeconfig of an embedded cluster lives as long as the server that it names. */
class DevClusterTest {

    @RegisterExtension
    private final LogLines lines = new LogLines(Shutdown.class);

    private final Shutdown shutdown = new Shutdown();

    @TempDir
    private Path folder;

    private Path start() {
        Path kubeconfig = folder.resolve("target/kubeconfig");
        Console console = new Console(new PrintWriter(new StringWriter()), InstantSource.system(), Instant.now());
        DevCluster.embedded(0, kubeconfig, console, shutdown);
        assertThat(kubeconfig).isRegularFile();
        return kubeconfig;
    }

    @Test
    void theKubeconfigIsDeletedWithTheServer() {
        Path kubeconfig = start();

        shutdown.close();

        assertThat(kubeconfig).doesNotExist();
        assertThat(kubeconfig.getParent()).isDirectory();
    }

    @Test
    void aKubeconfigThatAnotherProcessReplacedStays() throws Exception {
        Path kubeconfig = start();
        Files.writeString(kubeconfig, "another server's");

        shutdown.close();

        assertThat(kubeconfig).hasContent("another server's");
    }

    @Test
    void aLinkOfAnotherProcessAndItsFileStay() throws Exception {
        Path kubeconfig = start();
        Path elsewhere = Files.move(kubeconfig, folder.resolve("elsewhere"));
        Files.createSymbolicLink(kubeconfig, elsewhere);

        shutdown.close();

        assertThat(kubeconfig).isSymbolicLink();
        assertThat(elsewhere).isRegularFile();
    }

    @Test
    void aMissingKubeconfigIsNotAnErrorAtShutdown() throws Exception {
        Files.delete(start());

        shutdown.close();

        assertThat(lines.all()).isEmpty();
    }
}
