package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.distribution.Distribution;
import io.hookline.docs.DeployGuide.Part;
import io.hookline.object.GoJson;
import io.hookline.yaml.Yaml;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The page on clusters: its commands run against a real API server, as the users that its kubeconfigs describe. A stub stands for the
 * plugin of each vendor.
 */
@RealControlPlane
class ClustersPageIT {

    private static final Path PAGE = Path.of("src/docs/clusters.md");
    private static final String EXEC = """
            user:
              exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: %s, interactiveMode: IfAvailable}
            """;
    private static final String STUB = """
            echo called >>%s
            echo '{"apiVersion":"client.authentication.k8s.io/v1beta1","kind":"ExecCredential","status":{"token":"%s"}}'
            """;
    private static final String ROLE = """
            kubectl --as installer create clusterrole clusters-page --verb=delete --resource=secrets --dry-run=server""";

    @TempDir
    private Path folder;

    private record Result(int exit, String printed, String errors) {}

    @BeforeEach
    void requireDistribution() {
        assumeTrue(Files.isExecutable(Distribution.PROGRAMS.resolve("hookline")));
    }

    @Test
    void whatToCheckFirstWorksAsTheUserOfAKubeconfigWithAPlugin(ControlPlane plane) throws Exception {
        Path kubeconfig = kubeconfigOf("EKS", plane);
        List<Part> parts = section("What to check first");
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) instanceof Part.Commands(List<String> lines)) {
                String printed = run(kubeconfig, lines);
                if (i + 1 < parts.size() && parts.get(i + 1) instanceof Part.Output(String text)) {
                    assertThat(printed).isEqualTo(text);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"EKS", "GKE", "AKS"})
    void kubectlAndHooklineConnectWithTheKubeconfigOfEachCloud(String cloud, ControlPlane plane) throws Exception {
        Path kubeconfig = kubeconfigOf(cloud, plane);

        assertThat(run(kubeconfig, List.of("kubectl auth whoami -o jsonpath='{.status.userInfo.username}'")))
                .isEqualTo(ControlPlane.ADMIN);
        run(kubeconfig, List.of("hookline pods list --namespace kube-system"));
        assertThat(Files.readAllLines(folder.resolve("calls")))
                .as("each runs the plugin once")
                .hasSize(2);
    }

    /** With a stub for its plugin. */
    private Path kubeconfigOf(String cloud, ControlPlane plane) throws IOException {
        String user = section(cloud).stream()
                .flatMap(part -> part instanceof Part.Output(String text) ? Stream.of(text) : Stream.empty())
                .filter(text -> text.startsWith("user:"))
                .findFirst()
                .orElseThrow();
        String plugin =
                Yaml.documents(user).getFirst().tree().at("/user/exec/command").asText();
        script(plugin, STUB.formatted(folder.resolve("calls"), ControlPlane.token(ControlPlane.ADMIN)));
        return kubeconfig(plane, user);
    }

    private String run(Path kubeconfig, List<String> lines) throws Exception {
        StringBuilder printed = new StringBuilder();
        for (String line : lines) {
            Result result = sh(kubeconfig, line);
            assertThat(result.exit()).as("%s: %s", line, result).isZero();
            printed.append(result.printed());
        }
        return printed.toString();
    }

    @Test
    void thePageHasTheMessagesOfWrongCredentials(ControlPlane plane) throws Exception {
        expect(
                kubeconfig(plane, EXEC.formatted("cloud-plugin")),
                "executable cloud-plugin not found",
                "cloud-plugin cannot be run: ");
        script("expired-login", "echo 'login expired' >&2\nexit 1\n");
        expect(
                kubeconfig(plane, EXEC.formatted("expired-login")),
                "executable expired-login failed with exit code 1",
                "expired-login ended with code 1; see its own messages");
        expect(
                kubeconfig(plane, "user: {token: of-another-cluster}\n"),
                "You must be logged in to the server",
                "does not accept the credentials: Unauthorized");
    }

    /** What both programs print, in a row of the page. */
    private void expect(Path kubeconfig, String ofKubectl, String ofHookline) throws Exception {
        Result kubectl = sh(kubeconfig, "kubectl get namespaces");
        Result hookline = sh(kubeconfig, "hookline pods list");

        assertThat(kubectl.exit()).isEqualTo(1);
        assertThat(kubectl.errors()).contains(ofKubectl);
        assertThat(hookline.exit()).isEqualTo(1);
        assertThat(hookline.errors()).contains(ofHookline).doesNotContain("\tat ");
        assertThat(Files.readAllLines(PAGE))
                .anyMatch(line -> line.startsWith("|") && line.contains(ofKubectl) && line.contains(ofHookline));
    }

    @Test
    void thePageHasTheMessagesOfMissingRights(ControlPlane plane) throws Exception {
        Path admin = plane.kubeconfig(ControlPlane.ADMIN);
        Result forbidden =
                sh(admin, "kubectl --as nobody-special apply --server-side --dry-run=server -k manifests/crds");
        try {
            sh(admin, "kubectl create clusterrole installs-roles --verb=create,get,list --resource=clusterroles");
            sh(admin, "kubectl create clusterrolebinding installs-roles --clusterrole=installs-roles --user=installer");
            Result escalation = sh(admin, ROLE);

            assertThat(escalation.errors()).contains(shown("not currently held"));
        } finally {
            sh(admin, "kubectl delete clusterrolebinding,clusterrole installs-roles");
        }
        assertThat(forbidden.errors().replace("cannot patch", "cannot create")).contains(shown("at the cluster scope"));
    }

    private static String shown(String end) throws IOException {
        return Files.readString(PAGE)
                .lines()
                .filter(line -> line.startsWith("| `") && line.contains(end + "`"))
                .map(line -> line.substring(3, line.indexOf('`', 3)))
                .findFirst()
                .orElseThrow();
    }

    private static List<Part> section(String title) throws IOException {
        return DeployGuide.parts(PAGE).stream()
                .dropWhile(part -> !part.equals(new Part.Section(title)))
                .skip(1)
                .takeWhile(part -> !(part instanceof Part.Section))
                .toList();
    }

    private Path kubeconfig(ControlPlane plane, String user) throws IOException {
        Path admin = plane.kubeconfig(ControlPlane.ADMIN);
        ObjectNode tree =
                (ObjectNode) Yaml.documents(Files.readString(admin)).getFirst().tree();
        ObjectNode cluster = (ObjectNode) tree.at("/clusters/0/cluster");
        Path authority = Path.of(cluster.get("certificate-authority").textValue());
        cluster.put("certificate-authority", admin.resolveSibling(authority).toString());
        ObjectNode entry = (ObjectNode) tree.at("/users/0");
        entry.set("user", Yaml.documents(user).getFirst().tree().get("user"));
        return Files.write(folder.resolve("kubeconfig"), GoJson.bytes(tree));
    }

    private void script(String name, String text) throws IOException {
        Path file = Files.createDirectories(folder.resolve("bin")).resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Result sh(Path kubeconfig, String line) throws IOException, InterruptedException {
        Path errors = folder.resolve("stderr");
        ProcessBuilder shell = new ProcessBuilder("bash", "-c", line).redirectError(errors.toFile());
        shell.environment().put("KUBECONFIG", kubeconfig.toString());
        shell.environment()
                .merge("PATH", folder.resolve("bin") + ":" + Distribution.PROGRAMS, (path, ours) -> ours + ":" + path);
        Process process = shell.start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), printed, Files.readString(errors));
    }
}
