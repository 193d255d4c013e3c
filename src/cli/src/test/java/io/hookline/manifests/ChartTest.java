package io.hookline.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.hookline.cli.Kubectl;
import io.hookline.cli.terminal.Build;
import io.hookline.object.KubeObject;
import io.hookline.web.tls.SelfSignedCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The chart as Helm renders it. */
class ChartTest {

    private static final List<String> LABELS_OF_HELM = List.of(
            "app.kubernetes.io/instance", "app.kubernetes.io/managed-by", "app.kubernetes.io/version", "helm.sh/chart");

    private static final String TLS = "hooks.tls.certificateSecret=hooks-tls,hooks.tls.tokenSecret=hooks-token";

    @TempDir
    private Path folder;

    private Helm helm;

    @BeforeEach
    void find() throws IOException {
        helm = Helm.in(folder);
    }

    private static Map<String, JsonNode> withoutLabels(List<KubeObject> objects) {
        Map<String, JsonNode> all = new TreeMap<>();
        for (KubeObject object : objects) {
            ObjectNode tree = object.tree().deepCopy();
            if (tree.at("/metadata/labels") instanceof ObjectNode labels) {
                labels.remove(LABELS_OF_HELM);
            }
            all.put(object.kind() + " " + object.name(), tree);
        }
        return all;
    }

    @Test
    void withTheDefaultsItHasTheObjectsOfTheKustomization() throws Exception {
        assumeTrue(Kubectl.isThere(), "kubectl is on the path");
        Map<String, JsonNode> chart = withoutLabels(helm.template("--include-crds", "--no-hooks"));
        Map<String, JsonNode> kustomization = withoutLabels(Manifests.rendered(Manifests.ROOT));

        assertThat(kustomization.remove("Namespace hookline"))
                .as("helm makes it")
                .isNotNull();
        assertThat(chart.keySet()).isEqualTo(kustomization.keySet());
        chart.forEach((name, object) -> assertThat(object).as(name).isEqualTo(kustomization.get(name)));
    }

    /** A value stands for a component of the kustomization. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "high-availability  | watcher.replicas=2",
                "restricted-network | networkPolicy.restricted=true",
                "tls                | " + TLS,
                "console            | watcher.console.tokenSecret=console-token",
            })
    void aValueDoesWhatAComponentDoes(String component, String values) throws Exception {
        assumeTrue(Kubectl.isThere(), "kubectl is on the path");
        Map<String, JsonNode> chart = withoutLabels(helm.template("--include-crds", "--no-hooks", "--set", values));
        Map<String, JsonNode> kustomization =
                withoutLabels(ManifestVariants.of(component).objects());

        kustomization.remove("Namespace hookline");
        assertThat(chart.keySet()).isEqualTo(kustomization.keySet());
        for (String name : List.of("Deployment watcher", "Deployment hooks")) {
            assertThat(options(chart.get(name))).isEqualTo(options(kustomization.get(name)));
            assertThat(chart.get(name).at("/spec/strategy"))
                    .isEqualTo(kustomization.get(name).at("/spec/strategy"));
        }
    }

    /** Without their order. */
    private static List<String> options(JsonNode deployment) {
        List<String> options = new ArrayList<>();
        deployment.at("/spec/template/spec/containers/0/args").forEach(option -> options.add(option.asText()));
        return options.stream().sorted().toList();
    }

    @Test
    void lintFindsNothing() throws Exception {
        assertThat(helm.succeed("lint", "--strict", Helm.CHART)).contains("0 chart(s) failed");
        assertThat(helm.succeed(
                        "lint",
                        "--strict",
                        Helm.CHART,
                        "--set",
                        TLS + ",watcher.replicas=2,metrics.serviceMonitor=true,metrics.prometheusRule=true"))
                .contains("0 chart(s) failed");
    }

    @Test
    void itsVersionIsThatOfTheProject() throws Exception {
        assertThat(Files.readString(Path.of(Helm.CHART, "Chart.yaml")))
                .contains(
                        "\nversion: " + new Build().version() + "\n", "\nappVersion: " + new Build().version() + "\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "watcher.replica=2",
                "watcher.replicas=3",
                "hooks.configMaps[0].name=hello",
                "image.digest=latest",
                "watcher.cacheFlushInterval=30",
                "rbac.wildcard=yes"
            })
    void aValueThatCannotBeMeantIsRefusedWithItsName(String value) throws Exception {
        Helm.Run run = helm.run("template", "hookline", Helm.CHART, "--set", value);

        assertThat(run.code()).isNotZero();
        assertThat(run.printed()).contains(value.split("=")[0].split("\\.")[0].replaceAll("\\[.*", ""));
    }

    @Test
    void theValuesReachThePods() throws Exception {
        List<KubeObject> objects = helm.template(
                "--set", "image.repository=registry.example.com/hookline,image.tag=v2,image.pullSecrets[0].name=key",
                "--set", "watcher.args={--apply-strategy=server-side-apply},watcher.priorityClassName=high",
                "--set",
                        "watcher.tolerations[0].key=edge,watcher.affinity.nodeAffinity.x=1,watcher.nodeSelector.disk=fast",
                "--set", "hooks.configMaps[0].name=hello,hooks.configMaps[0].configMap=hook-hello",
                "--set", "hooks.image.repository=registry.example.com/my-hooks,hooks.image.tag=v7",
                "--set", "hooks.volumes[0].name=ca,hooks.volumeMounts[0].name=ca,hooks.volumeMounts[0].mountPath=/ca",
                "--set",
                        "hooks.env[0].name=TZ,hooks.env[0].value=UTC,hooks.podLabels.team=a,watcher.podAnnotations.b=c");
        JsonNode watcher =
                Manifests.only(objects, "Deployment", "watcher").tree().at("/spec/template");
        JsonNode hooks = Manifests.only(objects, "Deployment", "hooks").tree().at("/spec/template");

        assertThat(watcher.at("/spec/containers/0/image").asText()).isEqualTo("registry.example.com/hookline:v2");
        assertThat(watcher.at("/spec/containers/0/args").toString())
                .contains("\"--apply-strategy=server-side-apply\"]");
        assertThat(watcher.at("/spec/priorityClassName").asText()).isEqualTo("high");
        assertThat(watcher.at("/spec/tolerations/0/key").asText()).isEqualTo("edge");
        assertThat(watcher.at("/spec/nodeSelector/disk").asText()).isEqualTo("fast");
        assertThat(watcher.at("/spec/affinity/nodeAffinity/x").asText()).isEqualTo("1");
        assertThat(watcher.at("/spec/imagePullSecrets/0/name").asText()).isEqualTo("key");
        assertThat(watcher.at("/metadata/annotations/b").asText()).isEqualTo("c");
        assertThat(hooks.at("/spec/containers/0/image").asText()).isEqualTo("registry.example.com/my-hooks:v7");
        assertThat(hooks.at("/spec/containers/0/volumeMounts").toString()).contains("\"/hooks/hello\"", "\"/ca\"");
        assertThat(hooks.at("/spec/volumes").toString()).contains("{\"name\":\"hook-hello\"}");
        assertThat(hooks.at("/spec/containers/0/env/1/name").asText()).isEqualTo("TZ");
        assertThat(hooks.at("/metadata/labels/team").asText()).isEqualTo("a");
    }

    @Test
    void anImageMayBeNamedByItsDigest() throws Exception {
        String digest = "sha256:" + "0a".repeat(32);
        List<KubeObject> objects = helm.template("--set", "image.digest=" + digest + ",hooks.image.tag=v7");

        assertThat(images(objects))
                .containsEntry("watcher", "hookline@" + digest)
                .containsEntry("hooks", "hookline-hooks:v7");
        assertThat(images(helm.template("--set", "hooks.image.digest=" + digest)))
                .as("of one image only")
                .containsEntry("watcher", "hookline:" + new Build().version())
                .containsEntry("hooks", "hookline-hooks@" + digest);
    }

    @Test
    void oneRepositoryIsEnoughForBothImages() throws Exception {
        assertThat(images(helm.template("--set", "image.repository=registry.example.com/hookline,image.tag=v2")))
                .containsEntry("watcher", "registry.example.com/hookline:v2")
                .containsEntry("hooks", "registry.example.com/hookline-hooks:v2");
    }

    private static Map<String, String> images(List<KubeObject> objects) {
        return objects.stream()
                .filter(object -> object.kind().equals("Deployment"))
                .collect(Collectors.toMap(
                        KubeObject::name,
                        object -> object.tree()
                                .at("/spec/template/spec/containers/0/image")
                                .asText()));
    }

    /** Two values of one name are no error to Helm, and to some of what reads its output. */
    @Test
    void annotationsOfAPodReplaceThoseOfTheChart() throws Exception {
        String printed = helm.succeed(
                "template",
                "hookline",
                Helm.CHART,
                "--set-string",
                "watcher.podAnnotations.prometheus\\.io/scrape=false,hooks.podAnnotations.prometheus\\.io/port=1");

        assertThat(printed.lines().map(String::strip).filter(line -> line.startsWith("prometheus.io/")))
                .containsExactlyInAnyOrder(
                        "prometheus.io/scrape: \"false\"",
                        "prometheus.io/port: \"9999\"",
                        "prometheus.io/scrape: \"true\"",
                        "prometheus.io/port: \"1\"");
    }

    /** Without the label that its operator selects by, nothing is scraped. */
    @Test
    void aServiceMonitorHasTheLabelsThatAPrometheusSelects() throws Exception {
        List<KubeObject> monitors =
                helm
                        .template("--set", "metrics.serviceMonitor=true,metrics.serviceMonitorLabels.release=stack")
                        .stream()
                        .filter(object -> object.kind().equals("ServiceMonitor"))
                        .toList();

        assertThat(monitors)
                .hasSize(2)
                .allSatisfy(monitor -> assertThat(
                                monitor.tree().at("/metadata/labels").toString())
                        .contains("\"release\":\"stack\"", "\"app.kubernetes.io/name\":\"hookline\""));
    }

    /** The alerts look at the namespace of the release, and each only at what the release has. */
    @Test
    void theAlertsAreThoseOfTheKustomizationInTheNamespaceOfTheRelease() throws Exception {
        String expected = Manifests.files("monitoring/alerts.yaml")
                .getFirst()
                .tree()
                .path("spec")
                .toString()
                .replace("namespace=\\\"hookline\\\"", "namespace=\\\"shop\\\"")
                .replace("-n hookline", "-n shop");
        List<KubeObject> objects = helm.template(
                "--namespace",
                "shop",
                "--set",
                "metrics.prometheusRule=true,metrics.prometheusRuleLabels.release=stack");
        JsonNode rule = Manifests.only(objects, "PrometheusRule", "hookline").tree();

        assertThat(rule.path("spec").toString()).isEqualTo(expected).doesNotContain("=\\\"hookline\\\"");
        assertThat(rule.at("/metadata/namespace").asText()).isEqualTo("shop");
        assertThat(rule.at("/metadata/labels").toString())
                .contains("\"release\":\"stack\"", "\"app.kubernetes.io/name\":\"hookline\"");
        assertThat(rule.at("/spec/groups/0/rules").findValuesAsText("expr"))
                .filteredOn(expression -> !expression.contains("namespace=\"shop\""))
                .as("of hook servers, which run in any namespace")
                .containsExactly("max by (namespace, pod) (hookline_hook_hanging) > 0");
    }

    @ParameterizedTest
    @CsvSource({"watcher, hooks, HooklineHooksDown", "hooks, watcher, HooklineWatcherDown"})
    void noAlertIsAboutAPartThatTheReleaseHasNot(String part, String other, String alert) throws Exception {
        JsonNode rule = Manifests.only(
                        helm.template("--set", "metrics.prometheusRule=true," + part + ".enabled=false"),
                        "PrometheusRule",
                        "hookline")
                .tree();

        assertThat(rule.findValuesAsText("expr")).noneMatch(expression -> expression.contains("\"" + part + "\""));
        assertThat(rule.findValuesAsText("alert")).contains(alert);
        assertThat(rule.toString()).contains("deployment/" + other).doesNotContain("deployment/" + part);
    }

    /** A policy for Prometheus alone would keep the watcher from the hooks. */
    @Test
    void withoutAPolicyForHooksNoneIsolatesThem() throws Exception {
        JsonNode policy = Manifests.only(
                        helm.template("--set", "networkPolicy.hooks=false,metrics.service=true"),
                        "NetworkPolicy",
                        "metrics")
                .tree();

        assertThat(policy.at("/spec/podSelector/matchExpressions/0/values").toString())
                .isEqualTo("[\"watcher\"]");
        assertThat(policy.at("/spec/podSelector/matchLabels").toString()).contains("\"hookline\"");
    }

    @Test
    void aRestrictedWatcherMayBeAllowedToReachHooksElsewhere() throws Exception {
        String rule = "networkPolicy.watcherEgress[0].to[0].namespaceSelector.matchLabels.team=shop";
        JsonNode policy = Manifests.only(
                        helm.template("--set", "networkPolicy.restricted=true," + rule), "NetworkPolicy", "watcher")
                .tree();

        assertThat(policy.at("/spec/egress/3").toString())
                .isEqualTo("{\"to\":[{\"namespaceSelector\":{\"matchLabels\":{\"team\":\"shop\"}}}]}");
    }

    /** What {@code helm test} runs in a Pod, which calls a server here. */
    @ParameterizedTest
    @CsvSource({
        "http,  200, 0, 200",
        "http,  503, 1, HTTP Error 503",
        "https, 200, 0, 200",
        "https, 503, 1, HTTP Error 503",
        "other, 200, 1, CERTIFICATE_VERIFY_FAILED",
    })
    void itsTestFailsUnlessTheHookServerIsReady(String scheme, int status, int code, String said) throws Exception {
        SelfSignedCertificate certificate = SelfSignedCertificate.create(Instant.now(), new SecureRandom());
        SelfSignedCertificate trusted =
                scheme.equals("other") ? SelfSignedCertificate.create(Instant.now(), new SecureRandom()) : certificate;
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpServer server;
        if (scheme.equals("http")) {
            server = HttpServer.create(anyPort, 0);
        } else {
            HttpsServer secure = HttpsServer.create(anyPort, 0);
            secure.setHttpsConfigurator(new HttpsConfigurator(certificate.context()));
            server = secure;
        }
        server.createContext("/readyz", exchange -> {
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        try {
            List<String> command = new ArrayList<>();
            JsonNode container = Manifests.only(
                            scheme.equals("http") ? helm.template() : helm.template("--set", TLS), "Pod", "hooks-test")
                    .tree()
                    .at("/spec/containers/0");
            container.path("command").forEach(word -> command.add(word.asText()));
            container
                    .path("args")
                    .forEach(word -> command.add(word.asText()
                            .replace(
                                    "://hooks.hookline/",
                                    "://127.0.0.1:" + server.getAddress().getPort() + "/")
                            .replace("/tls/ca.crt", folder.resolve("ca.crt").toString())));
            Files.writeString(folder.resolve("ca.crt"), trusted.pem());

            Process test = new ProcessBuilder(command).redirectErrorStream(true).start();

            assertThat(new String(test.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains(said);
            assertThat(test.waitFor()).isEqualTo(code);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void theWatcherHasNoRoleUnlessOneIsChosen() throws Exception {
        assertThat(helm.template("--no-hooks"))
                .noneMatch(object -> object.kind().endsWith("RoleBinding"));
        assertThat(Manifests.only(helm.template("--set", "rbac.wildcard=true"), "ClusterRole", "hookline")
                        .tree()
                        .at("/rules/0/verbs/0")
                        .asText())
                .isEqualTo("*");
        assertThat(Manifests.only(
                                helm.template(
                                        "--set-json",
                                        "rbac.rules=[{\"apiGroups\":[\"\"],\"resources\":[\"pods\"],\"verbs\":[\"get\"]}]"),
                                "ClusterRole",
                                "hookline")
                        .tree()
                        .at("/rules")
                        .toString())
                .isEqualTo("[{\"apiGroups\":[\"\"],\"resources\":[\"pods\"],\"verbs\":[\"get\"]}]");
    }
}
