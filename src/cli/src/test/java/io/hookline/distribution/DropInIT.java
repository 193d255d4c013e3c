package io.hookline.distribution;

import static io.hookline.story.upstream.UpstreamWorld.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.GuardedProcess;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.story.upstream.StubHooks;
import io.hookline.story.upstream.UpstreamWorld;
import io.hookline.testing.FreePort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code bin/metacontroller} of the distribution in place of the original's binary: with the arguments and the roles of its Helm
 * chart, the service account of its Pod, and its events, probes and metrics.
 */
@RealControlPlane(own = true)
public class DropInIT {

    private static final String ARGUMENTS =
            "--zap-log-level=4 --discovery-interval=20s --cache-flush-interval=30m --health-probe-bind-address=:";

    /** What Metacontroller installs, besides its CRDs and its StatefulSet. */
    private static final List<String> UPSTREAM = List.of("""
                    {apiVersion: v1, kind: Namespace, metadata: {name: metacontroller}}""", """
                    {apiVersion: v1, kind: ServiceAccount, metadata: {name: metacontroller, namespace: metacontroller}}""", """
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: ClusterRole
                    metadata: {name: metacontroller}
                    rules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]
                    """, """
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: ClusterRoleBinding
                    metadata: {name: metacontroller}
                    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: metacontroller}
                    subjects: [{kind: ServiceAccount, name: metacontroller, namespace: metacontroller}]
                    """, """
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: ClusterRole
                    metadata:
                      name: aggregate-metacontroller-view
                      labels:
                        rbac.authorization.k8s.io/aggregate-to-admin: "true"
                        rbac.authorization.k8s.io/aggregate-to-edit: "true"
                        rbac.authorization.k8s.io/aggregate-to-view: "true"
                    rules:
                    - apiGroups: [metacontroller.k8s.io]
                      resources: [compositecontrollers, controllerrevisions, decoratorcontrollers]
                      verbs: [get, list, watch]
                    """, """
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: ClusterRole
                    metadata:
                      name: aggregate-metacontroller-edit
                      labels:
                        rbac.authorization.k8s.io/aggregate-to-admin: "true"
                        rbac.authorization.k8s.io/aggregate-to-edit: "true"
                    rules:
                    - apiGroups: [metacontroller.k8s.io]
                      resources: [controllerrevisions]
                      verbs: [create, delete, deletecollection, get, list, patch, update, watch]
                    """);

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private GuardedProcess start(ControlPlane plane, int probes, int metrics) throws Exception {
        Path account = folder.resolve("serviceaccount");
        plane.mount("metacontroller", "metacontroller", account);
        Path program = Distribution.PROGRAMS.resolve("metacontroller");
        Path link = Files.createSymbolicLink(folder.resolve("metacontroller"), program.toAbsolutePath());
        URI server = URI.create(plane.server());
        return GuardedProcess.start(
                "metacontroller",
                folder.resolve("log"),
                List.of(
                        "env",
                        "-u",
                        "KUBECONFIG",
                        "HOME=" + folder,
                        "NO_PROXY=127.0.0.1",
                        "no_proxy=127.0.0.1",
                        "KUBERNETES_SERVICE_HOST=" + server.getHost(),
                        "KUBERNETES_SERVICE_PORT=" + server.getPort(),
                        "HOOKLINE_JVM_OPTIONS=-Dhookline.serviceAccount=" + account,
                        link.toString(),
                        "--metrics-address=127.0.0.1:" + metrics,
                        ARGUMENTS.split(" ", -1)[0],
                        ARGUMENTS.split(" ", -1)[1],
                        ARGUMENTS.split(" ", -1)[2],
                        ARGUMENTS.split(" ", -1)[3] + probes));
    }

    @Test
    public void theProgramTakesThePlaceOfTheOriginalWithItsArgumentsRolesAndServiceAccount(ControlPlane plane)
            throws Exception {
        int probes = FreePort.find();
        int metrics = FreePort.find();
        try (UpstreamWorld world = UpstreamWorld.on(plane);
                StubHooks hooks = StubHooks.plain()) {
            UPSTREAM.forEach(world::apply);
            world.apply(Files.readString(Path.of("examples/hello/crd.yaml")));
            try (GuardedProcess _ = start(plane, probes, metrics)) {
                within().ignoreExceptions()
                        .untilAsserted(() ->
                                assertThat(get(probes, "/readyz").statusCode()).isEqualTo(200));
                assertThat(get(probes, "/healthz").body()).isEqualTo("ok");

                String url = hooks.serve("hello/sync", request -> """
                        {"status": {"greeted": "%s"}, "children": [
                          {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "world"},
                           "data": {"greeting": "Hello, %s!"}}]}
                        """.formatted(
                                request.at("/parent/spec/who").asText(),
                                request.at("/parent/spec/who").asText()));
                world.apply(Files.readString(Path.of("examples/hello/controller.yaml"))
                        .replaceFirst("(?s)service:.*", "url: " + url + "\n"));
                world.apply(
                        "{apiVersion: hello.hookline.io/v1, kind: Hello, metadata: {name: world, namespace: default},"
                                + " spec: {who: world}}");

                within().until(() -> world.configMap("world").isPresent());
                within().untilAsserted(() -> assertThat(world.events("hello"))
                        .contains("Starting: Starting controller: hello", "Started: Started controller: hello"));
                String page = get(metrics, "/metrics").body();
                assertThat(page)
                        .contains(
                                "workqueue_depth{controller=\"CompositeController-hello\",name=\"CompositeController-hello\",priority=\"\"}",
                                "rest_client_requests_total{code=\"201\",host=\""
                                        + URI.create(plane.server()).getAuthority() + "\",method=\"POST\"}",
                                "controller_runtime_reconcile_total{controller=\"composite-metacontroller\",result=\"success\"}",
                                "process_resident_memory_bytes");

                world.delete("metacontroller.k8s.io/v1alpha1", "CompositeController", "hello");
                within().untilAsserted(() -> assertThat(world.events("hello"))
                        .contains("Stopping: Stopping controller: hello", "Stopped: Stopped controller: hello"));
                assertThat(Files.readString(folder.resolve("log"))).contains("\"level\":\"debug\"");
            }
        }
    }
}
