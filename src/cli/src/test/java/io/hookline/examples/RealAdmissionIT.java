package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hookline.cli.Kubectl;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.hook.Admission;
import io.hookline.hook.JavaHook;
import io.hookline.hook.ValidateHook;
import io.hookline.hook.Verdict;
import io.hookline.object.KubeObject;
import io.hookline.server.Bench;
import io.hookline.server.HookServer;
import io.hookline.server.call.HookSettings;
import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import io.hookline.web.tls.SelfSignedCertificate;
import io.hookline.web.tls.ServerTls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The API server calls the hooks of the example mesh-route, with the manifests of the example, and a hook in Java. */
@RealControlPlane(own = true)
class RealAdmissionIT {

    private static final Path EXAMPLE = Path.of("examples/mesh-route");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** For ConfigMaps with the label {@code admission}, whose value is the name of a hook. */
    private static final String WEBHOOK = """
            - name: %1$s.configmaps.example.com
              clientConfig: {url: "%2$s/%1$s/validate", caBundle: "%3$s"}
              rules: [{apiGroups: [""], apiVersions: [v1], resources: [configmaps], operations: ["*"]}]
              objectSelector: {matchLabels: {admission: %1$s}}
              failurePolicy: %4$s
              sideEffects: None
              admissionReviewVersions: [v1]
            """;

    private static final Shutdown PARTS = new Shutdown();

    @TempDir
    private static Path folder;

    private static Path kubeconfig;

    /** Keeps what it is called for, and refuses to delete what has data. */
    private static final class Locks implements ValidateHook<KubeObject> {
        @Override
        public Verdict validate(Admission<KubeObject> in) {
            if (in.object().tree().path("data").has("broken")) {
                throw new IllegalStateException("broken by ann");
            }
            boolean locked = in.object().tree().path("data").has("locked");
            String old = in.old().map(KubeObject::name).orElse("nothing");
            return Verdict.allowed()
                    .deniedIf(in.operation() == Admission.Operation.DELETE && locked, "data.locked", "is set")
                    .warnedIf(
                            true,
                            in.operation() + " after " + old + " by " + in.user()
                                    + (in.dryRun() ? ", not stored" : ""));
        }
    }

    @BeforeAll
    static void start(ControlPlane plane) throws Exception {
        assumeTrue(Kubectl.isThere(), "there is no kubectl here");
        kubeconfig = plane.kubeconfig(ControlPlane.ADMIN);
        String url = serve();
        kubectl("apply", "-f", EXAMPLE.resolve("crd.yaml").toString());
        kubectl("wait", "--for=condition=Established", "crd/meshroutes.mesh.example.com", "--timeout=60s");
        apply(route("older", "{subset: v1, weight: 50}", "{subset: v2, weight: 10}"));
        kubectl(
                "patch",
                "meshroute",
                "older",
                "--type=merge",
                "-p",
                "{\"metadata\":{\"finalizers\":[\"example.com/x\"]}}");
        configure(url);
    }

    private static String authority = "";

    private static String serve() {
        Bench bench = PARTS.closing(new Bench(HookSettings.DEFAULTS.withTimeout(PATIENCE)));
        bench.table.put("mesh-route", bench.loader.load(Path.of("hooks/mesh-route")));
        bench.table.put("locks", bench.loader.guarded("locks", JavaHook.of(InstantSource.system(), new Locks())));
        SelfSignedCertificate certificate = SelfSignedCertificate.create(Instant.now(), new SecureRandom());
        authority = Base64.getEncoder().encodeToString(certificate.pem().getBytes(StandardCharsets.UTF_8));
        HookServer server = PARTS.closing(HookServer.start(
                WebOptions.at(new Address("127.0.0.1", 0)).withTls(ServerTls.of(certificate.context())),
                bench.hooks,
                () -> ""));
        return "https://127.0.0.1:" + server.uri().getPort();
    }

    /** The manifests of the example, for a server that is no Service, and more webhooks. */
    private static void configure(String url) throws Exception {
        String manifests = Files.readString(EXAMPLE.resolve("admission/webhooks.yaml"));
        String more = """
                ---
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingWebhookConfiguration
                metadata: {name: configmaps}
                webhooks:
                """
                + WEBHOOK.formatted("locks", url, authority, "Fail")
                + WEBHOOK.formatted("nobody", url, authority, "Fail")
                + WEBHOOK.formatted("ignored", url, authority, "Ignore");
        apply(manifests
                        .replaceAll(
                                "service: \\{name: admission, namespace: hookline, path: (.*)}", "url: " + url + "$1")
                        .replace("CA_BUNDLE", authority)
                + more);
        // the API server calls a new webhook some moments later
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> tried("create", "--dry-run=server", "-f", file(route("probe", "{subset: v1, weight: 1}")))
                        .contains("invalid"));
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> tried("create", "--dry-run=server", "-f", file(map("probe", "locks")))
                        .contains("Warning"));
    }

    @AfterAll
    static void stop() {
        PARTS.close();
    }

    private static String route(String name, String... routes) {
        return """
                ---
                apiVersion: mesh.example.com/v1
                kind: MeshRoute
                metadata: {name: %s, namespace: default}
                spec: {host: ratings, routes: [%s]}
                """.formatted(name, String.join(", ", routes));
    }

    private static String map(String name, String hook) {
        return """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: %s, namespace: default, labels: {admission: %s}}
                data: {a: b}
                """.formatted(name, hook);
    }

    private static String file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "input", ".yaml"), text)
                .toString();
    }

    private static String kubectl(String... arguments) throws Exception {
        return Kubectl.run(kubeconfig, arguments);
    }

    private static String apply(String text) throws Exception {
        return kubectl("apply", "-f", file(text));
    }

    /** What kubectl prints for a command that may fail. */
    private static String tried(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kubectl", "--kubeconfig", kubeconfig.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return printed + "exit code " + process.waitFor();
    }

    private static String routes(String name) throws Exception {
        return kubectl("get", "meshroute", name, "-o", "jsonpath={.spec.routes[*].weight}");
    }

    @Test
    void aBadParentIsRefusedByKubectlApplyWithTheFieldNamed() throws Exception {
        String refused =
                tried("apply", "-f", file(route("wrong", "{subset: v1, weight: 50}", "{subset: v1, weight: 10}")));

        assertThat(refused)
                .contains(
                        "The MeshRoute \"wrong\" is invalid",
                        "spec.routes: the weights are 60 together, and must be 100",
                        "spec.routes[1].subset: the subset v1 is named twice",
                        "exit code 1");
        assertThat(tried("get", "meshroute", "wrong")).contains("NotFound");
    }

    @Test
    void aDefaultIsSet() throws Exception {
        apply(route("defaulted", "{subset: v1, weight: 90}", "{subset: v2}"));
        assertThat(routes("defaulted")).isEqualTo("90 10");

        kubectl(
                "patch",
                "meshroute",
                "defaulted",
                "--type=merge",
                "-p",
                "{\"spec\":{\"routes\":[{\"subset\":\"v3\"}]}}");
        assertThat(routes("defaulted")).isEqualTo("100");
    }

    @Test
    void whatTheSchemaRefusesIsRefusedByTheSchema() throws Exception {
        String refused = tried("apply", "-f", file(route("odd", "{subset: v1, weight: many}")));

        assertThat(refused)
                .contains("spec.routes[0].weight", "must be of type integer")
                .doesNotContain("webhook");
    }

    @Test
    void anOlderMistakeKeepsNothingElseFromBeingChanged() throws Exception {
        kubectl("label", "meshroute", "older", "team=a");
        assertThat(tried(
                        "patch",
                        "meshroute",
                        "older",
                        "--type=merge",
                        "-p",
                        "{\"spec\":{\"routes\":[{\"subset\":\"v1\",\"weight\":7}]}}"))
                .contains("spec.routes: the weights are 7 together");

        kubectl("delete", "meshroute", "older", "--wait=false");
        kubectl("patch", "meshroute", "older", "--type=merge", "-p", "{\"metadata\":{\"finalizers\":[]}}");
        assertThat(tried("get", "meshroute", "older")).contains("NotFound");
    }

    @Test
    void aDryRunGetsTheSameAnswersAndStoresNothing() throws Exception {
        String shown = kubectl(
                "apply",
                "--dry-run=server",
                "-f",
                file(route("dry", "{subset: v1, weight: 60}", "{subset: v2}")),
                "-o",
                "jsonpath={.spec.routes[*].weight}");

        assertThat(shown).isEqualTo("60 40");
        assertThat(tried("get", "meshroute", "dry")).contains("NotFound");
        assertThat(tried("create", "--dry-run=server", "-f", file(map("dry", "locks"))))
                .contains("Warning: CREATE after nothing by admin, not stored");
    }

    @Test
    void aJavaHookSeesTheOldObjectAndMayRefuseADeletion() throws Exception {
        apply(map("kept", "locks"));
        assertThat(kubectl("patch", "configmap", "kept", "--type=merge", "-p", "{\"data\":{\"locked\":\"yes\"}}"))
                .contains("Warning: UPDATE after kept by admin");

        assertThat(tried("delete", "configmap", "kept"))
                .contains("Warning: DELETE after kept by admin", "data.locked", "is set", "exit code 1");
        assertThat(kubectl("get", "configmap", "kept", "-o", "name")).contains("configmap/kept");

        kubectl("patch", "configmap", "kept", "--type=json", "-p", "[{\"op\":\"remove\",\"path\":\"/data/locked\"}]");
        kubectl("delete", "configmap", "kept");
    }

    @Test
    void aCallThatFailsIsDecidedByTheFailurePolicy() throws Exception {
        assertThat(tried("create", "-f", file(map("failing", "nobody"))))
                .contains("failed calling webhook \"nobody.configmaps.example.com\"", "exit code 1");
        assertThat(tried("create", "-f", file(map("failing", "locks").replace("a: b", "broken: b"))))
                .contains("failed calling webhook \"locks.configmaps.example.com\"", "broken by ann", "exit code 1");

        kubectl("create", "-f", file(map("ignored", "ignored")));
    }

    @Test
    void theManifestsOfTheServerAreValid() throws Exception {
        tried("create", "namespace", "hookline");

        assertThat(kubectl(
                        "apply",
                        "--server-side",
                        "--dry-run=server",
                        "--validate=strict",
                        "-f",
                        EXAMPLE.resolve("admission/server.yaml").toString()))
                .contains(
                        "deployment.apps/admission", "service/admission", "networkpolicy.networking.k8s.io/admission");
    }
}
