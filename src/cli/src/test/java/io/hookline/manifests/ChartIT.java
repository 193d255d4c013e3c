package io.hookline.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cli.Kubectl;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.distribution.Distribution;
import io.hookline.distribution.LocalContainer;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The chart on a real API server with RBAC, where no kubelet runs Pods: the test runs what would be in them. A server of
 * its own, since a release has objects of the whole cluster.
 */
@RealControlPlane(own = true)
class ChartIT {

    private static final String CRD = "crd/compositecontrollers.metacontroller.k8s.io";

    @TempDir
    private Path folder;

    private Helm helm;
    private Path kubeconfig;
    private ControlPlane plane;

    @BeforeEach
    void start(ControlPlane own) throws Exception {
        assumeTrue(Kubectl.isThere(), "kubectl is on the path");
        helm = Helm.in(folder);
        plane = own;
        plane.startControllers();
        kubeconfig = plane.kubeconfig(ControlPlane.ADMIN);
    }

    @AfterEach
    void remove() throws Exception {
        if (kubeconfig != null) {
            for (String release :
                    helm("list", "--all-namespaces", "--short").lines().toList()) {
                helm("uninstall", release, "--namespace", "hookline", "--no-hooks");
            }
            kubectl("delete", "compositecontroller,hello", "--all", "--all-namespaces", "--wait=false");
            kubectl("delete", "configmap", "world", "--ignore-not-found");
            kubectl("delete", "namespace", "hookline", "--wait=true");
            kubectl("delete", "-f", "examples/hello/crd.yaml");
            kubectl("delete", "-k", "manifests/crds");
        }
    }

    private String kubectl(String... arguments) throws IOException, InterruptedException {
        return Kubectl.run(kubeconfig, arguments);
    }

    private String helm(String... arguments) throws IOException, InterruptedException {
        String[] all = new String[arguments.length + 2];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        all[arguments.length] = "--kubeconfig";
        all[arguments.length + 1] = kubeconfig.toString();
        return helm.succeed(all);
    }

    /** The rules that {@code hookline rbac} prints, and the hook of the example. */
    private Path values() throws IOException, InterruptedException {
        ObjectNode values = Json.NODES.objectNode();
        String role = output("rbac", "-f", "examples/hello");
        values.putObject("rbac")
                .set(
                        "rules",
                        Manifests.only(Manifests.parse("role", role), "ClusterRole", "hookline")
                                .tree()
                                .path("rules"));
        values.putObject("hooks")
                .putArray("configMaps")
                .addObject()
                .put("name", "hello")
                .put("configMap", "hook-hello");
        return Files.writeString(folder.resolve("values.yaml"), values.toString());
    }

    private static String output(String... arguments) throws IOException, InterruptedException {
        String[] command = new String[arguments.length + 1];
        command[0] = Distribution.HOOKLINE;
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        Process process = new ProcessBuilder(command).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }

    private void example() throws IOException, InterruptedException {
        kubectl("apply", "-f", "examples/hello/crd.yaml");
        kubectl("wait", "--for=condition=Established", "crd/hellos.hello.hookline.io");
        kubectl("apply", "-f", "examples/hello/controller.yaml", "-f", "examples/hello/sample.yaml");
    }

    private KubeObject hookFiles() throws IOException {
        ObjectNode map = Json.NODES.objectNode().put("apiVersion", "v1").put("kind", "ConfigMap");
        map.putObject("metadata").put("name", "hook-hello").put("namespace", "hookline");
        ObjectNode files = map.putObject("data");
        for (String file : List.of("Hello.java", "HelloHook.java")) {
            files.put(file, Files.readString(Path.of("hooks/hello", file)));
        }
        return KubeObject.of(map);
    }

    private LocalContainer container(String name, List<KubeObject> objects, Map<String, String> environment)
            throws IOException {
        return new LocalContainer(
                Manifests.only(objects, "Deployment", name), objects, folder.resolve(name), environment);
    }

    /** Back again only the CRDs, controllers, parents and children are left, which no finalizer holds. */
    @Test
    void fromNothingToAnExampleAndBack() throws Exception {
        Set<String> before = everything();
        String values = values().toString();
        helm("install", "hookline", Helm.CHART, "--namespace", "hookline", "--create-namespace", "--values", values);
        List<KubeObject> objects = helm.template("--values", values);
        carryOutTheExample(
                Stream.concat(objects.stream(), Stream.of(hookFiles())).toList());

        uninstall();

        awaitLeft(before, "Namespace <none> hookline", "ServiceAccount hookline default");
    }

    /** The namespace is part of the kustomization, and the CRDs have not the label of what is deleted. */
    @Test
    void fromNothingToAnExampleAndBackWithoutHelm() throws Exception {
        Set<String> before = everything();
        Path deploy = Files.createDirectory(folder.toRealPath().resolve("deploy"));
        Files.writeString(deploy.resolve("role.yaml"), output("rbac", "-f", "examples/hello"));
        Files.writeString(deploy.resolve("hook-hello.yaml"), hookFiles().json());
        Files.writeString(deploy.resolve("mount-hello.yaml"), """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: hooks, namespace: hookline}
                spec:
                  template:
                    spec:
                      containers: [{name: hooks, volumeMounts: [{name: hello, mountPath: /hooks/hello}]}]
                      volumes: [{name: hello, configMap: {name: hook-hello}}]
                """);
        Files.writeString(
                deploy.resolve("kustomization.yaml"),
                "{resources: [%s, role.yaml, hook-hello.yaml], patches: [{path: mount-hello.yaml}]}\n"
                        .formatted(deploy.relativize(Path.of("manifests/base").toRealPath())));
        kubectl("apply", "-k", deploy.toString());
        carryOutTheExample(Manifests.rendered(deploy));

        assertThat(output("release", "--stop-watcher=hookline/watcher", "--kubeconfig=" + kubeconfig))
                .contains("stopped Deployment hookline/watcher", "released Hello default/world");
        kubectl("delete", "-k", deploy.toString(), "--selector", "app.kubernetes.io/name=hookline");

        awaitLeft(before);
        kubectl("create", "namespace", "hookline"); // which the end of the test deletes
    }

    /** Runs what is in the Pods, until the child is there; then the parent gets a finalizer of its controller. */
    private void carryOutTheExample(List<KubeObject> objects) throws Exception {
        example();
        try (LocalContainer hooks = container("hooks", objects, Map.of())) {
            hooks.awaitReady();
            Map<String, String> account = Map.of(
                    "KUBECONFIG", plane.kubeconfig("hookline", "hookline").toString(),
                    "HTTP_PROXY", hooks.uri("http").toString());
            try (LocalContainer watcher = container("watcher", objects, account)) {
                watcher.awaitReady();
                await().atMost(Duration.ofMinutes(1))
                        .until(() -> kubectl("get", "configmap", "-o", "name").contains("configmap/world"));
            }
        }
        kubectl(
                "patch",
                "hello",
                "world",
                "--type=merge",
                "--patch",
                "{\"metadata\":{\"finalizers\":[\"metacontroller.io/compositecontroller-hello\"]}}");
    }

    /** Each object of the cluster: its kind, namespace and name. Without what the control plane itself writes all the time. */
    private Set<String> everything() throws Exception {
        String kinds = kubectl("api-resources", "--verbs=list", "-o", "name")
                .lines()
                .filter(kind -> !List.of(
                                "componentstatuses", "events", "events.events.k8s.io", "leases.coordination.k8s.io")
                        .contains(kind))
                .collect(Collectors.joining(","));
        return kubectl(
                        "get",
                        kinds,
                        "--all-namespaces",
                        "--no-headers",
                        "--output=custom-columns=K:.kind,S:.metadata.namespace,N:.metadata.name")
                .lines()
                .map(line -> line.strip().replaceAll(" +", " "))
                .filter(object -> !object.endsWith(" kube-root-ca.crt")) // of each namespace
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Waits until, besides what was there before, nothing is left but these, the CRDs, and the objects of the example. */
    private void awaitLeft(Set<String> before, String... further) throws Exception {
        Set<String> expected = new TreeSet<>(before);
        expected.addAll(List.of(further));
        expected.addAll(List.of(
                "APIService <none> v1.hello.hookline.io",
                "APIService <none> v1alpha1.metacontroller.k8s.io",
                "CompositeController <none> hello",
                "ConfigMap default world",
                "CustomResourceDefinition <none> compositecontrollers.metacontroller.k8s.io",
                "CustomResourceDefinition <none> controllerrevisions.metacontroller.k8s.io",
                "CustomResourceDefinition <none> decoratorcontrollers.metacontroller.k8s.io",
                "CustomResourceDefinition <none> hellos.hello.hookline.io",
                "Hello default world"));
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(everything()).isEqualTo(expected));
        assertThat(kubectl(
                        "get",
                        "compositecontroller,hello,configmap",
                        "-o",
                        "jsonpath={.items[*].metadata.finalizers}{.items[*].metadata.deletionTimestamp}"))
                .isEmpty();
    }

    /** The Job that Helm waits for runs here, with its account, as a kubelet would. */
    private void uninstall() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> done = threads.submit(() -> helm("uninstall", "hookline", "--namespace", "hookline"));
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> done.isDone()
                            || !kubectl("get", "job", "--namespace=hookline", "-o=name")
                                    .isBlank());
            JsonNode spec = Json.parse(kubectl("get", "job", "hookline-release", "--namespace=hookline", "-o=json")
                            .getBytes(StandardCharsets.UTF_8))
                    .at("/spec/template/spec");
            String account = spec.path("serviceAccountName").asText();

            assertThat(output(
                            spec.at("/containers/0/args/0").asText(),
                            spec.at("/containers/0/args/1").asText(),
                            "--kubeconfig=" + plane.kubeconfig("hookline", account)))
                    .contains("stopped Deployment hookline/watcher", "released Hello default/world");
            endJob("""
                    {"status":{"startTime":"NOW","completionTime":"NOW","succeeded":1,"conditions":[
                     {"type":"SuccessCriteriaMet","status":"True","lastTransitionTime":"NOW"},
                     {"type":"Complete","status":"True","lastTransitionTime":"NOW"}]}}
                    """);
            assertThat(done.get()).contains("release \"hookline\" uninstalled");
        }
    }

    /** Writes the status of the Job as its controller does, at the time NOW. */
    private void endJob(String status) throws Exception {
        kubectl(
                "patch",
                "job",
                "hookline-release",
                "--namespace=hookline",
                "--subresource=status",
                "--type=merge",
                "--patch",
                status.replace(
                        "NOW", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString()));
    }

    /** Its log says why. */
    @Test
    void anUninstallationThatFailsKeepsItsJobAndNotItsRights() throws Exception {
        kubectl("apply", "-f", "examples/hello/crd.yaml");
        helm("install", "hookline", Helm.CHART, "--namespace", "hookline", "--create-namespace");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Helm.Run> done = threads.submit(() -> helm.run(
                    "uninstall", "hookline", "--namespace", "hookline", "--kubeconfig", kubeconfig.toString()));
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> done.isDone()
                            || !kubectl("get", "job", "--namespace=hookline", "-o=name")
                                    .isBlank());
            endJob("""
                    {"status":{"startTime":"NOW","failed":1,"conditions":[
                     {"type":"FailureTarget","status":"True","lastTransitionTime":"NOW"},
                     {"type":"Failed","status":"True","lastTransitionTime":"NOW"}]}}
                    """);

            assertThat(done.get().code()).as(done.get().printed()).isNotZero();
        }
        assertThat(kubectl("get", "job", "--namespace=hookline", "-o=name").strip())
                .isEqualTo("job.batch/hookline-release");
        assertThat(kubectl("get", "serviceaccount,clusterrole,clusterrolebinding", "--namespace=hookline", "-o=name"))
                .doesNotContain("hookline-release");
        assertThat(helm("list", "--all", "--namespace", "hookline", "--short").strip())
                .isEqualTo("hookline");

        helm("uninstall", "hookline", "--namespace", "hookline", "--no-hooks");

        assertThat(kubectl("get", "deployment,clusterrole", "--namespace=hookline", "-o=name"))
                .doesNotContain("deployment.apps/", "/hookline-");
    }

    /** Its StatefulSet is another object than our Deployment, so that its selector, which cannot change, does not matter. */
    @Test
    void aReleaseOfMetacontrollerBecomesOneOfOursAndBack() throws Exception {
        Path chart = folder.resolve("metacontroller");
        Files.createDirectories(chart.resolve("templates"));
        Files.writeString(
                chart.resolve("Chart.yaml"),
                "{apiVersion: v2, name: metacontroller, version: 4.17.2, appVersion: v4.17.2}\n");
        Files.writeString(chart.resolve("templates/all.yaml"), """
                {apiVersion: v1, kind: ServiceAccount, metadata: {name: metacontroller}}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: metacontroller}
                rules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]
                ---
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: metacontroller-metacontroller-helm, labels: {app.kubernetes.io/instance: metacontroller}}
                spec:
                  replicas: 1
                  serviceName: ""
                  selector: {matchLabels: {app.kubernetes.io/name: metacontroller, app.kubernetes.io/instance: metacontroller}}
                  template:
                    metadata: {labels: {app.kubernetes.io/name: metacontroller, app.kubernetes.io/instance: metacontroller}}
                    spec:
                      serviceAccountName: metacontroller
                      containers: [{name: metacontroller, image: "metacontrollerio/metacontroller:v4.17.2"}]
                """);
        kubectl("apply", "-k", "manifests/crds");
        removeColumns();
        helm("install", "metacontroller", chart.toString(), "--namespace", "hookline", "--create-namespace");
        example();

        kubectl(
                "scale",
                "statefulset",
                "--selector",
                "app.kubernetes.io/instance=metacontroller",
                "--namespace=hookline",
                "--replicas=0");
        kubectl("apply", "--server-side", "--force-conflicts", "-f", Helm.CHART + "/crds/");
        helm(
                "upgrade",
                "metacontroller",
                Helm.CHART,
                "--namespace",
                "hookline",
                "--reset-values",
                "--set",
                "rbac.wildcard=true,hooks.enabled=false,watcher.serviceAccount.name=metacontroller");

        assertThat(kubectl("get", "statefulset,deployment,serviceaccount", "--namespace=hookline", "-o=name"))
                .contains("deployment.apps/watcher", "serviceaccount/metacontroller")
                .doesNotContain("statefulset");
        assertThat(kubectl("get", "compositecontroller", "-o=name")).contains("/hello");
        assertThat(columns()).contains("Ready");

        kubectl("scale", "deployment", "watcher", "--namespace=hookline", "--replicas=0");
        helm("rollback", "metacontroller", "1", "--namespace", "hookline");

        assertThat(kubectl("get", "statefulset,deployment", "--namespace=hookline", "-o=name")
                        .lines())
                .containsExactly("statefulset.apps/metacontroller-metacontroller-helm");
        assertThat(kubectl("get", "statefulset", "--namespace=hookline", "-o=jsonpath={.items[*].spec.replicas}"))
                .isEqualTo("1");
        assertThat(kubectl("get", "compositecontroller,hello", "-o=name")).contains("/hello", "/world");
    }

    /** Helm leaves CRDs as they are; one command renews them. */
    @Test
    void theCrdsAreRenewedByOneCommand() throws Exception {
        kubectl("apply", "-f", "examples/hello/crd.yaml");
        helm("install", "hookline", Helm.CHART, "--namespace", "hookline", "--create-namespace");
        removeColumns();
        assertThat(columns()).doesNotContain("Ready");

        kubectl("apply", "--server-side", "--force-conflicts", "-f", Helm.CHART + "/crds/");

        assertThat(columns()).contains("Ready");
    }

    /** The CRD of Metacontroller has none. */
    private void removeColumns() throws Exception {
        kubectl(
                "patch",
                CRD,
                "--type=json",
                "--patch",
                "[{\"op\": \"remove\", \"path\": \"/spec/versions/0/additionalPrinterColumns\"}]");
    }

    private String columns() throws Exception {
        return kubectl("get", CRD, "-o=jsonpath={.spec.versions[0].additionalPrinterColumns[*].name}");
    }
}
