package io.hookline.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cli.Kubectl;
import io.hookline.cli.terminal.Build;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        assumeThat(Kubectl.isThere()).as("kubectl is on the path").isTrue();
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
        assumeThat(Kubectl.isThere()).as("kubectl is on the path").isTrue();
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
                        TLS + ",watcher.replicas=2,metrics.serviceMonitor=true"))
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
