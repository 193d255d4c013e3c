package io.hookline.kube.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeEnvironmentTest {

    @TempDir
    private Path serviceAccount;

    private KubeEnvironment environment() {
        return new KubeEnvironment(Map.of(), Path.of("home"), serviceAccount);
    }

    @Test
    void aPodHasTheNamespaceOfItsServiceAccount() throws IOException {
        Files.writeString(serviceAccount.resolve("namespace"), "controllers\n");

        assertThat(environment().podNamespace()).contains("controllers");
    }

    @Test
    void outsideOfAClusterThereIsNoNamespace() throws IOException {
        assertThat(environment().podNamespace()).isEmpty();
        Files.writeString(serviceAccount.resolve("namespace"), "\n");
        assertThat(environment().podNamespace()).isEmpty();
    }
}
