package io.hookline.kube.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.kube.KubeOptions;
import io.hookline.kube.ManualTime;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigLoaderTest {

    private static final KubeOptions SEARCH = KubeOptions.of("test");
    private static final Map<String, String> IN_POD =
            Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1", "KUBERNETES_SERVICE_PORT", "443");

    @TempDir
    private Path folder;

    private final ManualTime clock = new ManualTime();

    private RestConfig find(Map<String, String> variables, KubeOptions options) {
        return new ConfigLoader(
                        new KubeEnvironment(variables, folder.resolve("home"), folder.resolve("service-account")),
                        clock)
                .find(options.kubeconfig(), options.context());
    }

    private String config(String name, String server) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, """
                clusters: [{name: c, cluster: {server: "%1$s"}}]
                users: [{name: u, user: {token: secret}}]
                contexts: [{name: "%2$s", context: {cluster: c, user: u}}]
                current-context: "%2$s"
                """.formatted(server, file.getFileName()));
        return file.toString();
    }

    private void inPod() throws IOException {
        Path account = Files.createDirectories(folder.resolve("service-account"));
        Files.writeString(account.resolve("token"), "from-pod\n");
    }

    @Test
    void theCommandLineComesFirst() throws IOException {
        inPod();
        config("home/.kube/config", "https://home");
        Map<String, String> variables = Map.of("KUBECONFIG", config("variable", "https://variable"));

        RestConfig found = find(variables, SEARCH.withKubeconfig(config("flag", "https://flag")));

        assertThat(found.server()).hasToString("https://flag");
        assertThat(found.context()).isEqualTo("flag");
        assertThat(found.credential().header()).isEqualTo("Bearer secret");
    }

    @Test
    void theVariableComesBeforeThePod() throws IOException {
        inPod();
        Map<String, String> variables = new HashMap<>(IN_POD);
        variables.put("KUBECONFIG", config("variable", "https://variable"));

        assertThat(find(variables, SEARCH).server()).hasToString("https://variable");
    }

    @Test
    void thePodComesBeforeTheUsersFile() throws IOException {
        inPod();
        config("home/.kube/config", "https://home");

        RestConfig found = find(IN_POD, SEARCH);

        assertThat(found.server()).hasToString("https://10.0.0.1:443");
        assertThat(found.context()).isEqualTo("in-cluster");
        assertThat(found.credential().header()).isEqualTo("Bearer from-pod");
    }

    @Test
    void theNamespaceIsThatOfTheContextOrOfThePodOrDefault() throws IOException {
        inPod();
        String file = config("file", "https://file");
        assertThat(find(Map.of(), SEARCH.withKubeconfig(file)).namespace()).isEqualTo("default");
        assertThat(find(IN_POD, SEARCH).namespace()).isEqualTo("default");

        Files.writeString(
                Path.of(file), Files.readString(Path.of(file)).replace("user: u}}", "user: u, namespace: shop}}"));
        Files.writeString(folder.resolve("service-account/namespace"), "kitchen\n");

        assertThat(find(Map.of(), SEARCH.withKubeconfig(file)).namespace()).isEqualTo("shop");
        assertThat(find(IN_POD, SEARCH).namespace()).isEqualTo("kitchen");
    }

    @Test
    void aPodWithoutAServiceAccountFallsBackToTheUsersFile() throws IOException {
        config("home/.kube/config", "https://home");

        assertThat(find(IN_POD, SEARCH).server()).hasToString("https://home");
    }

    @Test
    void anErrorWithoutAnyConfigurationNamesTheOptions() {
        assertThatThrownBy(() -> find(Map.of(), SEARCH))
                .isInstanceOf(KubeconfigException.class)
                .hasMessage("no cluster to connect to: not inside a pod, and there is no "
                        + folder.resolve("home/.kube/config") + ". Give --kubeconfig FILE or set KUBECONFIG.");
    }

    @Test
    void aMissingFileIsReportedWithItsSource() {
        assertThatThrownBy(() -> find(Map.of(), SEARCH.withKubeconfig("/no/such")))
                .hasMessage("--kubeconfig names /no/such, which does not exist. Check the path, or leave it out to use"
                        + " KUBECONFIG or ~/.kube/config.");
        assertThatThrownBy(() -> find(Map.of("KUBECONFIG", "/no/such"), SEARCH))
                .hasMessage("KUBECONFIG names /no/such, which does not exist. Check the path, or leave it out to use"
                        + " ~/.kube/config.");
    }

    @Test
    void severalFilesAreMergedAndTheFirstWins() throws IOException {
        String both = config("first", "https://first") + File.pathSeparator + "/no/such" + File.pathSeparator
                + config("second", "https://second");

        assertThat(find(Map.of("KUBECONFIG", both), SEARCH).context()).isEqualTo("first");
        assertThat(find(Map.of("KUBECONFIG", both), SEARCH.withContext("second"))
                        .server())
                .hasToString("https://first");
    }
}
