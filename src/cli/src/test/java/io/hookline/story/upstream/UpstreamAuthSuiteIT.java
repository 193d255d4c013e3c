package io.hookline.story.upstream;

import static io.hookline.story.upstream.UpstreamWorld.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.http.KeyPairs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hooks behind TLS that require credentials: with the right ones a child is created, with others only an event. */
@RealControlPlane
class UpstreamAuthSuiteIT {

    private static UpstreamWorld world;
    private static StubHooks hooks;
    private static String certificate;

    @BeforeAll
    static void start(ControlPlane plane, @TempDir Path folder) throws Exception {
        KeyPairs.Pair pair = KeyPairs.ec("hooks");
        certificate = pair.certificatePem();
        hooks = StubHooks.secure(pair);
        world = UpstreamWorld.on(plane);
        world.apply("{apiVersion: v1, kind: Secret, metadata: {name: good, namespace: default},"
                + " stringData: {token: secret, username: user, password: pass}}");
        world.apply("{apiVersion: v1, kind: Secret, metadata: {name: bad, namespace: default},"
                + " stringData: {token: guess, username: user, password: guess}}");
        world.startWatcher(folder);
    }

    @AfterAll
    static void stop() {
        world.close();
        hooks.close();
    }

    private static String expected(String way) {
        return way.equals("basic")
                ? "Basic " + Base64.getEncoder().encodeToString("user:pass".getBytes(StandardCharsets.UTF_8))
                : "Bearer secret";
    }

    /** The fields that a webhook or an endpointConfig has. */
    private static String credentials(String way, String secret) {
        String authority = "caBundle: {inline: \"" + certificate.replace("\n", "\\n") + "\"}, ";
        return authority
                + (way.equals("basic")
                        ? "basicAuth: {secretRef: {name: " + secret + ", namespace: default}}"
                        : "authorization: {secretRef: {name: " + secret + ", namespace: default, key: token}}");
    }

    private static void controller(String kind, String name, String way, String secret) {
        boolean composite = kind.equals("CompositeController");
        String url = hooks.serve(
                name,
                expected(way),
                _ -> "{\"" + (composite ? "children" : "attachments")
                        + "\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name
                        + "\"}}]}");
        boolean endpoint = way.equals("endpoint");
        String rule = "{apiVersion: upstream.hookline.io/v1, resource: suites, labelSelector: {matchLabels: {test: "
                + name + "}}}";
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: %s
                metadata: {name: %s}
                spec:
                  resyncPeriodSeconds: 3600
                  %s
                  %s: [{apiVersion: v1, resource: configmaps}]
                  endpointConfigs: [%s]
                  hooks: {sync: {webhook: {url: "%s"%s}}}
                """.formatted(
                        kind,
                        name,
                        composite ? "generateSelector: true\n  parentResource: " + rule : "resources: [" + rule + "]",
                        composite ? "childResources" : "attachments",
                        endpoint ? "{host: \"" + hooks.host() + "\", " + credentials(way, secret) + "}" : "",
                        url,
                        endpoint ? "" : ", " + credentials(way, secret)));
    }

    @ParameterizedTest
    @CsvSource({
        "CompositeController, bearer",
        "CompositeController, basic",
        "CompositeController, endpoint",
        "DecoratorController, bearer",
        "DecoratorController, basic",
        "DecoratorController, endpoint"
    })
    void theRightCredentialsMakeAChildAndWrongOnesAnEvent(String kind, String way) {
        String name = kind.substring(0, 4).toLowerCase(Locale.ROOT) + "-" + way;
        controller(kind, name + "-good", way, "good");
        controller(kind, name + "-bad", way, "bad");
        world.suite(name + "-good", "{}");
        world.suite(name + "-bad", "{}");

        within().until(() -> world.configMap(name + "-good").isPresent());
        within().untilAsserted(() -> assertThat(world.events(name + "-bad"))
                .anySatisfy(event ->
                        assertThat(event).startsWith("SyncError: Sync error: ").contains("403")));
        assertThat(world.configMap(name + "-bad")).isEmpty();
        assertThat(world.events(name + "-good")).noneMatch(event -> event.startsWith("SyncError"));
    }
}
