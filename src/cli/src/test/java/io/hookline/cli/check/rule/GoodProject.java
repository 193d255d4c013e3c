package io.hookline.cli.check.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.KubeObject;
import io.hookline.server.folder.HookSource;
import io.hookline.testing.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** A small project without mistakes. */
final class GoodProject {

    static final String CRD = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: webapps.example.com}
            spec:
              group: example.com
              scope: Namespaced
              names: {kind: WebApp, plural: webapps, singular: webapp, shortNames: [wa]}
              versions:
              - name: v1
                served: true
                storage: true
                subresources: {status: {}}
                schema:
                  openAPIV3Schema:
                    type: object
                    properties:
                      spec:
                        type: object
                        required: [image]
                        properties:
                          image: {type: string}
                          replicas: {type: integer, minimum: 0}
                      status: {type: object, x-kubernetes-preserve-unknown-fields: true}
            """;

    static final String CONTROLLER = """
            apiVersion: metacontroller.k8s.io/v1alpha1
            kind: CompositeController
            metadata: {name: webapp}
            spec:
              generateSelector: true
              parentResource: {apiVersion: example.com/v1, resource: webapps}
              childResources:
              - apiVersion: apps/v1
                resource: deployments
                updateStrategy: {method: InPlace}
              - {apiVersion: v1, resource: services}
              hooks:
                sync:
                  webhook:
                    service: {name: hooks, namespace: hookline}
                    path: /webapp/sync
            """;

    static final String SAMPLE = """
            apiVersion: example.com/v1
            kind: WebApp
            metadata: {name: shop}
            spec:
              image: nginx
              replicas: 2
            """;

    static final String REQUEST = """
            {"controller": {"apiVersion": "metacontroller.k8s.io/v1alpha1", "kind": "CompositeController",
                            "metadata": {"name": "webapp"}},
             "parent": {"apiVersion": "example.com/v1", "kind": "WebApp", "metadata": {"name": "shop"}},
             "children": {}, "related": {}, "finalizing": false}
            """;

    static final String ANSWER = """
            {
              "status": {"replicas": 2},
              "children": [
                {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "shop"}, "spec": {"selector": {"matchLabels": {"app": "shop"}}, "template": {"metadata": {"labels": {"app": "shop"}}, "spec": {"containers": [{"name": "web", "image": "nginx"}]}}}},
                {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "shop"}, "spec": {"ports": [{"port": 80}]}}
              ]
            }
            """;

    /** The files by their paths in the folder. The caller may change them. */
    static Map<String, String> files() {
        return new TreeMap<>(Map.of(
                "crd.yaml", CRD,
                "controller.yaml", CONTROLLER,
                "sample.yaml", SAMPLE,
                "fixtures/first.request.json", REQUEST,
                "fixtures/first.answer.json", ANSWER));
    }

    /** What the hook reads. */
    private static final JsonNode SHAPE = KubeObject.of(
                    "{\"spec\":{\"image\":\"\",\"replicas\":\"\"},\"status\":{\"ready\":\"\"}}")
            .tree();

    /** Writes files to a folder, and returns what the checks find there. */
    static List<String> findings(Path folder, Map<String, String> files) throws IOException {
        return findings(folder, files, Map.of());
    }

    /** The same, where customize hooks have answered these rules. */
    static List<String> findings(Path folder, Map<String, String> files, Map<String, List<RelatedRule>> related)
            throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        List<Scenario> examples = List.of(Scenario.readManifests(folder));
        Set<HookType> types = Stream.of(HookType.values())
                .filter(type -> type == HookType.SYNC || files.containsKey(type.text() + ".py"))
                .collect(Collectors.toSet());
        Set<String> served =
                types.stream().map(type -> "/webapp/" + type.text()).collect(Collectors.toSet());
        List<HookSource> hooks = Stream.concat(
                        HookSource.in(folder.resolve("hooks")).stream(),
                        Stream.of(new HookSource("webapp", folder, true)))
                .toList();
        CheckedProject project = new CheckedProject(
                examples,
                ProjectApi.of(examples),
                path -> served.contains(path) ? Optional.empty() : Optional.of("no hook is served at " + path),
                _ -> types,
                name -> name.equals("webapp") ? Optional.of(SHAPE) : Optional.empty(),
                related,
                hooks,
                AnswerFixture.in(folder, "webapp"));
        return Checks.all(project).stream()
                .map(finding -> finding.severity() + " " + finding)
                .map(text -> text.replace(folder + "/", ""))
                .toList();
    }

    /** An argument of a test: the project with an edit in a file, and the expected findings. */
    static Arguments edit(String file, String text, String by, String... findings) {
        assertThat(files().get(file)).as("%s of the good project", file).contains(text);
        Map<String, String> files = files();
        files.computeIfPresent(file, (_, before) -> before.replace(text, by));
        return arguments(text + " → " + by, files, List.of(findings));
    }

    /** An argument of a test: the project with another file, and the expected findings. */
    static Arguments added(String file, String content, String... findings) {
        Map<String, String> files = files();
        files.put(file, content);
        return arguments("added " + file, files, List.of(findings));
    }

    private GoodProject() {}
}
