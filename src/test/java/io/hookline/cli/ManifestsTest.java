package io.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.hookline.cli.terminal.Build;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The manifests agree with each other and with the command line. */
class ManifestsTest {

    private static final YAMLMapper YAML = new YAMLMapper();

    @Test
    void everyFileIsListedInTheKustomizationOfItsFolder() throws IOException {
        try (Stream<Path> folders = Files.walk(Manifests.ROOT)) {
            for (Path folder : folders.filter(Files::isDirectory).toList()) {
                List<Path> listed = listed(folder);

                assertThat(listed).as("%s", folder).isNotEmpty().allMatch(Files::exists);
                try (Stream<Path> files = Files.list(folder)) {
                    assertThat(files.filter(Files::isRegularFile).filter(file -> !file.endsWith("kustomization.yaml")))
                            .as("%s", folder)
                            .isSubsetOf(listed);
                }
            }
        }
    }

    private static List<Path> listed(Path folder) throws IOException {
        JsonNode kustomization =
                YAML.readTree(folder.resolve("kustomization.yaml").toFile());
        List<Path> listed = new ArrayList<>();
        kustomization.path("resources").forEach(name -> listed.add(folder.resolve(name.asText())));
        kustomization.path("patches").findValuesAsText("path").stream()
                .filter(name -> name.endsWith(".yaml"))
                .forEach(name -> listed.add(folder.resolve(name)));
        return listed;
    }

    @Test
    void allCarryOurNameAndLiveInOurNamespace() throws IOException {
        for (KubeObject object : Manifests.all()) {
            if (object.kind().equals("CustomResourceDefinition")) {
                continue;
            }
            boolean ofCluster =
                    object.kind().equals("Namespace") || object.kind().startsWith("ClusterRole");
            assertThat(object.labels()).as("%s", object).containsEntry("app.kubernetes.io/name", "hookline");
            assertThat(object.namespace()).as("%s", object).isEqualTo(ofCluster ? "" : "hookline");
        }
    }

    @Test
    void selectorsSelectThePodsOfTheirOwn() throws IOException {
        for (String name : List.of("watcher", "hooks")) {
            JsonNode spec = deployment(name).tree().path("spec");
            assertThat(spec.at("/selector/matchLabels"))
                    .as(name)
                    .isNotEmpty()
                    .isEqualTo(spec.at("/template/metadata/labels"));
        }
        JsonNode service =
                Manifests.files("hooks/service.yaml").getFirst().tree().path("spec");

        assertThat(service.path("selector"))
                .isEqualTo(deployment("hooks").tree().at("/spec/template/metadata/labels"));
        assertThat(service.at("/ports/0/port").asInt()).isEqualTo(80);
        assertThat(service.at("/ports/0/targetPort").asText()).isEqualTo("http");
    }

    @Test
    void theServiceIsTheOneThatExamplesName() throws IOException {
        KubeObject service = Manifests.files("hooks/service.yaml").getFirst();
        try (Stream<Path> examples = Files.list(Path.of("examples"))) {
            for (Path controller : examples.map(folder -> folder.resolve("controller.yaml"))
                    .filter(Files::exists)
                    .toList()) {
                List<JsonNode> named =
                        YAML.readTree(controller.toFile()).path("spec").findValues("service");

                assertThat(named).as("%s", controller).allSatisfy(reference -> {
                    assertThat(reference.path("name").asText()).isEqualTo(service.name());
                    assertThat(reference.path("namespace").asText()).isEqualTo(service.namespace());
                });
            }
        }
    }

    @Test
    void theWatcherUsesTheAccountThatTheRoleIsBoundTo() throws IOException {
        JsonNode binding =
                Manifests.files("watcher/cluster-role-binding.yaml").getFirst().tree();
        KubeObject account = Manifests.files("watcher/service-account.yaml").getFirst();

        for (String role : List.of("watcher/cluster-role.yaml", "least-role/cluster-role.yaml")) {
            assertThat(Manifests.files(role).getFirst().name())
                    .isEqualTo(binding.at("/roleRef/name").asText());
        }
        assertThat(binding.at("/subjects/0/name").asText()).isEqualTo(account.name());
        assertThat(binding.at("/subjects/0/namespace").asText()).isEqualTo(account.namespace());
        assertThat(deployment("watcher")
                        .tree()
                        .at("/spec/template/spec/serviceAccountName")
                        .asText())
                .isEqualTo(account.name());
    }

    @Test
    void argumentsAreThoseOfTheCommandLineAndNameThePortsOfTheContainer() throws IOException {
        for (String name : List.of("watcher", "hooks")) {
            JsonNode container = container(name);
            String[] arguments = texts(container.path("args")).toArray(String[]::new);
            String all = String.join(" ", arguments) + " ";

            Main.commandLine().parseArgs(GoFlags.normalise(arguments));
            for (JsonNode port : container.path("ports")) {
                assertThat(all).contains(":" + port.path("containerPort").asText() + " ");
            }
            for (String probe : List.of("livenessProbe", "readinessProbe")) {
                assertThat(container.path("ports").findValuesAsText("name"))
                        .contains(container.at("/" + probe + "/httpGet/port").asText());
            }
        }
    }

    @Test
    void theImageIsOfThisVersion() throws IOException {
        for (String name : List.of("watcher", "hooks")) {
            assertThat(container(name).path("image").asText()).isEqualTo("hookline:" + new Build().version());
        }
    }

    /** Without a mount, the hook of the image runs; a mounted hook must be complete. */
    @Test
    void aMountedHookIsMountedWithAllItsFiles() throws IOException {
        JsonNode generators =
                YAML.readTree(Path.of("hooks/kustomization.yaml").toFile()).path("configMapGenerator");
        List<String> mounted = container("hooks").path("volumeMounts").findValuesAsText("mountPath");
        List<String> volumes = new ArrayList<>();
        deployment("hooks").tree().at("/spec/template/spec/volumes").forEach(volume -> {
            volumes.add(volume.at("/configMap/name").asText());
        });

        assertThat(generators).isNotEmpty();
        for (JsonNode generator : generators) {
            String hook = generator.path("name").asText().replaceFirst("^hook-", "");
            try (Stream<Path> files = Files.walk(Path.of("hooks", hook))) {
                assertThat(texts(generator.path("files")))
                        .as(hook)
                        .containsExactlyInAnyOrderElementsOf(files.filter(Files::isRegularFile)
                                .map(file -> Path.of("hooks").relativize(file).toString())
                                .filter(file -> !file.contains("/fixtures/") && !file.contains("__pycache__"))
                                .toList());
            }
            assertThat(mounted).contains("/hooks/" + hook);
            assertThat(volumes).contains("hook-" + hook);
        }
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private static KubeObject deployment(String name) throws IOException {
        return Manifests.files(name + "/deployment.yaml").getFirst();
    }

    private static JsonNode container(String name) throws IOException {
        return deployment(name).tree().at("/spec/template/spec/containers/0");
    }
}
