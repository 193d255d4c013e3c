package io.hookline.story.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cli.rbac.ControllerFiles;
import io.hookline.cli.rbac.LeastRole;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.http.ScriptedServer;
import io.hookline.local.LocalCluster;
import io.hookline.local.LocalClusters;
import io.hookline.object.KubeObject;
import io.hookline.spec.ControllerSpec;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.watcher.rights.Right;
import io.hookline.webhook.CallObserver;
import io.hookline.webhook.WebhookClients;
import io.hookline.webhook.WebhookClients.WebhookRuntime;
import io.hookline.webhook.WebhookLimits;
import io.hookline.webhook.credential.CredentialObserver;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A user who may write controllers names a Secret of another namespace, which the watcher sends to the URL of that user. */
class ForeignSecretTest {

    private static final String OWN = "authorization: {secretRef: {name: token, namespace: default, key: token}}";
    private static final String FOREIGN =
            "authorization: {secretRef: {name: admin, namespace: kube-system, key: token}}";

    @TempDir
    Path folder;

    private final ScriptedServer url = ScriptedServer.always(ScriptedServer.answer("200 OK", "{}"));
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final LocalCluster cluster = LocalClusters.fresh();

    @AfterEach
    void close() {
        threads.shutdownNow();
        url.close();
    }

    private void secret(String namespace, String name, String token) {
        String yaml = "{apiVersion: v1, kind: Secret, metadata: {name: %s, namespace: %s}, stringData: {token: %s}}"
                .formatted(name, namespace, token);
        KubeObject secret = Manifest.parse("secret.yaml", yaml).getFirst().object();
        cluster.create(cluster.discover().find("v1", "secrets").orElseThrow(), secret, WriteOptions.PLAIN);
    }

    private ControllerFiles controller(String name, String attachment, String credentials) throws Exception {
        Path file = folder.resolve(name + ".yaml");
        Files.writeString(file, """
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: DecoratorController
                metadata: {name: %s}
                spec:
                  resources: [{apiVersion: v1, resource: configmaps}]
                  attachments: [{apiVersion: v1, resource: %s}]
                  hooks:
                    sync:
                      webhook:
                        url: "%s"
                        %s
                """.formatted(name, attachment, url.url("/"), credentials));
        return ControllerFiles.read(List.of(file), false, InputStream.nullInputStream());
    }

    private List<Right> leastRole(ControllerFiles files) {
        return LeastRole.of(files, List.of(), LeastRole.Options.of(folder)).rights();
    }

    /** Calls the hook of a controller as a watcher with these rights. */
    private void call(ControllerFiles files, List<Right> rights) throws InterruptedException {
        secret("default", "token", "own");
        secret("kube-system", "admin", "foreign");
        ControllerSpec spec = files.controllers().getFirst().spec();
        try (WebhookClients clients = new WebhookClients(
                new RbacCluster(rights).inFrontOf(cluster),
                new WebhookRuntime(threads, InstantSource.system(), CallObserver.NONE),
                WebhookLimits.DEFAULT,
                Optional.empty(),
                Map.of())) {
            HookClient client =
                    clients.connect(spec, HookType.SYNC, spec.hooks().sync().orElseThrow(), CredentialObserver.NONE);
            client.call(new HookRequest(
                    HookType.SYNC,
                    HookVersion.V1,
                    ControllerType.DECORATOR,
                    KubeObject.of("{\"kind\":\"DecoratorController\",\"metadata\":{\"name\":\"c\"}}"),
                    KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"p\"}}"),
                    ObjectGroups.NONE,
                    ObjectGroups.NONE,
                    false));
        }
    }

    private List<String> sent() {
        return url.received().stream()
                .map(request -> request.header("authorization"))
                .toList();
    }

    @Test
    void theSecretOfTheRoleIsSent() throws Exception {
        ControllerFiles known = controller("known", "services", OWN);

        call(known, leastRole(known));

        assertThat(sent()).containsExactly("Bearer own");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                FOREIGN,
                "authorization: {secretRef: {name: token, namespace: kube-system, key: token}}",
                "basicAuth: {secretRef: {name: admin, namespace: kube-system}}",
                "caBundle: {secretRef: {name: admin, namespace: kube-system}}",
                "clientTLS: {secretRef: {name: admin, namespace: kube-system}}"
            })
    void withTheLeastRoleOfOtherControllersItIsNotRead(String credentials) throws Exception {
        List<Right> role = leastRole(controller("known", "services", OWN));
        ControllerFiles added = controller("added", "services", credentials);

        assertThatThrownBy(() -> call(added, role))
                .hasMessageContaining("Secret kube-system/")
                .hasMessageContaining("cannot be read")
                .hasMessageContaining("forbidden");
        assertThat(url.received()).isEmpty();
    }

    /** The rights of one controller serve all: this is why only few may write controllers. */
    @Test
    void aRoleThatLetsAnotherControllerWriteSecretsLetsItBeRead() throws Exception {
        List<Right> role = leastRole(controller("known", "secrets", OWN));

        call(controller("added", "services", FOREIGN), role);

        assertThat(sent()).containsExactly("Bearer foreign");
    }
}
