package io.hookline.cli.check.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.yaml.Yaml;
import io.hookline.yaml.YamlWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Mistakes in manifests: a good project, and the same project with each mistake. */
class ChecksTest {

    private static final String SECOND = GoodProject.CONTROLLER.replace("{name: webapp}", "{name: other}");

    @TempDir
    private Path folder;

    @Test
    void aGoodProjectHasNoFindings() throws Exception {
        assertThat(GoodProject.findings(folder, GoodProject.files())).isEmpty();
    }

    @Test
    void aRefusedObjectHasNoFindingAboutRulesThatWereNotChecked() throws Exception {
        Map<String, String> files = new HashMap<>(GoodProject.files());
        files.put("crd.yaml", GoodProject.CRD.replace("minimum: 0}", "x-kubernetes-validations: [{rule: self >= 0}]}"));
        files.put("sample.yaml", files.get("sample.yaml").replace("replicas: 2", "replicas: two"));

        assertThat(GoodProject.findings(folder, files))
                .singleElement()
                .asString()
                .startsWith(
                        "error sample.yaml:6: WebApp.example.com \"shop\" is invalid: spec.replicas: Invalid value");
    }

    @Test
    void aFieldThatAGeneratedCrdLacksIsAddedByTheCommandThatWritesTheFile() throws Exception {
        String lacking = GoodProject.CRD.replace("image", "picture");
        Map<String, String> files = new HashMap<>(GoodProject.files());
        files.put("WebApp.java", "record WebApp() {}");
        files.put("sample.yaml", files.get("sample.yaml").replace("image", "picture"));
        files.put(
                "crd.yaml", YamlWriter.write(Yaml.documents(lacking).getFirst().tree()));

        assertThat(GoodProject.findings(folder, files))
                .singleElement()
                .asString()
                .endsWith("a field that the schema of WebApp in example.com/v1 does not have; add it to the schema with"
                        + " `hookline crd WebApp.java --output=crd.yaml`, or remove it from the record");

        files.put("crd.yaml", lacking); // the command would replace what a user wrote by hand
        assertThat(GoodProject.findings(folder, files))
                .singleElement()
                .asString()
                .endsWith("does not have; add it to the schema, or remove it from the record");
    }

    static List<Arguments> mistakes() {
        List<Arguments> all = new ArrayList<>();
        fields().forEach(all::add);
        kinds().forEach(all::add);
        parents().forEach(all::add);
        controllers().forEach(all::add);
        return all;
    }

    private static Stream<Arguments> fields() {
        return Stream.of(
                GoodProject.edit(
                        "controller.yaml",
                        "generateSelector: true",
                        "generateSelecter: true",
                        "error controller.yaml:5: spec.generateSelecter: unknown field; did you mean generateSelector?"),
                GoodProject.edit(
                        "controller.yaml",
                        "updateStrategy:",
                        "updateStategy:",
                        "error controller.yaml:10: spec.childResources[0].updateStategy: unknown field; did you mean"
                                + " updateStrategy?"),
                GoodProject.edit(
                        "controller.yaml",
                        "  hooks:",
                        "  zzz: 1\n  hooks:",
                        "error controller.yaml:12: spec.zzz: unknown field"),
                GoodProject.edit(
                        "controller.yaml",
                        "service: {name: hooks, namespace: hookline}",
                        "url: htp:/nope",
                        "error controller.yaml:15: CompositeController webapp: spec.hooks.sync.webhook.url: invalid"
                                + " webhook URL \"htp:/nope\": expected http:// or https:// at its start"),
                GoodProject.edit(
                        "controller.yaml",
                        "InPlace",
                        "Inplace",
                        "error controller.yaml:10: CompositeController.metacontroller.k8s.io \"webapp\" is invalid:"
                                + " spec.childResources[0].updateStrategy.method: Unsupported value: \"Inplace\":"
                                + " supported values: \"OnDelete\", \"Recreate\", \"InPlace\", \"RollingRecreate\","
                                + " \"RollingInPlace\""),
                GoodProject.edit(
                        "sample.yaml",
                        "replicas: 2",
                        "replica: 2",
                        "error sample.yaml:6: spec.replica: unknown field; did you mean replicas?"),
                GoodProject.edit(
                        "sample.yaml",
                        "replicas: 2",
                        "replicas: two",
                        "error sample.yaml:6: WebApp.example.com \"shop\" is invalid: spec.replicas: Invalid value:"
                                + " \"string\": spec.replicas in body must be of type integer: \"string\""),
                GoodProject.edit(
                        "sample.yaml",
                        "name: shop",
                        "name: shop, namespace: away",
                        "error sample.yaml:1: WebApp away/shop: namespaces \"away\" not found; add this Namespace to the"
                                + " manifests"),
                GoodProject.edit(
                        "sample.yaml",
                        "  image: nginx\n",
                        "",
                        "error sample.yaml:4: WebApp.example.com \"shop\" is invalid: spec.image: Required value"),
                GoodProject.edit(
                        "crd.yaml",
                        "names: {kind",
                        "naems: {}\n  names: {kind",
                        "error crd.yaml:7: spec.naems: unknown field; did you mean names?"));
    }

    private static Stream<Arguments> kinds() {
        return Stream.of(
                GoodProject.edit(
                        "sample.yaml",
                        "kind: WebApp",
                        "kind: WepApp",
                        "error sample.yaml:1: no CRD defines kind WepApp in example.com/v1; did you mean WebApp in"
                                + " example.com/v1?"),
                GoodProject.edit(
                        "controller.yaml",
                        "resource: deployments",
                        "resource: deployment",
                        "error controller.yaml:8: spec.childResources[0]: no resource deployment (apps/v1); did you mean"
                                + " deployments?"),
                GoodProject.edit(
                        "controller.yaml",
                        "apiVersion: apps/v1",
                        "apiVersion: v1",
                        "error controller.yaml:8: spec.childResources[0]: no resource deployments (v1); deployments are in"
                                + " apps/v1"),
                GoodProject.edit(
                        "controller.yaml",
                        "apiVersion: apps/v1\n    resource: deployments",
                        "apiVersion: apps/v1beta1\n    resource: deployments",
                        "error controller.yaml:8: spec.childResources[0]: no resource deployments (apps/v1beta1);"
                                + " Kubernetes 1.16 removed it; write apiVersion: apps/v1"),
                GoodProject.edit(
                        "controller.yaml",
                        "{apiVersion: v1, resource: services}",
                        "{apiVersion: v1, resource: services}\n  - {apiVersion: cert-manager.io/v1, resource: certificates}",
                        "warning controller.yaml:12: spec.childResources[2]: no resource certificates (cert-manager.io/v1)"
                                + " in Kubernetes, and no CRD of this project defines it; add its CRD"),
                GoodProject.edit(
                        "controller.yaml",
                        "resource: webapps",
                        "resource: wa",
                        "error controller.yaml:6: spec.parentResource: no resource wa (example.com/v1); did you mean"
                                + " webapps?"));
    }

    private static Stream<Arguments> parents() {
        return Stream.of(
                GoodProject.edit(
                        "crd.yaml",
                        "[image]\n            properties:\n              image: {type: string}",
                        "[replicas]\n            properties:\n              images: {type: string}",
                        "warning crd.yaml:9: hook webapp reads spec.image, a field that the schema of WebApp in"
                                + " example.com/v1 does not have; did you mean images?",
                        "error sample.yaml:5: spec.image: unknown field; did you mean images?"),
                GoodProject.edit(
                        "crd.yaml",
                        "    subresources: {status: {}}\n",
                        "",
                        "error crd.yaml:9: CRD webapps.example.com has no status subresource in version v1, which"
                                + " CompositeController webapp needs; add subresources: {status: {}}"),
                GoodProject.edit(
                        "controller.yaml",
                        "  generateSelector: true\n",
                        "",
                        "error sample.yaml:1: WebApp shop has no spec.selector; set generateSelector: true in"
                                + " CompositeController webapp (controller.yaml:1), or a selector here"),
                GoodProject.edit(
                        "controller.yaml",
                        "parentResource: {apiVersion: example.com/v1, resource: webapps}",
                        "parentResource: {apiVersion: v1, resource: configmaps}",
                        "error controller.yaml:6: CompositeController webapp: configmaps (v1) have no CRD; use a"
                                + " DecoratorController for built-in kinds"));
    }

    private static Stream<Arguments> controllers() {
        return Stream.of(
                GoodProject.edit(
                        "controller.yaml",
                        "/webapp/sync",
                        "/webap/sync",
                        "error controller.yaml:16: CompositeController webapp: no hook is served at /webap/sync"),
                GoodProject.added(
                        "second.yaml",
                        SECOND,
                        "warning second.yaml:6: CompositeController other and CompositeController webapp"
                                + " (controller.yaml:1) have the same parents, webapps (example.com/v1), and delete each"
                                + " other's deployments, services; give them separate parents by labelSelector, or merge"
                                + " them"),
                GoodProject.added(
                        "second.yaml",
                        SECOND.replace("resource: webapps", "resource: webapps, labelSelector: {matchLabels: {a: b}}")
                                + "---\n"
                                + SECOND.replace("{name: other}", "{name: third}")
                                        .replace(
                                                "resource: webapps",
                                                "resource: webapps, labelSelector: {matchLabels: {a: c}}"),
                        "warning second.yaml:6: CompositeController other and CompositeController webapp"
                                + " (controller.yaml:1) have the same parents, webapps (example.com/v1), and delete each"
                                + " other's deployments, services; give them separate parents by labelSelector, or merge"
                                + " them",
                        "warning second.yaml:23: CompositeController third and CompositeController webapp"
                                + " (controller.yaml:1) have the same parents, webapps (example.com/v1), and delete each"
                                + " other's deployments, services; give them separate parents by labelSelector, or merge"
                                + " them"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void aMistakeIsFoundWithItsLineAndWhatToDo(String edit, Map<String, String> files, List<String> expected)
            throws Exception {
        assertThat(GoodProject.findings(folder, files)).as(edit).containsExactlyElementsOf(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"finalize", "customize"})
    void aHookThatNoControllerCallsIsNamed(String type) throws Exception {
        Map<String, String> files = GoodProject.files();
        files.put(type + ".py", "");

        assertThat(GoodProject.findings(folder, files))
                .containsExactly(
                        "warning controller.yaml:12: hook webapp has a " + type + " hook, which CompositeController"
                                + " webapp does not call; add spec.hooks." + type + " with path /webapp/" + type
                                + ", or remove it from the hook");

        files.put(
                "controller.yaml",
                GoodProject.CONTROLLER + "    " + type + ": {webhook: {url: \"http://elsewhere/" + type + "\"}}\n");
        assertThat(GoodProject.findings(folder, files)).isEmpty();
    }

    @Test
    void aParentThatCannotHaveASelectorNeedsAGeneratedOneThoughThereIsNoSample() throws Exception {
        Map<String, String> files = GoodProject.files();
        files.remove("sample.yaml");
        files.computeIfPresent("controller.yaml", (_, text) -> text.replace("  generateSelector: true\n", ""));

        assertThat(GoodProject.findings(folder, files))
                .containsExactly("error controller.yaml:4: CompositeController webapp needs generateSelector: true,"
                        + " since the CRD of webapps (example.com/v1) has no field spec.selector");
    }

    @Test
    void aSelectorOfTheParentReplacesAGeneratedOne() throws Exception {
        Map<String, String> files = GoodProject.files();
        files.computeIfPresent("controller.yaml", (_, text) -> text.replace("  generateSelector: true\n", ""));
        files.computeIfPresent(
                "crd.yaml",
                (_, text) -> text.replace(
                        "image: {type: string}",
                        "image: {type: string}\n"
                                + "              selector: {type: object, x-kubernetes-preserve-unknown-fields: true}"));
        files.computeIfPresent("sample.yaml", (_, text) -> text + "  selector: {matchLabels: {app: shop}}\n");

        assertThat(GoodProject.findings(folder, files)).isEmpty();
    }

    @Test
    void decoratorsOfTheSameObjectsDoNotCompete() throws Exception {
        String decorator = """
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: DecoratorController
                metadata: {name: one}
                spec:
                  resources: [{apiVersion: v1, resource: pods}]
                  attachments: [{apiVersion: v1, resource: services}]
                  hooks: {sync: {webhook: {url: "http://elsewhere/sync"}}}
                """;
        Map<String, String> files = GoodProject.files();
        files.put("decorators.yaml", decorator + "---\n" + decorator.replace("one", "two"));

        assertThat(GoodProject.findings(folder, files)).isEmpty();
    }

    @Test
    void anObjectWithTwoVersionsIsNamedAndOneThatIsCopiedIsNot() throws Exception {
        Map<String, String> files = GoodProject.files();
        files.put("copy.yaml", GoodProject.SAMPLE);
        files.put("sample2.yaml", GoodProject.SAMPLE.replace("replicas: 2", "replicas: 3"));

        assertThat(GoodProject.findings(folder, files))
                .containsExactly(
                        "warning sample2.yaml:1: WebApp shop is also in copy.yaml:1, with other content; `hookline"
                                + " dev` would apply both, so rename one, or start one example by its name");
    }
}
