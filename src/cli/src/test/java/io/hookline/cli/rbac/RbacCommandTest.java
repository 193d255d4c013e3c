package io.hookline.cli.rbac;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cli.init.InitRun;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.yaml.Yaml;
import io.hookline.yaml.YamlDocument;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What {@code hookline rbac} reads and prints. */
class RbacCommandTest {

    private static final String COMPOSITE = """
            apiVersion: metacontroller.k8s.io/v1alpha1
            kind: CompositeController
            metadata: {name: webapp}
            spec:
              parentResource: {apiVersion: e.com/v1, resource: webapps}
              childResources:
                - {apiVersion: apps/v1, resource: deployments, updateStrategy: {method: InPlace}}
              hooks:
                sync: {webhook: {service: {name: hooks, namespace: hookline}, path: /webapp/sync}}
                customize: {webhook: {service: {name: hooks, namespace: hookline}, path: /webapp/customize}}
            """;

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine line = new CommandLine(new RbacCommand())
                .setExecutionExceptionHandler((e, commandLine, _) -> CliErrors.report(e, commandLine));
        return line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** The rules of the printed role of a kind: verbs by resource. */
    private Map<String, List<String>> rules(String kind) {
        Map<String, List<String>> rules = new TreeMap<>();
        for (JsonNode rule : printed(kind).path("rules")) {
            rules.put(
                    rule.at("/apiGroups/0").asText() + "/"
                            + rule.at("/resources/0").asText(),
                    texts(rule.path("verbs")));
        }
        return rules;
    }

    private JsonNode printed(String kind) {
        return Yaml.documents(out.toString()).stream()
                .map(YamlDocument::tree)
                .filter(tree -> tree.path("kind").asText().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    @Test
    void theRoleIsBoundToTheServiceAccountOfTheManifests() throws IOException {
        assertThat(run("-f", write("controller.yaml", COMPOSITE).toString())).isZero();

        JsonNode binding = printed("ClusterRoleBinding");
        assertThat(printed("ClusterRole").at("/metadata/name").asText()).isEqualTo("hookline");
        assertThat(binding.at("/roleRef/name").asText()).isEqualTo("hookline");
        assertThat(binding.at("/subjects/0/name").asText()).isEqualTo("hookline");
        assertThat(binding.at("/subjects/0/namespace").asText()).isEqualTo("hookline");
        assertThat(rules("ClusterRole"))
                .containsEntry("e.com/webapps", List.of("get", "list", "watch"))
                .containsEntry(
                        "apps/deployments", List.of("get", "list", "watch", "create", "update", "patch", "delete"));
        assertThat(out.toString()).doesNotContain("*");
    }

    @Test
    void leaderElectionAddsARoleForOneLeaseInTheNamespaceOfTheWatcher() throws IOException {
        String file = write("controller.yaml", COMPOSITE).toString();
        assertThat(run("-f", file, "--leader-election", "--namespace=mc")).isZero();

        assertThat(printed("Role").at("/metadata/namespace").asText()).isEqualTo("mc");
        assertThat(printed("Role").path("rules").toString())
                .isEqualTo(
                        "[{\"apiGroups\":[\"coordination.k8s.io\"],\"resources\":[\"leases\"],"
                                + "\"resourceNames\":[\"metacontroller\"],\"verbs\":[\"get\",\"watch\",\"update\"]},"
                                + "{\"apiGroups\":[\"coordination.k8s.io\"],\"resources\":[\"leases\"],\"verbs\":[\"create\"]}]");
    }

    /** The wrong folder says nothing about the rights that hooks need. */
    @Test
    void sideEffectsOfHooksThatAreNotThereAreAnError() throws IOException {
        String file = write("controller.yaml", COMPOSITE).toString();
        Path hooks = Files.createDirectories(folder.resolve("hooks/other")).getParent();

        assertThat(run(
                        "-f",
                        file,
                        "--side-effects",
                        "--hooks",
                        folder.resolve("no").toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("no such hooks folder: " + folder.resolve("no"));
        assertThat(run("-f", file, "--side-effects", "--hooks", hooks.toString()))
                .isEqualTo(1);
        assertThat(err.toString())
                .contains("none of the hooks that the controllers call is in " + hooks + ": webapp; set --hooks");
        Files.createDirectories(hooks.resolve("webapp"));
        assertThat(run("-f", file, "--side-effects", "--hooks", hooks.toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("has side effects; the hook server needs no rights");
    }

    @Test
    void namesAreTakenFromTheOptions() throws IOException {
        String file = write("controller.yaml", COMPOSITE).toString();

        assertThat(run("-f", file, "--service-account", "metacontroller", "--namespace", "meta", "--name", "y"))
                .isZero();

        JsonNode binding = printed("ClusterRoleBinding");
        assertThat(binding.at("/metadata/name").asText()).isEqualTo("y");
        assertThat(binding.at("/subjects/0/name").asText()).isEqualTo("metacontroller");
        assertThat(binding.at("/subjects/0/namespace").asText()).isEqualTo("meta");
    }

    @Test
    void aCustomizeHookWithoutFixtureIsAWarningThatNamesTheFlag() throws IOException {
        String file = write("controller.yaml", COMPOSITE).toString();

        assertThat(run("-f", file)).isZero();
        assertThat(err.toString())
                .isEqualTo("hookline: warning: CompositeController webapp has a customize hook, but no fixture of it"
                        + " shows which related objects it requests; add a fixture of it, or name them with `hookline rbac --related`"
                        + System.lineSeparator());
        err.getBuffer().setLength(0);
        out.getBuffer().setLength(0);

        assertThat(run("-f", file, "--related", "v1/secrets,batch/v1/jobs")).isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(rules("ClusterRole"))
                .containsEntry("/secrets", List.of("list", "watch"))
                .containsEntry("batch/jobs", List.of("list", "watch"));
    }

    @Test
    void fixturesBesideTheControllerShowTheRelatedObjects() throws IOException {
        write("controller.yaml", COMPOSITE);
        write(
                "fixtures/rules.answer.json",
                "{\"relatedResources\":[{\"apiVersion\":\"v1\",\"resource\":\"secrets\",\"names\":[\"a\"]}]}");

        assertThat(run("-f", folder.toString())).isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(rules("ClusterRole")).containsEntry("/secrets", List.of("list", "watch"));
    }

    @Test
    void fixturesShowKindsThatTheControllerDoesNotDeclare() throws IOException {
        write("controller.yaml", COMPOSITE);
        write(
                "hooks/webapp/fixtures/new.answer.json",
                "{\"children\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}]}");

        assertThat(run("-f", folder.toString())).isZero();
        assertThat(rules("ClusterRole")).containsEntry("/configmaps", List.of("create"));
    }

    @Test
    void aHookMayBindARoleThatIsNotInItsFixtureOnlyByName() throws IOException {
        write("controller.yaml", COMPOSITE);
        write(
                "fixtures/new.answer.json",
                "{\"children\":[{\"apiVersion\":\"rbac.authorization.k8s.io/v1\",\"kind\":\"RoleBinding\","
                        + "\"metadata\":{\"name\":\"a\"},\"roleRef\":{\"kind\":\"ClusterRole\",\"name\":\"view\"}}]}");

        assertThat(run("-f", folder.toString())).isZero();
        JsonNode bind = StreamSupport.stream(
                        printed("ClusterRole").path("rules").spliterator(), false)
                .filter(rule -> texts(rule.path("verbs")).contains("bind"))
                .findFirst()
                .orElseThrow();
        assertThat(texts(bind.path("resources"))).containsExactly("clusterroles");
        assertThat(texts(bind.path("resourceNames"))).containsExactly("view");
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "python"})
    void theExampleOfTheHelpWorksInAProjectOfInit(String language) {
        InitRun run = new InitRun();
        assertThat(run.init(
                        folder.resolve("shop"),
                        "--kind=Shop",
                        "--group=example.com",
                        "--children=v1/configmaps",
                        "--hook=" + language))
                .as(run.err())
                .isZero();
        String[] footer = new CommandLine(new RbacCommand())
                .getCommandSpec()
                .usageMessage()
                .footer();
        Matcher example = Pattern.compile("Example: hookline rbac -f (\\S+) \\| kubectl apply -f -")
                .matcher(footer[footer.length - 1]);
        assertThat(example.matches()).isTrue();

        assertThat(run("-f", folder.resolve("shop").resolve(example.group(1)).toString()))
                .isZero();

        assertThat(rules("ClusterRole")).containsKey("example.com/shops");
    }

    @Test
    void aFolderMayHaveOtherFilesAndSubFoldersAreReadOnRequest() throws IOException {
        write("values.yaml", "a: {{ .Values.metacontroller }}\n");
        write("sub/controller.yaml", COMPOSITE);

        assertThat(run("-f", folder.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("; --recursive also reads sub-folders");
        assertThat(run("-R", "-f", folder.toString())).isZero();
    }

    @Test
    void credentialsAreInARoleOfTheirNamespace() throws IOException {
        String text = COMPOSITE.replace(
                "path: /webapp/sync",
                "path: /webapp/sync, " + " authorization: {secretRef: {name: token, namespace: keys, key: t}}");

        assertThat(run("-f", write("controller.yaml", text).toString())).isZero();

        assertThat(printed("Role").at("/metadata/namespace").asText()).isEqualTo("keys");
        assertThat(texts(printed("Role").at("/rules/0/resourceNames"))).containsExactly("token");
        assertThat(printed("RoleBinding").at("/roleRef/kind").asText()).isEqualTo("Role");
        assertThat(rules("ClusterRole")).doesNotContainKey("/secrets");
    }

    @Test
    void readOnlyRightsHaveNoVerbThatWrites() throws IOException {
        assertThat(run("--read-only", "-f", write("controller.yaml", COMPOSITE).toString()))
                .isZero();

        assertThat(rules("ClusterRole").values())
                .isNotEmpty()
                .allSatisfy(verbs -> assertThat(verbs).isSubsetOf("get", "list", "watch"));
    }

    @Test
    void standardInputAndListsAreRead() {
        String list = "apiVersion: v1\nkind: List\nitems:\n"
                + COMPOSITE.indent(4).replaceFirst("    apiVersion", "  - apiVersion");
        InputStream stdin = new ByteArrayInputStream(list.getBytes(StandardCharsets.UTF_8));

        ControllerFiles files = ControllerFiles.read(List.of(ControllerFiles.STDIN), false, stdin);

        assertThat(files.controllers()).singleElement().satisfies(found -> {
            assertThat(found.spec().name()).isEqualTo("webapp");
            assertThat(found.folder()).isEqualTo(Optional.empty());
        });
    }

    @Test
    void aControllerThatIsNotValidIsNamedWithItsFile() throws IOException {
        Path file = write("controller.yaml", COMPOSITE.replace("parentResource", "parents"));

        assertThatThrownBy(() -> ControllerFiles.read(List.of(file), false, InputStream.nullInputStream()))
                .isInstanceOf(CliErrors.CommandFailed.class)
                .hasMessageStartingWith(file + ": spec.parentResource");
    }

    @Test
    void aFileThatIsNoTextIsNamed() throws IOException {
        Path file = Files.write(folder.resolve("controller.yaml"), new byte[] {'a', (byte) 0xe4, 'b'});

        assertThatThrownBy(() -> ControllerFiles.read(List.of(file), false, InputStream.nullInputStream()))
                .isInstanceOf(CliErrors.CommandFailed.class)
                .hasMessage(file + " is not UTF-8 text");
    }

    @Test
    void onlyForAFolderTheAdviceIsToReadSubFolders() throws IOException {
        Path file = write("config.yaml", "a: 1\n");

        assertThat(run("-f", file.toString())).isEqualTo(1);

        assertThat(err.toString())
                .isEqualTo("hookline: no CompositeController and no DecoratorController in " + file + "\n");
    }
}
