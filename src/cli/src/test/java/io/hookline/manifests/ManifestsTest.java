package io.hookline.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.hookline.cli.Invocation;
import io.hookline.cli.rbac.ControllerFiles;
import io.hookline.cli.rbac.LeastRole;
import io.hookline.cli.rbac.RbacCommand.HookRights;
import io.hookline.cli.rbac.RoleNames;
import io.hookline.cli.terminal.Build;
import io.hookline.object.KubeObject;
import io.hookline.server.call.SideEffects;
import io.hookline.watcher.rights.Right;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The manifests agree with each other and with the command line. */
class ManifestsTest {

    private static final YAMLMapper YAML = new YAMLMapper();

    @Test
    void everyFileIsListedInTheKustomizationOfItsFolder() throws IOException {
        try (Stream<Path> folders = Files.walk(Manifests.ROOT)) {
            for (Path folder : folders.filter(ManifestsTest::isOfKustomize).toList()) {
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

    /** The chart is for Helm. */
    private static boolean isOfKustomize(Path folder) {
        return Files.isDirectory(folder) && !folder.startsWith(Manifests.ROOT.resolve("chart"));
    }

    @Test
    void everyComponentIsPartOfAVariant() throws IOException {
        Set<String> components = new TreeSet<>();
        try (Stream<Path> folders = Files.list(Manifests.ROOT)) {
            for (Path folder : folders.filter(ManifestsTest::isOfKustomize).toList()) {
                if (Files.readString(folder.resolve("kustomization.yaml")).contains("kind: Component")) {
                    components.add(folder.getFileName().toString());
                }
            }
        }

        assertThat(ManifestVariants.components()).containsExactlyInAnyOrderElementsOf(components);
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

    @ParameterizedTest
    @ValueSource(strings = {"wildcard/cluster-role.yaml wildcard/cluster-role-binding.yaml", Manifests.LEAST_ROLE})
    void theWatcherUsesTheAccountThatTheRoleIsBoundTo(String files) throws IOException {
        List<KubeObject> objects = Manifests.files(files.split(" "));
        JsonNode binding =
                Manifests.only(objects, "ClusterRoleBinding", "hookline").tree();
        KubeObject account = Manifests.files("watcher/service-account.yaml").getFirst();

        assertThat(Manifests.only(objects, "ClusterRole", "hookline").name())
                .isEqualTo(binding.at("/roleRef/name").asText());
        assertThat(binding.at("/subjects/0/name").asText()).isEqualTo(account.name());
        assertThat(binding.at("/subjects/0/namespace").asText()).isEqualTo(account.namespace());
        assertThat(deployment("watcher")
                        .tree()
                        .at("/spec/template/spec/serviceAccountName")
                        .asText())
                .isEqualTo(account.name());
    }

    /** Repeat {@code hookline rbac -R -f examples > manifests/examples/role.yaml} after a change of the examples. */
    @Test
    void theRoleOfTheExamplesIsTheOneThatIsPrintedForTheirControllers() throws IOException {
        ControllerFiles files = ControllerFiles.read(List.of(Path.of("examples")), true, InputStream.nullInputStream());
        LeastRole role = LeastRole.of(files, List.of(), LeastRole.Options.of(Path.of("hooks")));

        assertThat(role.warnings()).isEmpty();
        assertThat(Manifests.ROOT.resolve(Manifests.LEAST_ROLE)).hasContent(role.yaml(RoleNames.DEFAULTS));
    }

    /** Repeat {@code hookline rbac -R -f examples --side-effects > manifests/side-effects/role.yaml} after a change of the hooks. */
    @Test
    void theRoleOfTheHookServerIsTheOneThatIsPrintedForItsHooksWithSideEffects() throws IOException {
        ControllerFiles files = ControllerFiles.read(List.of(Path.of("examples")), true, InputStream.nullInputStream());
        List<Right> rights = HookRights.of(files, Path.of("hooks"));

        assertThat(Manifests.ROOT.resolve(Manifests.HOOK_ROLE)).hasContent(HookRights.yaml(rights, RoleNames.HOOKS));
        assertThat(rights)
                .extracting(Right::controller)
                .allSatisfy(hook -> assertThat(Manifests.ROOT.resolve("side-effects/kustomization.yaml"))
                        .content()
                        .containsPattern("--allow-side-effects=.*" + hook.replaceFirst("hook ", "")));
    }

    /** A hook cannot change a cluster whose administrator has not chosen that. */
    @Test
    void theHookServerHasATokenOnlyWithTheComponentForSideEffects() throws IOException {
        JsonNode pod = deployment("hooks").tree().at("/spec/template/spec");

        assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).isFalse();
        assertThat(pod.has("serviceAccountName")).isFalse();
        assertThat(texts(container("hooks").path("args"))).noneMatch(argument -> argument.startsWith(SideEffects.FLAG));
    }

    @Test
    void onlyTheWildcardOverlayHasAWildcardAndItWarns() throws IOException {
        for (KubeObject object : Manifests.all()) {
            boolean isRole = object.kind().endsWith("Role");
            if (isRole && object.tree().path("rules").toString().contains("\"*\"")) {
                assertThat(object.annotation("kubernetes.io/description")).startsWith("WARNING: allows everything.");
            }
        }
        for (String folder : List.of("base", "examples", "watcher", "hooks")) {
            try (Stream<Path> files = Files.walk(Manifests.ROOT.resolve(folder))) {
                assertThat(files.filter(Files::isRegularFile))
                        .allSatisfy(file -> assertThat(file).content().doesNotContain("\"*\""));
            }
        }
    }

    /** A cluster runs only hooks that its administrator has chosen. */
    @Test
    void theBaseHasNoHookAndNoRightForTheWatcher() throws IOException {
        assertThat(container("hooks").path("volumeMounts").findValuesAsText("mountPath"))
                .containsExactly("/tmp");
        for (String folder : List.of("watcher", "hooks")) {
            try (Stream<Path> files = Files.list(Manifests.ROOT.resolve(folder))) {
                assertThat(files.map(file -> file.getFileName().toString()))
                        .noneMatch(name -> name.contains("binding"));
            }
        }
    }

    @Test
    void argumentsAreThoseOfTheCommandLineAndNameThePortsOfTheContainer() throws IOException {
        for (String name : List.of("watcher", "hooks")) {
            JsonNode container = container(name);
            String[] arguments = texts(container.path("args")).toArray(String[]::new);
            String all = String.join(" ", arguments) + " ";

            Invocation.commandLine(arguments).parseArgs(Invocation.normalised(arguments));
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
            assertThat(container(name).path("image").asText())
                    .isEqualTo((name.equals("hooks") ? "hookline-hooks:" : "hookline:") + new Build().version());
        }
    }

    /** The image has no hook. */
    @Test
    void everyHookOfTheExamplesIsMountedWithAllItsFiles() throws IOException {
        JsonNode generators =
                YAML.readTree(Path.of("hooks/kustomization.yaml").toFile()).path("configMapGenerator");
        JsonNode pod = Manifests.files("examples/mounts.yaml").getFirst().tree().at("/spec/template/spec");
        List<String> mounted = pod.at("/containers/0/volumeMounts").findValuesAsText("mountPath");
        List<String> volumes = new ArrayList<>();
        pod.path("volumes")
                .forEach(volume -> volumes.add(volume.at("/configMap/name").asText()));

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
