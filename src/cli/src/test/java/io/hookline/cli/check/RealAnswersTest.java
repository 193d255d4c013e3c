package io.hookline.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.check.rule.Finding;
import io.hookline.cli.dev.DevProject;
import io.hookline.distribution.ProjectFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code hookline check} finds out by calling the hooks: their stored answers are without mistakes. */
class RealAnswersTest {

    private static final String REQUEST = """
            {"controller": {"kind": "CompositeController", "metadata": {"name": "webapp"}},
             "parent": {"apiVersion": "example.com/v1", "kind": "WebApp", "metadata": {"name": "shop"}},
             "children": {}, "related": {}, "finalizing": false}
            """;

    private static final String CHILD =
            "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"shop\"}}";

    private static final String AT_REQUEST = "webapp/fixtures/first.request.json:1: ";

    @TempDir
    private Path folder;

    private void write(String path, String content) throws Exception {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    @BeforeEach
    void project() throws Exception {
        write("webapp/crd.yaml", ProjectFiles.CRD);
        write("webapp/controller.yaml", ProjectFiles.CONTROLLER);
        write("webapp/sample.yaml", ProjectFiles.SAMPLE);
        write("webapp/fixtures/first.request.json", REQUEST);
        write("webapp/fixtures/first.answer.json", "{\"status\": {}, \"children\": [" + CHILD + "]}");
    }

    private void hook(String... lines) throws Exception {
        write("webapp/sync.py", "def sync(request):\n    " + String.join("\n    ", lines) + "\n");
    }

    private List<String> findings() throws Exception {
        DevProject project = new DevProject(folder, List.of("webapp"), Optional.empty(), Optional.empty());
        try (OpenProject open = new OpenProject(project)) {
            return open.checkCalling().stream().map(this::shown).toList();
        }
    }

    private String shown(Finding finding) {
        return finding.severity() + " " + finding.toString().replace(folder + "/", "");
    }

    @Test
    void anAnswerAsExpectedHasNoFindings() throws Exception {
        hook("return {'status': {}, 'children': [" + CHILD + "]}");

        assertThat(findings()).isEmpty();
    }

    @Test
    void anExceptionIsFoundAtItsLineOnceForAllFixtures() throws Exception {
        write("webapp/fixtures/second.request.json", REQUEST);
        hook("", "raise Exception('boom')");

        assertThat(findings())
                .containsExactly(
                        "error webapp/sync.py:3: the hook webapp does not answer fixtures/first.request.json and"
                                + " 1 more: Exception: boom");
    }

    @Test
    void aMistakeInTheJsonOfARequestIsFoundAtItsLine() throws Exception {
        hook("return {'status': {}, 'children': [" + CHILD + "]}");
        write("webapp/fixtures/first.request.json", "{\n  \"parent\": {},\n}\n");

        assertThat(findings())
                .singleElement()
                .asString()
                .startsWith("error webapp/fixtures/first.request.json:3: the hook webapp does not answer"
                        + " fixtures/first.request.json: first.request.json: document: Unexpected character ('}'");
    }

    @Test
    void anExceptionOfAProgramIsFoundAtTheRequest() throws Exception {
        write("webapp/sync.sh", "#!/bin/sh\necho no luck >&2\nexit 3\n");
        assertThat(folder.resolve("webapp/sync.sh").toFile().setExecutable(true))
                .isTrue();

        assertThat(findings())
                .singleElement()
                .asString()
                .startsWith("error " + AT_REQUEST + "the hook webapp does not answer fixtures/first.request.json: ")
                .contains("no luck");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            v1        | Secret               | children[0]: Secret shop is of a kind that CompositeController webapp does not declare: it would be created, but never updated or deleted; add it to spec.childResources (webapp/controller.yaml:1)
            policy/v1 | PodDisruptionBudgets | children[0]: no CRD defines kind PodDisruptionBudgets in policy/v1; did you mean PodDisruptionBudget in policy/v1?
            v2        | ConfigMap            | children[0]: no CRD defines kind ConfigMap in v2; did you mean ConfigMap in v1?
            """)
    void aChildOfAKindThatDoesNotExistOrIsNotDeclaredIsFound(String apiVersion, String kind, String problem)
            throws Exception {
        hook("return {'status': {}, 'children': ["
                + CHILD.replace("\"v1\"", "\"" + apiVersion + "\"").replace("ConfigMap", kind) + "]}");

        assertThat(findings()).containsExactly("error " + AT_REQUEST + "the hook webapp answers with " + problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'status': {}}                   | no field "children"
            {'status': {}, 'children': None} | "children": null
            """)
    void anAnswerThatDeletesAllChildrenWithoutSayingSoIsAWarning(String answer, String what) throws Exception {
        hook("return " + answer);

        assertThat(findings())
                .containsExactly("warning " + AT_REQUEST + "the hook webapp answers with " + what + ": the watcher"
                        + " deletes all children of the parent; answer \"children\": [] if that is meant");
    }

    @Test
    void anAnswerThatTheWatcherRefusesIsFound() throws Exception {
        hook("return {'status': {}, 'children': {'shop': " + CHILD + "}}");

        assertThat(findings())
                .containsExactly("error " + AT_REQUEST + "the watcher refuses the answer of the hook webapp: children:"
                        + " expected a list, was an object");
    }

    @Test
    void answersThatDifferFromCallToCallAreFound() throws Exception {
        hook("import time", "return {'status': {'t': time.time_ns()}, 'children': [" + CHILD + "]}");

        assertThat(findings())
                .singleElement()
                .asString()
                .matches("error " + AT_REQUEST + "the hook webapp answers the same request in two different ways:"
                        + " status\\.t is \\d+, then \\d+");
    }

    @Test
    void aHookThatNeverSettlesOnItsOwnResultsIsAWarning() throws Exception {
        hook("""
                n = len(request['parent'].get('status', {}).get('n', ''))
                    return {'status': {'n': 'x' * (n + 1)}, 'children': []}""");

        assertThat(findings())
                .containsExactly("warning " + AT_REQUEST + "the hook webapp: called with its own results, the hook does"
                        + " not settle: status.n: \"xxx\" → \"xxxx\"");
    }

    @Test
    void whatIsWrongWithTheExpectedAnswerTooIsFoundOnce() throws Exception {
        write("webapp/fixtures/first.answer.json", "{\"status\": {\"a\": 1}, \"childen\": [], \"zzz\": 1}");
        hook("return {'status': {}, 'childen': [], 'statuss': 1}");

        assertThat(findings())
                .hasSize(3)
                .anyMatch(finding -> finding.contains("answer.json:1: unknown field \"childen\""))
                .anyMatch(finding -> finding.contains("answer.json:1: unknown field \"zzz\""))
                .contains("error " + AT_REQUEST + "the hook webapp answers with unknown field \"statuss\"; did you mean"
                        + " \"status\"?");
    }

    @Test
    void anEndlessLoopIsFoundAtItsLine() throws Exception {
        hook("import time", "while True:", "    time.sleep(1)"); // takes no core from other tests

        assertThat(findings())
                .singleElement()
                .asString()
                .startsWith("error webapp/sync.py:")
                .contains("the hook webapp does not answer fixtures/first.request.json: ")
                .contains("gave no answer within 10 s");
    }

    /** The role of the deployment is from the time before the customize hook. */
    private void customizing(String body) throws Exception {
        hook("return {'status': {}, 'children': [" + CHILD + "]}");
        write("webapp/deploy/watcher-role.yaml", ROLE);
        write(
                "webapp/controller.yaml",
                ProjectFiles.CONTROLLER
                        + "    customize: {webhook: {service: {name: hooks, namespace: hookline}, path: /webapp/customize}}\n");
        write("webapp/customize.py", "def customize(request):\n    " + body + "\n");
    }

    private static final String ROLE = """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata:
              name: hookline
              labels: {app.kubernetes.io/name: hookline, app.kubernetes.io/component: watcher}
            rules:
            - {apiGroups: [metacontroller.k8s.io, apiextensions.k8s.io, example.com], resources: ["*"], verbs: ["*"]}
            - {apiGroups: [""], resources: [configmaps, events], verbs: ["*"]}
            """;

    @Test
    void rightsForRelatedObjectsAreMissedAlthoughNoFixtureShowsThem() throws Exception {
        customizing(
                "return {'relatedResources': [{'apiVersion': 'v1', 'resource': 'secrets', 'names': ['password']}]}");

        assertThat(findings())
                .containsExactly("warning webapp/deploy/watcher-role.yaml:6: ClusterRole hookline lacks list, watch on"
                        + " secrets, which CompositeController webapp needs; write it again with `hookline rbac -f"
                        + " webapp --related v1/secrets >webapp/deploy/watcher-role.yaml`");
    }

    @Test
    void rightsForNamespacesOfRelatedObjectsAreMissedToo() throws Exception {
        customizing("return {'relatedResources': [{'apiVersion': 'apps/v1', 'resource': 'deployments',"
                + " 'namespaceSelector': {'matchLabels': {'team': request['parent']['metadata']['name']}}}]}");

        assertThat(findings())
                .hasSize(2)
                .allMatch(finding -> finding.contains(" --related apps/v1/deployments,v1/namespaces >"))
                .anyMatch(finding -> finding.contains("lacks list, watch on deployments (apps)"))
                .anyMatch(finding -> finding.contains("lacks list, watch on namespaces"));
    }

    @Test
    void aCustomizeHookThatFailsIsFoundAndItsRightsAreUnknown() throws Exception {
        customizing("return request['parent']['spec']");

        assertThat(findings())
                .containsExactly(
                        "error webapp/customize.py:2: the hook webapp does not answer fixtures/first.request.json:"
                                + " KeyError: 'spec'",
                        "warning webapp/deploy/watcher-role.yaml:6: CompositeController webapp has a customize hook, but"
                                + " no fixture of it shows which related objects it requests; add a fixture of it, or name them with `hookline rbac --related`");
    }
}
