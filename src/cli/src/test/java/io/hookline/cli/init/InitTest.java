package io.hookline.cli.init;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.testing.FixtureReport;
import io.hookline.yaml.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code hookline init} writes. */
class InitTest {

    @TempDir
    private Path root;

    private final InitRun run = new InitRun();

    private void initSuccessfully(String folder, String... options) {
        assertThat(run.init(root.resolve(folder), options)).as(run.err()).isZero();
    }

    private String read(String path) throws IOException {
        return Files.readString(root.resolve(path));
    }

    private JsonNode yaml(String path) throws IOException {
        return Yaml.documents(read(path)).getFirst().tree();
    }

    private Set<String> files(String folder) throws IOException {
        try (Stream<Path> all = Files.walk(root.resolve(folder))) {
            return all.filter(Files::isRegularFile)
                    .map(file -> root.resolve(folder).relativize(file).toString())
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void aBareInitTakesKindAndNamesFromTheFolder() throws IOException {
        initSuccessfully("web-app");

        assertThat(yaml("web-app/controller/crd.yaml").at("/spec/names/kind").asText())
                .isEqualTo("WebApp");
        assertThat(yaml("web-app/controller/crd.yaml").at("/metadata/name").asText())
                .isEqualTo("webapps.example.com");
        assertThat(yaml("web-app/controller/controller.yaml")
                        .at("/metadata/name")
                        .asText())
                .isEqualTo("web-app");
        assertThat(yaml("web-app/controller/controller.yaml")
                        .at("/spec/childResources")
                        .findValuesAsText("resource"))
                .containsExactly("deployments", "services");
        assertThat(root.resolve("web-app/src/main/java/com/example/WebAppHook.java"))
                .exists();
    }

    @Test
    void aProjectHasAllFilesAndEachIsReachedByItsKustomization() throws IOException {
        initSuccessfully("webapp", "--hook", "python");

        assertThat(files("webapp"))
                .contains(
                        "README.md", "sample.yaml", "expect.yaml", "controller/crd.yaml", "controller/controller.yaml")
                .contains("hooks/webapp/sync.py", "hooks/webapp/fixtures/first.request.json")
                .contains("hooks/webapp/fixtures/first.answer.json", "deploy/watcher-role.yaml")
                .contains("deploy/hook-server/disruption-budget.yaml", "deploy/hook-server/network-policy.yaml");
        assertThat(read("webapp/hooks/webapp/sync.py")).doesNotStartWith("#!").contains("\ndef sync(request):\n");
        for (String folder : List.of("controller", "hooks", "deploy", "deploy/hook-server", "deploy/setup")) {
            JsonNode kustomization = yaml("webapp/" + folder + "/kustomization.yaml");
            List<String> named = new ArrayList<>();
            kustomization.path("resources").forEach(file -> named.add(file.asText()));
            kustomization
                    .path("patches")
                    .forEach(patch -> named.add(patch.path("path").asText()));
            kustomization.at("/configMapGenerator/0/files").forEach(file -> named.add(file.asText()));
            // A deployed version of a project is deleted without its kind, its role and the watcher of all projects.
            assertThat(named).doesNotContain("crd.yaml", "watcher-role.yaml", "setup");
            assertThat(named)
                    .as(folder)
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(
                                    root.resolve("webapp").resolve(folder).resolve(file))
                            .exists());
        }
    }

    /** The entries that a user removes are those of the files. */
    @ParameterizedTest
    @ValueSource(strings = {"python", "javascript", "bash"})
    void theReadmeOfAScriptSaysHowAHookThatDoesNotFitInAConfigMapIsDeployed(String language) throws IOException {
        initSuccessfully("webapp", "--hook", language);

        assertThat(read("webapp/README.md").replaceAll("\\s+", " "))
                .contains(
                        "with the hook in `/hooks/webapp`. Then remove `../hooks` from `deploy/kustomization.yaml`, and"
                                + " `mount.yaml` from `deploy/hook-server/kustomization.yaml`.");
        assertThat(yaml("webapp/deploy/kustomization.yaml").findPath("resources"))
                .anyMatch(entry -> entry.asText().equals("../hooks"));
        assertThat(yaml("webapp/deploy/hook-server/kustomization.yaml").findPath("patches"))
                .anyMatch(entry -> entry.path("path").asText().equals("mount.yaml"));
        assertThat(read("webapp/.gitignore").lines().anyMatch("node_modules/"::equals))
                .isEqualTo(language.equals("javascript"));
    }

    @Test
    void theCrdHasASchemaWithTheFieldsThatTheChildrenNeed() throws IOException {
        initSuccessfully("webapp", "--children", "apps/v1/deployments,v1/services");

        JsonNode version = yaml("webapp/controller/crd.yaml").at("/spec/versions/0");
        JsonNode spec = version.at("/schema/openAPIV3Schema/properties/spec");
        assertThat(spec.path("properties").properties().stream().map(field -> field.getKey()))
                .containsExactly("image", "replicas", "port");
        assertThat(spec.path("properties").findValuesAsText("description")).hasSize(3);
        assertThat(spec.path("required")).hasSize(1);
        assertThat(version.at("/subresources/status").isObject()).isTrue();
        assertThat(version.path("additionalPrinterColumns").findValuesAsText("name"))
                .containsExactly("Image", "Replicas", "Port", "Ready", "Age");
    }

    @Test
    void aDecoratorHasNoCrdAndSelectsObjectsByALabelThatTheSampleHas() throws IOException {
        initSuccessfully("backup", "--decorator", "--kind", "StatefulSet", "--children", "batch/v1/cronjobs");

        JsonNode resource = yaml("backup/controller/controller.yaml").at("/spec/resources/0");
        assertThat(resource.path("apiVersion").asText()).isEqualTo("apps/v1");
        assertThat(resource.path("resource").asText()).isEqualTo("statefulsets");
        assertThat(resource.at("/labelSelector/matchLabels/backup").asText()).isEqualTo("enabled");
        assertThat(yaml("backup/sample.yaml").at("/metadata/labels/backup").asText())
                .isEqualTo("enabled");
        assertThat(root.resolve("backup/controller/crd.yaml")).doesNotExist();
        assertThat(read("backup/pom.xml")).doesNotContain("crd");
        assertThat(read("backup/README.md")).doesNotContain("crd.yaml");
    }

    @ParameterizedTest
    @CsvSource({
        "false, java",
        "false, python",
        "false, javascript",
        "false, bash",
        "true, java",
        "true, python",
        "true, javascript",
        "true, bash"
    })
    void everyFirstChildIsTheOneInTheFixture(boolean decorator, String language) throws Exception {
        List<String> options = new ArrayList<>(List.of("--kind", "StatefulSet", "--decorator"));
        if (!decorator) {
            options.clear();
        }
        options.addAll(List.of("--hook", language, "--children", InitRun.ALL_KINDS));
        initSuccessfully("all", options.toArray(new String[0]));

        boolean java = language.equals("java");
        Path hook = root.resolve(java ? "all/src/main/java/com/example" : "all/hooks/all");
        FixtureReport report = InitRun.test(hook, java ? root.resolve("all") : hook);

        assertThat(report.cases()).hasSize(1);
        assertThat(report.passed()).as(report.toString()).isTrue();
    }

    @Test
    void theRoleOfADecoratorAllowsToAnnotateTheObjects() throws IOException {
        initSuccessfully("notes", "--decorator", "--hook", "java");

        assertThat(read("notes/deploy/watcher-role.yaml"))
                .contains("resources: [deployments]\n    verbs: [get, list, watch, patch]")
                .doesNotContain("\"*\"");
    }

    @Test
    void aFolderWithOtherFilesGetsTheProjectBesideThem() throws IOException {
        Files.createDirectories(root.resolve("deep/er/webapp"));
        Files.writeString(root.resolve("deep/er/webapp/notes.txt"), "mine");

        initSuccessfully("deep/er/webapp");

        assertThat(read("deep/er/webapp/notes.txt")).isEqualTo("mine");
        assertThat(root.resolve("deep/er/webapp/controller/crd.yaml")).exists();
    }

    @Test
    void theOutputNamesTheFilesAndWhatToDoNext() {
        initSuccessfully("webapp", "--kind", "WebApp", "--hook", "python");

        assertThat(run.out())
                .contains("wrote 26 files to webapp, a controller of webapps\n")
                .contains("  controller/crd.yaml                       the kind WebApp: its fields and their types\n")
                .contains("  hooks/webapp/sync.py                      the hook\n")
                .contains("Next:\n  cd " + root.resolve("webapp"))
                .contains("\n  hookline dev  ", "\n  hookline test  ", "\n  kubectl apply -k deploy  ");
    }

    @Test
    void theOutputNamesTheCrdThatAChildNeeds() {
        initSuccessfully("webapp", "--hook", "python", "--children", "v1/services,shop.io/v1/lamps:Lamp");

        assertThat(run.out())
                .contains("Next:\n  cd " + root.resolve("webapp") + "\n  controller/                      add the CRD"
                        + " lamps.shop.io, and name its file in install of expect.yaml\n  hookline dev  ");
    }

    @Test
    void aKindOfACrdGetsAChildWithMetadataAndAHintAtItsFields() throws IOException {
        initSuccessfully("webapp", "--hook", "python", "--children", "shop.io/v1/lamps:Lamp");

        assertThat(read("webapp/hooks/webapp/sync.py"))
                .contains("def lamp(parent):\n    # Add the fields that a Lamp needs.\n    return {")
                .contains("\"apiVersion\": \"shop.io/v1\",\n        \"kind\": \"Lamp\",");
    }

    /** The project of a user has the versions that this one is tested with. */
}
