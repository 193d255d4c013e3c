package io.hookline.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.HandDrivenEnvironment;
import io.hookline.testing.scenario.environment.ManifestInstaller;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.testing.scenario.file.ValueMatcher;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The CRDs of the three kinds of Metacontroller in the manifests. */
class CrdManifestsTest {

    private static final List<String> FILES =
            List.of("compositecontrollers", "controllerrevisions", "decoratorcontrollers");

    private final HandDrivenEnvironment hand = new HandDrivenEnvironment();

    @BeforeEach
    void install() throws Exception {
        ScenarioEnvironment world = hand.environment();
        ManifestInstaller installer = new ManifestInstaller(world);
        for (String file : FILES) {
            assertThat(installer.install(crd(file), "default", Duration.ofSeconds(5), object -> {}))
                    .isEmpty();
        }
    }

    @Test
    void theyAreOnTheClassPath() throws IOException {
        for (String file : FILES) {
            try (InputStream in = Objects.requireNonNull(CrdManifestsTest.class.getResourceAsStream(
                    "/io/hookline/testing/embedded/crds/" + file + ".yaml"))) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo(text(file));
            }
        }
    }

    @Test
    void everyFieldIsKept() throws IOException {
        String text = Files.readString(Path.of("src/cli/src/test/resources/fixtures/crds/every-field.yaml"));
        for (Manifest manifest : Manifest.parse("every-field.yaml", text)) {
            ValueMatcher all = new ValueMatcher(
                    List.of(new ValueMatcher.Test.Contains(manifest.object().tree())));

            assertThat(all.accepts(create(manifest).tree(), Map.of())).isTrue();
        }
    }

    @Test
    void defaultsAreThoseOfMetacontroller() throws IOException {
        KubeObject created = create(composite("""
                parentResource: {apiVersion: a/v1, resource: as}
                endpointConfigs:
                  - host: h
                    caBundle: {secretRef: {name: a, namespace: b}}
                    clientTLS: {secretRef: {name: a, namespace: b}}
                    authorization: {secretRef: {name: a, namespace: b, key: c}}
                    basicAuth: {secretRef: {name: a, namespace: b}}
                hooks: {sync: {}}
                """));
        JsonNode spec = created.tree().path("spec");
        JsonNode endpoint = spec.path("endpointConfigs").path(0);

        assertThat(spec.at("/hooks/sync/version").asText()).isEqualTo("v1");
        assertThat(endpoint.at("/caBundle/secretRef/key").asText()).isEqualTo("ca.crt");
        assertThat(endpoint.at("/clientTLS/certKey").asText()).isEqualTo("tls.crt");
        assertThat(endpoint.at("/clientTLS/privateKeyKey").asText()).isEqualTo("tls.key");
        assertThat(endpoint.at("/authorization/type").asText()).isEqualTo("Bearer");
        assertThat(endpoint.at("/basicAuth/usernameKey").asText()).isEqualTo("username");
        assertThat(endpoint.at("/basicAuth/passwordKey").asText()).isEqualTo("password");
    }

    @Test
    void wrongFieldsAreRefused() throws IOException {
        assertRefused("parentResource: {apiVersion: v1}", "spec.parentResource.resource");
        assertRefused("generateSelector: true", "spec.parentResource");
        String rule = "parentResource: {apiVersion: v1, resource: as}\nchildResources:\n"
                + "  - {apiVersion: v1, resource: pods, ";
        assertRefused(rule + "updateStrategy: {method: Sometimes}}", "updateStrategy.method");
        assertRefused(rule + "applyStrategy: guess}", "applyStrategy");
        assertRefused(rule + "conflictPolicy: Fight}", "conflictPolicy");
        assertRefused(rule + "adoptionPolicy: Kidnap}", "adoptionPolicy");
        assertRefused("parentResource: {apiVersion: v1, resource: as}\ndeletionPolicy: Forget", "spec.deletionPolicy");
    }

    @Test
    void everyFieldIsExplained() throws IOException {
        for (String file : FILES) {
            JsonNode schema = schema(file);
            assertThat(unexplained(schema, "")).as(file).isEmpty();
        }
    }

    @Test
    void hooksAndCredentialsAreTheSameEverywhere() throws IOException {
        Set<JsonNode> webhooks = new HashSet<>();
        Set<JsonNode> bundles = new HashSet<>();
        for (String file : List.of("compositecontrollers", "decoratorcontrollers")) {
            schema(file).findValues("webhook").forEach(webhooks::add);
            schema(file).findValues("caBundle").forEach(bundles::add);
        }

        assertThat(webhooks).hasSize(1);
        assertThat(bundles).hasSize(1);
    }

    private void assertRefused(String spec, String field) throws IOException {
        Manifest composite = composite(spec);
        assertThatThrownBy(() -> create(composite))
                .isInstanceOf(ClusterException.Invalid.class)
                .hasMessageContaining(field);
    }

    private KubeObject create(Manifest manifest) {
        Cluster cluster = hand.cluster();
        ApiResource resource = cluster.discover().find(manifest.object().gvk()).orElseThrow();
        return cluster.create(resource, manifest.object(), WriteOptions.PLAIN);
    }

    private static Manifest composite(String spec) {
        String text = "apiVersion: metacontroller.k8s.io/v1alpha1\nkind: CompositeController\n"
                + "metadata: {name: c}\nspec:\n" + spec.indent(2);
        return Manifest.parse("composite.yaml", text).getFirst();
    }

    private static Set<String> unexplained(JsonNode schema, String path) {
        Set<String> found = new HashSet<>();
        schema.path("properties").properties().forEach(field -> {
            String at = path + "." + field.getKey();
            if (!field.getValue().has("description") && !at.equals(".metadata")) {
                found.add(at);
            }
            found.addAll(unexplained(field.getValue(), at));
        });
        if (schema.has("items")) {
            found.addAll(unexplained(schema.path("items"), path + "[]"));
        }
        return found;
    }

    private static JsonNode schema(String file) throws IOException {
        return crd(file).getFirst().object().tree().at("/spec/versions/0/schema/openAPIV3Schema");
    }

    private static List<Manifest> crd(String file) throws IOException {
        return Manifest.parse(file + ".yaml", text(file));
    }

    private static String text(String file) throws IOException {
        return Files.readString(Path.of("manifests/crds/" + file + ".yaml"));
    }
}
