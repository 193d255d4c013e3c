package io.hookline.cli.check.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mistakes in CRDs that an API server accepts. */
class DefinitionChecksTest {

    private static final String STATUS = "status: {type: object, x-kubernetes-preserve-unknown-fields: true}";

    private static final String CLOSED = """
            status:
                        type: object
                        properties:
                          conditions: {type: array, items: {type: object, properties: {type: {type: string}}}}
                          labels: {type: object, additionalProperties: {type: string}}
                          anything: {x-kubernetes-preserve-unknown-fields: true}
                          selector: {type: string}
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            .spec.imgae                                    | spec.imgae; did you mean image?
            .spec.image.tag                                | spec.image.tag
            .spek.image                                    | spek; did you mean spec?
            .metadata.creationTimestmp                     | metadata.creationTimestmp; did you mean creationTimestamp?
            .status.condition[?(@.type=="Ready")].status   | status.condition; did you mean conditions?
            """)
    void aColumnOfAFieldThatTheSchemaDoesNotHaveIsFound(String path, String field) throws Exception {
        assertThat(columns(path))
                .containsExactly(
                        "warning crd.yaml:13: spec.versions[0].additionalPrinterColumns[0].jsonPath: the schema"
                                + " of WebApp in example.com/v1 has no field " + field);
    }

    @Test
    void aPathThatTheSchemaAllowsOrThatIsNotCertainIsNoFinding() throws Exception {
        assertThat(columns(
                        ".spec.image",
                        ".metadata.creationTimestamp",
                        ".metadata.labels.app",
                        ".metadata.annotations.example\\.com/owner",
                        ".status.conditions[?(@.type==\"Ready\")].status",
                        ".status.conditions[0].nothing",
                        ".status.labels.any",
                        ".status.anything.at.all",
                        ".spec.no\\.such"))
                .isEmpty();
    }

    @Test
    void aPathOfTheScaleSubresourceThatTheSchemaDoesNotHaveIsFound() throws Exception {
        Map<String, String> files = GoodProject.files();
        files.put("crd.yaml", closed().replace("subresources: {status: {}}", """
                subresources:
                      status: {}
                      scale:
                        specReplicasPath: .spec.replicas
                        statusReplicasPath: .status.replicas
                        labelSelectorPath: .status.selektor"""));

        assertThat(GoodProject.findings(folder, files))
                .filteredOn(finding -> finding.contains("scale"))
                .containsExactly(
                        "warning crd.yaml:16: spec.versions[0].subresources.scale.statusReplicasPath: the schema of WebApp"
                                + " in example.com/v1 has no field status.replicas",
                        "warning crd.yaml:17: spec.versions[0].subresources.scale.labelSelectorPath: the schema of WebApp"
                                + " in example.com/v1 has no field status.selektor; did you mean selector?");
    }

    private List<String> columns(String... paths) throws Exception {
        StringBuilder columns = new StringBuilder("additionalPrinterColumns:\n");
        for (String path : paths) {
            columns.append("    - {name: A, type: string, jsonPath: '")
                    .append(path)
                    .append("'}\n");
        }
        Map<String, String> files = GoodProject.files();
        files.put("crd.yaml", closed().replace("subresources: ", columns + "    subresources: "));
        return GoodProject.findings(folder, files).stream()
                .filter(finding -> finding.contains("crd.yaml"))
                .filter(finding -> !finding.contains("hook webapp reads"))
                .toList();
    }

    private static String closed() {
        return GoodProject.CRD.replace(STATUS, CLOSED);
    }
}
