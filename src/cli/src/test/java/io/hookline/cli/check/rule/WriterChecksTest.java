package io.hookline.cli.check.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Controllers that write what others write, or too much. {@link ChecksTest} has two composites of the same parents. */
class WriterChecksTest {

    @TempDir
    private Path folder;

    @Test
    void aDecoratorThatAttachesTheKindOfAChildOfItsParentsCompositeIsFound() throws Exception {
        String decorator = """
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: DecoratorController
                metadata: {name: exposed}
                spec:
                  resources: [{apiVersion: example.com/v1, resource: webapps}]
                  attachments: [{apiVersion: v1, resource: services}, {apiVersion: v1, resource: secrets}]
                  hooks: {sync: {webhook: {url: "http://elsewhere/sync"}}}
                """;
        Map<String, String> files = GoodProject.files();
        files.put("decorator.yaml", decorator);

        assertThat(GoodProject.findings(folder, files))
                .containsExactly("warning decorator.yaml:5: DecoratorController exposed and CompositeController webapp"
                        + " (controller.yaml:1) have the same parents, webapps (example.com/v1), and the composite"
                        + " releases or deletes the services of the decorator; let one of them create all, or attach"
                        + " objects of another kind");

        files.put("decorator.yaml", decorator.replace("resource: services", "resource: configmaps"));
        assertThat(GoodProject.findings(folder, files)).isEmpty();
    }

    @Test
    void aControllerWithManyKindsOfChildrenIsFound() throws Exception {
        Map<String, String> files = GoodProject.files();
        String more = String.join(
                "",
                Stream.of(
                                "configmaps",
                                "secrets",
                                "serviceaccounts",
                                "pods",
                                "endpoints",
                                "limitranges",
                                "resourcequotas")
                        .map(resource -> "  - {apiVersion: v1, resource: " + resource + "}\n")
                        .toList());
        files.computeIfPresent(
                "controller.yaml",
                (_, text) -> text.replace("  hooks:", more + "  - {apiVersion: batch/v1, resource: jobs}\n  hooks:"));
        assertThat(GoodProject.findings(folder, files)).as("ten kinds").isEmpty();

        files.computeIfPresent(
                "controller.yaml",
                (_, text) -> text.replace("  hooks:", "  - {apiVersion: batch/v1, resource: cronjobs}\n  hooks:"));

        assertThat(GoodProject.findings(folder, files))
                .containsExactly("warning controller.yaml:7: spec.childResources: 11 kinds of children in"
                        + " CompositeController webapp; a change of any of them calls the hook with all of them; consider a"
                        + " custom resource for a part of them, with a controller of its own");
    }
}
