package io.hookline.cli.check.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** CRDs that a cluster refuses: each reason with its file and line. */
class RefusedDefinitionsTest {

    private static final String SPEC = "image: {type: string}";
    private static final String VERSION = "  - name: v1\n";

    @TempDir
    private Path folder;

    private List<String> findings(String old, String replacement) throws Exception {
        Map<String, String> files = new HashMap<>(GoodProject.files());
        assertThat(GoodProject.CRD).contains(old);
        files.put("crd.yaml", GoodProject.CRD.replace(old, replacement));
        return GoodProject.findings(folder, files).stream()
                .filter(finding -> finding.startsWith("error crd.yaml:"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {type: object, default: {person: null}, properties: {person: {type: object}}} | 22 | .default.person: Invalid value: "null"
            {type: string, enum: [a, b], default: ''}                                       | 22 | .default: Unsupported value: ""
            {type: object, default: {zzz: 1}, properties: {a: {type: string}}}            | 22 | .default: Invalid value: {"zzz":1}: must not have unknown fields
            {type: array, uniqueItems: true, items: {type: string}}                       | 22 | .uniqueItems: Forbidden
            {type: object, x-kubernetes-embedded-resource: true}                          | 22 | .properties: Required value
            {type: integer, exclusiveMinimum: 3}                                          | 22 | exclusiveMinimum of type bool
            {type: string, pattern: '(?!a)b'}                                             | 22 | .pattern: Invalid value: "(?!a)b"
            {type: string, maxLength: 9, x-kubernetes-validations: [{rule: self.nope > 3}]} | 22 | .x-kubernetes-validations[0].rule: Invalid value: "self.nope > 3"
            {type: string, x-kubernetes-validations: [{rule: 'self.split(",").all(p, p.matches("^[a-z]+$"))'}]}    | 22 | .x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget
            {anyOf: [{type: integer}, {type: string}]}                                    | 22 | .type: Required value
            """)
    void aSchemaIsRefusedAtItsLine(String schema, int line, String reason) throws Exception {
        assertThat(findings(SPEC, SPEC + "\n              x: " + schema))
                .anySatisfy(finding -> assertThat(finding)
                        .startsWith("error crd.yaml:" + line + ": ")
                        .contains(reason))
                .as("but for the budget that all rules share")
                .allSatisfy(finding -> assertThat(finding).containsAnyOf("crd.yaml:" + line + ": ", "rule cost total"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            additionalPrinterColumns: [{name: X, type: text, jsonPath: .spec.x}]     | 10 | spec.additionalPrinterColumns[0].type
            selectableFields: [{jsonPath: .spec.nope}]                               | 10 | spec.selectableFields[0].jsonPath
            deprecationWarning: old                                                  | 10 | spec.versions[0].deprecationWarning
            """)
    void aVersionIsRefusedAtItsLine(String field, int line, String reason) throws Exception {
        assertThat(findings(VERSION, VERSION + "    " + field + "\n"))
                .singleElement()
                .asString()
                .startsWith("error crd.yaml:" + line + ": ")
                .contains("is invalid: " + reason);
    }

    @Test
    void eachReasonIsAFindingOfItsOwn() throws Exception {
        assertThat(findings(
                        "names: {kind: WebApp",
                        "preserveUnknownFields: true\n  names: {kind: WebApp, listKind: WebApp"))
                .satisfiesExactly(
                        finding -> assertThat(finding)
                                .startsWith("error crd.yaml:7: ")
                                .contains("is invalid: spec.preserveUnknownFields: Invalid value: true"),
                        finding -> assertThat(finding)
                                .startsWith("error crd.yaml:8: ")
                                .contains("is invalid: spec.names.listKind: Invalid value: \"WebApp\""));
    }

    @Test
    void theFieldOfASecondVersionIsFound() throws Exception {
        String second =
                "  - name: v2\n    served: true\n    storage: false\n    schema:\n      openAPIV3Schema: {type: object, properties: {a: {type: array}}}\n";

        assertThat(findings(VERSION, second + VERSION))
                .singleElement()
                .asString()
                .startsWith("error crd.yaml:13: ")
                .contains("spec.versions[0].schema.openAPIV3Schema.properties[a].items: Required value");
    }
}
