package io.hookline.cli.check.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Children and a status that would be refused in a cluster, or not arrive there as a whole. */
class AnsweredObjectsTest {

    private static final String ANSWER = "fixtures/first.answer.json";
    private static final String AT_DEPLOYMENT = "error fixtures/first.answer.json:4: children[0]";
    private static final String AT_SERVICE = "error fixtures/first.answer.json:5: children[1]";
    private static final String AT_STATUS = "fixtures/first.answer.json:2: ";

    private static final String TYPED = GoodProject.CRD.replace(
            "status: {type: object, x-kubernetes-preserve-unknown-fields: true}",
            "status: {type: object, properties: {replicas: {type: integer}, ready: {type: integer}}}");

    @TempDir
    private Path folder;

    static Stream<Arguments> mistakes() {
        return Stream.of(
                GoodProject.edit(
                        ANSWER,
                        "{\"matchLabels\": {\"app\": \"shop\"}}",
                        "{\"matchLabels\": {\"app\": \"other\"}}",
                        AT_DEPLOYMENT + ": Deployment shop: the API server refuses it: Deployment.apps \"shop\" is"
                                + " invalid: spec.template.metadata.labels: Invalid value: {\"app\":\"shop\"}: `selector`"
                                + " does not match template `labels`"),
                GoodProject.edit(
                        ANSWER,
                        "\"image\": \"nginx\"}",
                        "\"image\": 1}",
                        AT_DEPLOYMENT
                                + ": Deployment shop: the API server refuses it: Deployment in version \"v1\" cannot"
                                + " be handled as a Deployment: json: cannot unmarshal number into Go struct field"
                                + " Deployment.spec.template.spec.containers.image of type string"),
                GoodProject.edit(
                        ANSWER,
                        "[{\"port\": 80}]",
                        "[{\"port\": 80, \"targetport\": 8080}]",
                        AT_SERVICE
                                + ".spec.ports[0].targetport: unknown field, which the API server removes: the schema"
                                + " of Service does not have it; did you mean targetPort?"));
    }

    private static Map<String, String> typed(String status) {
        Map<String, String> files = GoodProject.files();
        files.put("crd.yaml", TYPED);
        files.put(ANSWER, GoodProject.ANSWER.replace("{\"replicas\": 2}", status));
        return files;
    }

    private List<String> findings(Map<String, String> files) throws Exception {
        return GoodProject.findings(folder, files);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void aChildThatDoesNotArriveAsAnsweredIsFound(String edit, Map<String, String> files, List<String> expected)
            throws Exception {
        assertThat(findings(files)).as(edit).containsExactlyElementsOf(expected);
    }

    @Test
    void aChildThatIsThereAlreadyNeedNotBeWhole() throws Exception {
        Map<String, String> files = GoodProject.files();
        files.put(
                "fixtures/first.request.json",
                GoodProject.REQUEST.replace(
                        "\"children\": {}",
                        "\"children\": {\"Service.v1\": {\"shop\": {\"apiVersion\": \"v1\", \"kind\": \"Service\","
                                + " \"metadata\": {\"name\": \"shop\"}}}}"));
        files.put(ANSWER, GoodProject.ANSWER.replace("{\"ports\": [{\"port\": 80}]}", "{\"type\": \"NodePort\"}"));

        assertThat(findings(files)).isEmpty();
    }

    @Test
    void aRedactedSecretIsNotJudged() throws Exception {
        Map<String, String> files = GoodProject.files();
        files.put("controller.yaml", GoodProject.CONTROLLER.replace("services}", "secrets}"));
        files.put(
                ANSWER,
                "{\"status\": {}, \"children\": [{\"apiVersion\": \"v1\", \"kind\": \"Secret\", \"metadata\":"
                        + " {\"name\": \"shop\"}, \"data\": {\"key\": \"(redacted)\"}}]}");

        assertThat(findings(files)).isEmpty();
    }

    @Test
    void aChildInTheAnswerTwiceIsFound() throws Exception {
        String service = GoodProject.ANSWER.lines().skip(4).findFirst().orElseThrow();
        Map<String, String> files = GoodProject.files();
        files.put(ANSWER, GoodProject.ANSWER.replace(service, service + ",\n" + service));

        assertThat(findings(files))
                .containsExactly("error fixtures/first.answer.json:6: children[2]: Service shop is in the answer twice:"
                        + " the watcher uses the last one; give them different names");
    }

    @Test
    void aChildInAnotherNamespaceThanItsParentIsFound() throws Exception {
        Map<String, String> files = GoodProject.files();
        files.put(
                "fixtures/first.request.json",
                GoodProject.REQUEST.replace(
                        "\"WebApp\", \"metadata\": {\"name\": \"shop\"}",
                        "\"WebApp\", \"metadata\": {\"name\": \"shop\", \"namespace\": \"home\"}"));
        files.put(
                ANSWER,
                GoodProject.ANSWER.replace(
                        "\"Service\", \"metadata\": {\"name\": \"shop\"}",
                        "\"Service\", \"metadata\": {\"name\": \"shop\", \"namespace\": \"away\"}"));

        assertThat(findings(files))
                .containsExactly(AT_SERVICE + ": Service shop is in namespace away, and its parent in home: the watcher"
                        + " refuses the answer; leave metadata.namespace out");
    }

    @Test
    void aStatusThatTheSchemaRefusesIsFound() throws Exception {
        assertThat(findings(typed("{\"replicas\": \"two\"}")))
                .containsExactly("error " + AT_STATUS + "a status that the API server refuses: WebApp.example.com"
                        + " \"shop\" is invalid: status.replicas: Invalid value: \"string\": replicas in"
                        + " body must be of type integer: \"string\"");
    }

    @Test
    void aFieldOfTheStatusThatTheSchemaLacksIsFound() throws Exception {
        assertThat(findings(typed("{\"replicas\": 2, \"phase\": \"Up\"}")))
                .containsExactly(
                        "warning " + AT_STATUS + "status.phase: unknown field, which the API server removes: the"
                                + " schema of WebApp does not have it");
        assertThat(findings(typed("{\"replcas\": 2}")))
                .containsExactly(
                        "error " + AT_STATUS + "status.replcas: unknown field, which the API server removes: the"
                                + " schema of WebApp does not have it; did you mean replicas?");
    }
}
