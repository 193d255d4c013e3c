package io.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cli.Main.Conversions;
import io.hookline.cli.ServeCommand.ServeFlags;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.http.KeyPairs;
import io.hookline.local.LocalCluster;
import io.hookline.process.HookHost;
import io.hookline.process.WatcherProcess;
import io.hookline.server.HookServer;
import io.hookline.server.call.HookSettings;
import io.hookline.server.folder.HookSource;
import io.hookline.testing.embedded.ControllerKinds;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioResult;
import io.hookline.testing.scenario.ScenarioRunner;
import io.hookline.testing.scenario.environment.CountingCluster;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.watcher.WatcherOptions;
import io.hookline.web.Address;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The hook of the example webhook-auth behind TLS and a token, with the options of {@code hookline serve}. */
class WebhookAuthExampleTest {

    private static final String NAME = "webhook-auth";

    private static final String STEPS = """
            within: 20s
            steps:
              - name: with the token and the certificate authority, the Visitor gets a pass
                expect: ConfigMap/ada
                owner: Visitor/ada
                where: {data.pass: Admit Ada Lovelace}

              - name: with a wrong token, an event names the refusal
                count: events
                where: {involvedObject.name: grace, reason: SyncError, message: {contains: "401"}}
                atLeast: 1

              - name: with a wrong token, the Visitor gets no pass
                gone: ConfigMap/grace
                still: 1s

              - name: with an unknown certificate authority, an event names the certificate
                count: events
                where: {involvedObject.name: joan, reason: SyncError, message: {contains: certificate}}
                atLeast: 1

              - name: with an unknown certificate authority, the Visitor gets no pass
                gone: ConfigMap/joan
                still: 1s
            """;

    @TempDir
    private Path folder;

    private static PrometheusRegistry registry() {
        return new PrometheusRegistry();
    }

    private static ServeFlags options(String... arguments) {
        ServeFlags options = new ServeFlags();
        CommandLine line = new CommandLine(options);
        Conversions.register(line);
        line.parseArgs(arguments);
        return options;
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /** A controller of Visitors with this name as their label, which calls a server with credentials. */
    private static String controller(String visitor, String url, String authority, String token) {
        return """
                ---
                apiVersion: v1
                kind: Secret
                metadata: {name: %1$s, namespace: default}
                stringData: {token: %4$s}
                ---
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: visitors-%1$s}
                spec:
                  generateSelector: true
                  parentResource:
                    apiVersion: gate.example.com/v1
                    resource: visitors
                    labelSelector: {matchLabels: {visitor: %1$s}}
                  childResources: [{apiVersion: v1, resource: configmaps, updateStrategy: {method: InPlace}}]
                  hooks:
                    sync:
                      webhook:
                        url: %2$s/webhook-auth/sync
                        caBundle: {inline: "%3$s"}
                        authorization: {secretRef: {name: %1$s, namespace: default, key: token}}
                """.formatted(visitor, url, authority.replace("\n", "\\n"), token);
    }

    private static String visitor(String name, String fullName) {
        return "---\napiVersion: gate.example.com/v1\nkind: Visitor\nmetadata: {name: " + name + ", labels: {visitor: "
                + name + "}}\nspec: {fullName: " + fullName + "}\n";
    }

    private Scenario scenario(String controllers) throws IOException {
        Path copy = Files.createDirectory(folder.resolve(NAME));
        Files.copy(Path.of("examples", NAME, "crd.yaml"), copy.resolve("crd.yaml"));
        Files.writeString(copy.resolve("controller.yaml"), controllers);
        Files.writeString(
                copy.resolve("sample.yaml"),
                visitor("ada", "Ada Lovelace") + visitor("grace", "Grace Hopper") + visitor("joan", "Joan Clarke"));
        Files.writeString(copy.resolve("expect.yaml"), STEPS);
        return Scenario.read(copy);
    }

    private static LocalCluster cluster(RealTime time) throws InterruptedException {
        LocalCluster local = LocalCluster.create(InstantSource.system(), new SplittableRandom(1));
        ControllerKinds.install(new ScenarioEnvironment(local, _ -> 0, _ -> 0, InstantSource.system(), time));
        return local;
    }

    @Test
    void onlyTheRightTokenAndCertificateAuthorityMakeAChild() throws Exception {
        KeyPairs.Pair pair = KeyPairs.ec("hooks");
        KeyPairs.Pair other = KeyPairs.ec("other");
        ServeFlags access = options(
                "--tls-cert-file=" + file("hooks.crt", pair.certificatePem()),
                "--tls-private-key-file=" + file("hooks.key", pair.keyPem()),
                "--token-file=" + file("token", "for-this-example-only\n"));
        List<HookSource> sources = HookSource.in(Path.of("hooks")).stream()
                .filter(source -> source.name().equals(NAME))
                .toList();
        try (HookHost hooks = HookHost.open(() -> sources, HookSettings.DEFAULTS, registry());
                HookServer server = hooks.serve(access.at(new Address("127.0.0.1", 0)), access.rules());
                RealTime time = new RealTime()) {
            hooks.load(_ -> true);
            String url = server.uri().toString();
            assertThat(url).startsWith("https://");
            LocalCluster local = cluster(time);
            CountingCluster watched = new CountingCluster(local);
            Scenario scenario = scenario(controller("ada", url, pair.certificatePem(), "for-this-example-only")
                    + controller("grace", url, pair.certificatePem(), "guess")
                    + controller("joan", url, other.certificatePem(), "for-this-example-only"));
            try (WatcherProcess _ =
                    WatcherProcess.start(watched, Optional.empty(), WatcherOptions.DEFAULTS, registry())) {
                ScenarioEnvironment world = new ScenarioEnvironment(
                        local, hooks.hooks()::calls, watched::writes, InstantSource.system(), time);

                assertThat(ScenarioRunner.run(scenario, world)).isInstanceOf(ScenarioResult.Passed.class);
            }
        }
    }

    @Test
    void withoutTheOptionsTheServerUsesPlainHttpAndNeedsNoToken() {
        ServeFlags access = options();

        assertThat(access.at(new Address("127.0.0.1", 0)).tls()).isEmpty();
        assertThat(access.rules().areAuthenticated()).isFalse();
    }

    @Test
    void aMistakeInTheOptionsIsNamedWithItsFile() throws Exception {
        Address address = new Address("127.0.0.1", 0);
        Path text = file("text", "\n");

        assertThatThrownBy(() -> options("--tls-cert-file=" + text).at(address))
                .isInstanceOf(CliErrors.UsageError.class)
                .hasMessage("--tls-cert-file and --tls-private-key-file need each other");
        assertThatThrownBy(() -> options("--tls-cert-file=" + text, "--tls-private-key-file=" + text)
                        .at(address))
                .isInstanceOf(CliErrors.UsageError.class)
                .hasMessageStartingWith("--tls-cert-file " + text + ", --tls-private-key-file " + text + ": ");
        assertThatThrownBy(() -> options("--token-file=" + text).rules())
                .isInstanceOf(CliErrors.UsageError.class)
                .hasMessage("--token-file: " + text + " has no token; write one in each line");
    }
}
