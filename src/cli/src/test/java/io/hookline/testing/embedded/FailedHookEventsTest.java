package io.hookline.testing.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ListOptions;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.environment.ManifestInstaller;
import io.hookline.testing.scenario.file.Manifest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The events that a user of {@code kubectl describe} sees when a hook fails: equal failures are one event with a count. */
class FailedHookEventsTest {

    private static final String MANIFESTS = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: notes.example.com}
            spec:
              group: example.com
              names: {kind: Note, plural: notes}
              scope: Namespaced
              versions:
                - name: v1
                  served: true
                  storage: true
                  subresources: {status: {}}
                  schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            ---
            apiVersion: metacontroller.k8s.io/v1alpha1
            kind: CompositeController
            metadata: {name: notes}
            spec:
              generateSelector: true
              parentResource: {apiVersion: example.com/v1, resource: notes}
              childResources: [{apiVersion: v1, resource: configmaps}]
              hooks: {sync: {webhook: {service: {name: hooks, namespace: hookline}, path: /note/sync}}}
            ---
            apiVersion: example.com/v1
            kind: Note
            metadata: {name: first}
            spec: {size: big}
            """;

    private static final String PREFIX =
            "Sync error: sync hook failed for Note default/first: sync hook failed (version=v1): ";

    @TempDir
    private Path hooks;

    private void hook(String file, String content) throws Exception {
        Files.writeString(Files.createDirectories(hooks.resolve("note")).resolve(file), content);
    }

    /** The only event about failed syncs, once it has counted several of them. */
    private String message() throws Exception {
        try (EmbeddedHookline hookline = EmbeddedHookline.start(Optional.of(hooks), _ -> true)) {
            new ManifestInstaller(hookline.environment())
                    .install(Manifest.parse("all.yaml", MANIFESTS), "default", Duration.ofSeconds(30), _ -> {});
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(events(hookline))
                            .anySatisfy(event -> assertThat(
                                            event.tree().path("count").asInt())
                                    .isGreaterThanOrEqualTo(5)));
            List<KubeObject> all = events(hookline);
            assertThat(all).hasSize(1);
            return all.getFirst().tree().path("message").asText();
        }
    }

    private static List<KubeObject> events(EmbeddedHookline hookline) {
        var kind = hookline.environment()
                .resource(GroupVersionKind.of("v1", "Event"))
                .orElseThrow();
        return hookline.cluster().list(kind, ListOptions.ALL).items().stream()
                .filter(event -> event.tree().path("reason").asText().equals("SyncError"))
                .toList();
    }

    @Test
    void aJavaHookThatThrowsIsOneEventWithItsLineAndNoRequestId() throws Exception {
        hook("NoteHook.java", """
                import io.hookline.hook.*;
                import io.hookline.object.KubeObject;
                public final class NoteHook implements SyncHook<KubeObject> {
                    public Answer sync(Sync<KubeObject> in) {
                        String text = System.getProperty("no.such.property");
                        return Answer.of(text.length());
                    }
                }
                """);

        assertThat(message())
                .isEqualTo(PREFIX
                        + "unsupported status code: 500 body: NoteHook.java:6 NullPointerException: Cannot invoke"
                        + " \"String.length()\" because \"text\" is null");
    }

    @Test
    void anExecutableThatFailsIsOneEventWithItsLine() throws Exception {
        hook("sync.py", """
                #!/usr/bin/env python3
                import json, sys
                spec = json.load(sys.stdin)["parent"]["spec"]
                print(json.dumps({"status": spec["color"]}))
                """);

        assertThat(message()).isEqualTo(PREFIX + "unsupported status code: 500 body: sync.py:4 KeyError: 'color'");
    }

    @Test
    void aParentThatDoesNotFitTheRecordIsOneEventWithItsField() throws Exception {
        hook("NoteHook.java", """
                import io.hookline.hook.*;
                public final class NoteHook implements SyncHook<NoteHook.Note> {
                    record Note(Spec spec) {}
                    record Spec(int size) {}
                    public Answer sync(Sync<Note> in) {
                        return Answer.of();
                    }
                }
                """);

        assertThat(message())
                .isEqualTo(PREFIX
                        + "unsupported status code: 500 body: Note default/first: spec.size: expected a number, was"
                        + " a string");
    }

    @Test
    void anAnswerThatIsNotValidIsOneEventWithItsField() throws Exception {
        hook("sync.sh", """
                #!/bin/sh
                echo '{"children": [{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": 7}}]}'
                """);

        assertThat(message()).isEqualTo(PREFIX + "children[0].metadata.name: expected a string, was a number");
    }

    @Test
    void anAnswerWithAMistypedFieldIsOneEventThatNamesIt() throws Exception {
        hook("sync.sh", """
                #!/bin/sh
                echo '{"childen": []}'
                """);

        assertThat(message()).isEqualTo(PREFIX + "unknown field \"childen\"; did you mean \"children\"?");
    }
}
