package io.hookline.cli.check.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mistakes in the steps of {@code expect.yaml}. */
class ScenarioChecksTest {

    private static final String UNKNOWN =
            ": unknown field, which the API server removes: the schema of WebApp does not have it";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {expect: Deploment/shop}                    | no CRD defines kind Deploment; did you mean Deployment?
            {gone: deploymets/shop}                     | no CRD defines kind deploymets; did you mean deployments?
            {change: WepApp/shop, merge: {}}            | no CRD defines kind WepApp; did you mean WebApp?
            {delete: webapps.exampel.com/shop}          | no CRD defines kind webapps.exampel.com; did you mean webapps.example.com?
            {break: Servce/shop, delete: true}          | no CRD defines kind Servce; did you mean Service?
            {avail: Deploment/shop, replicas: 1}        | no CRD defines kind Deploment; did you mean Deployment?
            {count: podz, is: 0}                        | no CRD defines kind podz; did you mean Pod?
            {unchanged: Seecret/shop, still: 1s}        | no CRD defines kind Seecret; did you mean Secret?
            {remember: Servce/shop, as: {a: spec.type}} | no CRD defines kind Servce; did you mean Service?
            {expect: Pod/shop, owner: WepApp/shop}      | no CRD defines kind WepApp; did you mean WebApp?
            {gone: Lighthouse/shop}                     | no CRD defines kind Lighthouse; add its CRD to the folder
            {create: {apiVersion: v1, kind: Pot, metadata: {name: a}}} | no CRD defines kind Pot in v1; did you mean Pod in v1?
            """)
    void aKindThatNoServerKnowsIsFound(String step, String problem) throws Exception {
        assertThat(findings(step)).containsExactly("error expect.yaml:2: " + problem);
    }

    @Test
    void eachNameThatKubectlAcceptsIsAKind() throws Exception {
        assertThat(findings(
                        "{gone: deploy/shop}",
                        "{gone: WEBAPP/shop}",
                        "{gone: wa/shop}",
                        "{gone: webapps.example.com/shop}",
                        "{gone: deployment.apps/shop}",
                        "{run: shop}"))
                .isEmpty();
    }

    @Test
    void aCrdThatAStepInstallsDefinesItsKind() throws Exception {
        String crd = GoodProject.CRD.replace("webapp", "gadget").replace("WebApp", "Gadget");
        Map<String, String> files = GoodProject.files();
        files.put("crd.later", crd.replace("[wa]", "[ga]"));
        files.put("expect.yaml", "steps:\n- {apply: crd.later}\n- {gone: Gadget/shop}\n");

        assertThat(GoodProject.findings(folder, files)).isEmpty();
    }

    @Test
    void aKindWhoseCrdIsRefusedIsNotReportedTwice() throws Exception {
        Map<String, String> files = GoodProject.files();
        files.put("crd.yaml", GoodProject.CRD.replace("scope: Namespaced", "scope: Everywhere"));
        files.put("expect.yaml", "steps:\n- {gone: WebApp/shop}\n");

        assertThat(GoodProject.findings(folder, files)).noneMatch(finding -> finding.contains("expect.yaml"));
    }

    @Test
    void aValueThatTheSchemaDoesNotHaveIsFoundAtItsLine() throws Exception {
        assertThat(findings("change: WebApp/shop\n  merge:\n    spec:\n      replicaz: 3"))
                .containsExactly("warning expect.yaml:5: spec.replicaz" + UNKNOWN + "; did you mean replicas?");
        assertThat(findings("expect: WebApp/shop\n  where:\n    spec.image: a\n    spec.imag.tag: b"))
                .containsExactly("warning expect.yaml:5: spec.imag" + UNKNOWN + "; did you mean image?");
        assertThat(findings("{count: webapps, is: 1, where: {spec.zzz: 1}}"))
                .containsExactly("warning expect.yaml:2: spec.zzz" + UNKNOWN);
        assertThat(findings("{unchanged: wa/shop, path: spec.image.tag, still: 1s}"))
                .containsExactly("warning expect.yaml:2: spec.image.tag" + UNKNOWN);
        assertThat(findings("{expect: Pod/shop, where: {'spec.containers[name=web].imag': a}}"))
                .containsExactly("warning expect.yaml:2: " + "spec.containers[0].imag"
                        + UNKNOWN.replace("WebApp", "Pod") + "; did you mean image?");
    }

    @Test
    void aValueThatTheSchemaAllowsOrThatMustBeAbsentIsNoFinding() throws Exception {
        assertThat(findings(
                        "{expect: WebApp/shop, where: {spec.zzz: {absent: true}, 'status.anything.at[0].all': 1}}",
                        "{expect: WebApp/shop, where: {kind: WebApp, metadata.uid: {present: true}}}",
                        "{expect: WebApp/shop, where: {'metadata.labels[''a.b/c'']': x, metadata.generation: 1}}",
                        "{change: WebApp/shop, status: {anything: 1}}",
                        "{change: WebApp/shop, merge: {spec: null, metadata: {annotations: {a: null}}}}",
                        "{expect: ConfigMap/shop, where: {'data[''a.txt'']': x}}",
                        "{expect: Service/shop, where: {'spec.ports[-1].targetPort': 80}}"))
                .isEmpty();
    }

    private List<String> findings(String... steps) throws Exception {
        Map<String, String> files = GoodProject.files();
        files.put("expect.yaml", "steps:\n- " + String.join("\n- ", steps) + "\n");
        return GoodProject.findings(folder, files);
    }
}
