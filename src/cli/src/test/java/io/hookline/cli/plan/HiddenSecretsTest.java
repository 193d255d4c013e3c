package io.hookline.cli.plan;

import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.process.WatcherProcess;
import io.hookline.process.metrics.MetricsPage;
import io.hookline.testing.LogLines;
import io.hookline.watcher.LocalWorld;
import io.hookline.watcher.TestKinds;
import io.hookline.watcher.WatcherOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that the watcher and the plan print has a value of a Secret. */
class HiddenSecretsTest {

    /** Planted in data, stringData and last-applied annotations. All of them contain one of two texts. */
    private static final String FIRST = "hunter2";

    private static final String SECOND = "swordfish";

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final LocalWorld world = new LocalWorld();
    private final Cluster cluster = world.cluster;
    private volatile String password = FIRST;

    @RegisterExtension
    private final LogLines log = new LogLines("io.hookline", Level.TRACE);

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private String answer(String path) {
        String secret = """
                {"apiVersion":"v1","kind":"Secret","metadata":{"name":"%s"},
                 "data":{"password":"%s"},"stringData":{"plain":"%s in plain text"}}""";
        return switch (path) {
            case "/attach/sync" -> "{\"annotations\":{\"seen\":\"" + password.length() + "\"},\"attachments\":[]}";
            case "/wrong/sync" ->
                "{\"children\":["
                        + secret.formatted("wrong", base64(password), password)
                                .replace("\"" + base64(password) + "\"", "{\"nested\":\"" + password + "\"}")
                        + "]}";
            default -> "{\"children\":[" + secret.formatted("made", base64(password), password) + "]}";
        };
    }

    private final InProcessHooks hooks =
            (path, _) -> new InProcessHooks.Response(200, Map.of(), JsonText.of(answer(path)));

    private ApiResource secrets() {
        return cluster.discover().find("v1", "secrets").orElseThrow();
    }

    private KubeObject made() {
        return cluster.get(secrets(), new ObjectKey("default", "made"));
    }

    private static String composite(String name) {
        return """
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: %1$s}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: %2$s}
                  childResources: [{apiVersion: v1, resource: secrets, updateStrategy: {method: InPlace}}]
                  hooks: {sync: {webhook: {service: {name: hooks, namespace: hookline}, path: /%1$s/sync}}}
                """.formatted(name, name.equals("wrong") ? "gadgets" : "things");
    }

    private List<String> plan(WatcherOptions options) throws InterruptedException {
        Plan plan = PlanRun.of(
                cluster,
                Optional.of(hooks),
                UnaryOperator.identity(),
                PlannedParents.controllers(cluster, options.targetControllers()),
                options,
                Duration.ofSeconds(60));
        return Stream.of(
                        plan.lines().stream(),
                        plan.summary().stream(),
                        plan.warnings().stream().map(Warning::toString),
                        plan.failures().stream())
                .flatMap(lines -> lines)
                .toList();
    }

    private static String text(ILoggingEvent line) {
        return line.getFormattedMessage() + " " + line.getKeyValuePairs() + " "
                + Arrays.toString(line.getArgumentArray());
    }

    private void install() {
        world.apply(TestKinds.installed("compositecontrollers"));
        world.apply(TestKinds.installed("decoratorcontrollers"));
        soon().until(() -> cluster.discover()
                .find("metacontroller.k8s.io/v1alpha1", "decoratorcontrollers")
                .isPresent());
        world.apply(
                "{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: p, namespace: default}, spec: {}}");
        world.apply(
                "{apiVersion: test.hookline.io/v1, kind: Gadget, metadata: {name: p, namespace: default}, spec: {}}");
        world.apply("""
                apiVersion: v1
                kind: Secret
                metadata:
                  name: parent
                  namespace: default
                  annotations: {kubectl.kubernetes.io/last-applied-configuration: '{"stringData":{"a":"%1$s"}}'}
                stringData: {a: %1$s}
                """.formatted(FIRST));
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: DecoratorController
                metadata: {name: attach}
                spec:
                  resources: [{apiVersion: v1, resource: secrets}]
                  hooks: {sync: {webhook: {service: {name: hooks, namespace: hookline}, path: /attach/sync}}}
                """);
        world.apply(composite("make"));
        world.apply(composite("wrong"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"dynamic-apply", "server-side-apply"})
    void noOutputHasAValueOfASecret(String strategy) throws Exception {
        WatcherOptions options = WatcherOptions.DEFAULTS.applying(strategy, "metacontroller");
        install();
        List<String> printed = new ArrayList<>(plan(options));
        try (WatcherProcess _ = WatcherProcess.start(cluster, Optional.of(hooks), options, registry)) {
            soon().until(() -> world.find("secrets", "made").isPresent());
        }
        password = SECOND; // a running watcher might write it before the plan
        List<String> planned = plan(options);
        assertThat(planned).as("the change is planned").anyMatch(line -> line.contains("Secret default/made  "));
        printed.addAll(planned);
        try (WatcherProcess _ = WatcherProcess.start(cluster, Optional.of(hooks), options, registry)) {
            cluster.patch(
                    secrets(),
                    new ObjectKey("default", "made"),
                    Patch.merge("{\"data\":{\"password\":\"" + base64(FIRST + "!") + "\"}}"),
                    WriteOptions.PLAIN);
            soon().until(() -> made().tree().at("/data/password").asText().equals(base64(SECOND)));
            soon().until(() -> log.all().stream().anyMatch(line -> text(line).contains("updated Secret default/made")));
            soon().until(() -> events().stream().anyMatch(event -> event.contains("Sync error")));
            printed.addAll(plan(options));
        }
        log.all().stream().map(HiddenSecretsTest::text).forEach(printed::add);
        printed.addAll(events());
        printed.add(MetricsPage.of(registry));
        for (String plural : List.of("compositecontrollers", "decoratorcontrollers")) {
            cluster.list(
                            cluster.discover()
                                    .find("metacontroller.k8s.io/v1alpha1", plural)
                                    .orElseThrow(),
                            ListOptions.ALL)
                    .items()
                    .forEach(controller -> printed.add(controller.tree().toString()));
        }

        assertThat(printed.stream()
                        .filter(line -> Stream.of(FIRST, SECOND, base64(FIRST), base64(SECOND), base64(FIRST + "!"))
                                .anyMatch(line::contains)))
                .isEmpty();
    }

    private List<String> events() {
        return cluster.list(cluster.discover().find("v1", "events").orElseThrow(), ListOptions.ALL).items().stream()
                .map(event -> event.tree().toString())
                .toList();
    }
}
