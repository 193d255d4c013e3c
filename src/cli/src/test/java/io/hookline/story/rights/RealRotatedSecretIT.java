package io.hookline.story.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cli.rbac.ControllerFiles;
import io.hookline.cli.rbac.LeastRole;
import io.hookline.cli.rbac.RoleNames;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.AuditLog;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.http.ScriptedServer;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.spec.ControllerSpec;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.webhook.CallObserver;
import io.hookline.webhook.WebhookClients;
import io.hookline.webhook.WebhookClients.WebhookRuntime;
import io.hookline.webhook.WebhookLimits;
import io.hookline.webhook.credential.CredentialObserver;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Secret of a hook changes on a real API server, read with the role that {@code hookline rbac} prints, or with less. */
@RealControlPlane
class RealRotatedSecretIT {

    private static final Duration USED_WITHIN = Duration.ofSeconds(60);

    private final ScriptedServer hook = ScriptedServer.always(ScriptedServer.answer("200 OK", "{}"));
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private KubeCluster admin;
    private String namespace;

    @BeforeEach
    void connect(ControlPlane plane, TestNamespace own) {
        plane.startControllers();
        admin = plane.connect("rotated-secret-admin");
        namespace = own.name();
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        hook.close();
        admin.close();
    }

    private void create(String yaml) {
        for (Manifest manifest : Manifest.parse("test.yaml", yaml)) {
            KubeObject object = manifest.object();
            admin.create(admin.discover().find(object.gvk()).orElseThrow(), object, WriteOptions.PLAIN);
        }
    }

    private ControllerFiles controller(Path folder, String secret) throws Exception {
        Path file = folder.resolve("controller.yaml");
        Files.writeString(file, """
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: DecoratorController
                metadata: {name: %s}
                spec:
                  resources: [{apiVersion: v1, resource: configmaps}]
                  hooks:
                    sync:
                      webhook:
                        url: "%s"
                        authorization: {secretRef: {name: %s, namespace: %s, key: token}}
                """.formatted(secret, hook.url("/"), secret, namespace));
        return ControllerFiles.read(List.of(file), false, InputStream.nullInputStream());
    }

    private static HookRequest request() {
        return new HookRequest(
                HookType.SYNC,
                HookVersion.V1,
                ControllerType.DECORATOR,
                KubeObject.of("{\"kind\":\"DecoratorController\",\"metadata\":{\"name\":\"c\"}}"),
                KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"p\"}}"),
                ObjectGroups.NONE,
                ObjectGroups.NONE,
                false);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aNewTokenIsUsedWithinTenSeconds(boolean mayWatch, @TempDir Path folder, ControlPlane plane) throws Exception {
        String name = mayWatch ? "watched" : "polled";
        create("{apiVersion: v1, kind: Secret, metadata: {name: %s, namespace: %s}, stringData: {token: one}}"
                .formatted(name, namespace));
        ControllerFiles files = controller(folder, name);
        String role = LeastRole.of(files, List.of(), LeastRole.Options.of(folder))
                .yaml(new RoleNames(namespace + "-" + name, name, namespace));
        assertThat(role).contains("resourceNames: [" + name + "]", "verbs: [get, watch]");
        create("{apiVersion: v1, kind: ServiceAccount, metadata: {name: %s, namespace: %s}}"
                .formatted(name, namespace));
        create(mayWatch ? role : role.replace("verbs: [get, watch]", "verbs: [get]"));
        try (KubeCluster account = KubeCluster.connect(KubeOptions.of("rotated-secret-" + name)
                        .withKubeconfig(plane.kubeconfig(namespace, name).toString()));
                WebhookClients clients = new WebhookClients(
                        account,
                        new WebhookRuntime(threads, InstantSource.system(), CallObserver.NONE),
                        WebhookLimits.DEFAULT,
                        Optional.empty(),
                        Map.of())) {
            ControllerSpec spec = files.controllers().getFirst().spec();
            HookClient client =
                    clients.connect(spec, HookType.SYNC, spec.hooks().sync().orElseThrow(), CredentialObserver.NONE);
            for (String token : List.of("one", "two")) {
                patch(name, token);
                Awaitility.await()
                        .atMost(USED_WITHIN)
                        .pollInterval(Duration.ofMillis(50))
                        .until(() -> sent(client).equals("Bearer " + token));
            }
        }
        List<AuditLog.Request> watches =
                plane.audit().requestsBelow("/api/v1/namespaces/" + namespace + "/secrets").stream()
                        .filter(request ->
                                request.verb().equals("watch") && request.user().endsWith(":" + name))
                        .toList();
        assertThat(watches).hasSize(1).allSatisfy(request -> {
            assertThat(request.uri()).contains("fieldSelector=metadata.name%3D" + name);
            assertThat(request.code()).isEqualTo(mayWatch ? 200 : 403);
        });
    }

    private void patch(String name, String token) {
        ApiResource secrets = admin.discover().find("v1", "secrets").orElseThrow();
        ObjectNode patch = Json.NODES.objectNode();
        patch.putObject("stringData").put("token", token);
        admin.patch(secrets, new ObjectKey(namespace, name), Patch.merge(patch.toString()), WriteOptions.PLAIN);
    }

    private String sent(HookClient client) throws InterruptedException {
        client.call(request());
        return hook.received().getLast().header("authorization");
    }
}
