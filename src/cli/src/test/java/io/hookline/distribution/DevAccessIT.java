package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.yaml.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who can use the API server of {@code hookline dev}. */
class DevAccessIT {

    @TempDir
    private Path folder;

    private DevProcess dev;

    @BeforeEach
    void prepare() throws Exception {
        dev = new DevProcess(folder);
        dev.write("crd.yaml", ProjectFiles.CRD);
        dev.write("controller.yaml", ProjectFiles.CONTROLLER);
        dev.write("sample.yaml", ProjectFiles.SAMPLE);
        dev.write("sync.py", ProjectFiles.HOOK);
    }

    @AfterEach
    void kill() {
        dev.close();
    }

    private void startReady(String... args) throws Exception {
        dev.start(args);
        dev.awaitPrinted("every sample has its children and first status");
    }

    @Test
    void theTokenOfClientsIsInAKubeconfigThatOnlyTheOwnerCanReadAndNowhereElse() throws Exception {
        startReady();
        Path kubeconfig = folder.resolve(".hookline/kubeconfig");
        String token = token(kubeconfig);

        assertThat(token).hasSizeGreaterThan(40);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kubeconfig)))
                .isEqualTo("rw-------");
        assertThat(printedBesideThePage()).doesNotContain(token);
        assertThat(dev.commandLine()).contains("--hook-port").doesNotContain(token);
    }

    @Test
    void clientsMayKnowTheTokenBeforeTheStart() throws Exception {
        dev.write("token", "known-before\n");
        startReady("--token-file", "token");

        assertThat(token(folder.resolve(".hookline/kubeconfig"))).isEqualTo("known-before");
        assertThat(printedBesideThePage()).doesNotContain("known-before");
        assertThat(dev.commandLine()).contains("--token-file").doesNotContain("known-before");
    }

    /** Without the address of the page, whose fragment has the token; a browser sends it in no request line. */
    private String printedBesideThePage() {
        return dev.printed().replaceAll("(?m)^  console  http://127\\.0\\.0\\.1:\\d+/#token=.*$", "");
    }

    private static String token(Path kubeconfig) throws IOException {
        return Yaml.first(Files.readAllBytes(kubeconfig))
                .tree()
                .at("/users/0/user/token")
                .asText();
    }
}
