package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code hook-rollout.md} says, with its commands, on a real API server: two replicas of the hook server behind a Service, and a
 * watcher, all as processes.
 */
@RealControlPlane
class RealHookRolloutIT {

    private static final int PARENTS = 30;
    private static final Pattern COMMANDS = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    private final List<ServeProcess> replicas = new ArrayList<>();
    private String kubeconfig = "";

    @Test
    void aVersionIsRolledOutPausedAndTakenBack(ControlPlane plane) throws Exception {
        plane.startControllers();
        kubeconfig = plane.kubeconfig(ControlPlane.ADMIN).toString();
        List<String> page = COMMANDS.matcher(Files.readString(Path.of("src/docs/hook-rollout.md")))
                .results()
                .map(block -> block.group(1))
                .toList();
        assertThat(page).hasSize(4);
        try (ServiceBalancer service = new ServiceBalancer()) {
            deploy(service, "return {'status': {'greeted': who}, 'children': [greeting('Hello, ' + who)]}");
            run("kubectl apply -k " + Path.of("manifests/crds").toAbsolutePath());
            run("kubectl wait --for=condition=Established crd/compositecontrollers.metacontroller.k8s.io");
            run("kubectl apply -f " + Path.of("examples/hello/crd.yaml").toAbsolutePath());
            run("kubectl wait --for=condition=Established crd/hellos.hello.hookline.io");
            run("kubectl apply -f - <<'END'\n" + controller() + parents() + "END");
            Process watcher = watch(service);
            try {
                awaitRolledOut(PARENTS);
                assertThat(events()).doesNotContain("HookRollout");

                write("return {'status': {'greeted': who}, 'children': [greeting('Good morning, ' + who)]}");
                assertThat(run(page.get(0))).contains(PARENTS + " would change");
                replace(service);
                Awaitility.await()
                        .atMost(Duration.ofMinutes(2))
                        .untilAsserted(
                                () -> assertThat(greetings("Good morning")).isEqualTo(PARENTS));
                assertThat(run(page.get(1))).contains("\"version\"", "HookRolloutStarted");
                awaitEvent("HookRolloutCompleted");

                write("if int(who[1:]) % 3 == 0: raise Exception('no such greeting')\n"
                        + "    return {'status': {'greeted': who}, 'children': [greeting('Good night, ' + who)]}");
                replace(service);
                awaitCondition("RolloutPaused", Duration.ofMinutes(2));
                assertThat(greetings("Good morning")).isPositive();
                String paused = Integer.toString(greetings("Good night"));

                watcher.destroy();
                watcher.waitFor();
                watcher = watch(service);
                run("kubectl patch hello p1 --type=merge -p '{\"spec\":{\"who\":\"w100\"}}'");
                Awaitility.await()
                        .atMost(Duration.ofMinutes(1))
                        .untilAsserted(() -> assertThat(run("kubectl get configmap p1 -o jsonpath='{.data.text}'"))
                                .isEqualTo("Good night, w100"));
                assertThat(greetings("Good night")).isLessThanOrEqualTo(Integer.parseInt(paused) + 1);

                write("return {'status': {'greeted': who}, 'children': [greeting('Good morning, ' + who)]}");
                replace(service);
                Awaitility.await()
                        .atMost(Duration.ofMinutes(2))
                        .untilAsserted(
                                () -> assertThat(greetings("Good morning")).isEqualTo(PARENTS));
                run(page.get(2));
                assertThat(run(page.get(3))).isNotEmpty();
                awaitCondition("RolledOut", Duration.ofMinutes(1));
            } finally {
                watcher.destroy();
                watcher.waitFor();
            }
        } finally {
            replicas.forEach(ServeProcess::close);
            run("kubectl delete compositecontroller hello --ignore-not-found");
            run("kubectl delete --ignore-not-found -f "
                    + Path.of("examples/hello/crd.yaml").toAbsolutePath());
        }
    }

    private void write(String body) throws IOException {
        Path hook = folder.resolve("hooks/hello/sync.py");
        Files.createDirectories(hook.getParent());
        Files.writeString(hook, """
                def sync(request):
                    parent = request['parent']
                    who = parent['spec']['who']

                    def greeting(text):
                        return {'apiVersion': 'v1', 'kind': 'ConfigMap',
                                'metadata': {'name': parent['metadata']['name']}, 'data': {'text': text}}

                    %s
                """.formatted(body));
    }

    private static String controller() {
        return """
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: hello}
                spec:
                  generateSelector: true
                  hookRollout: {maxPerMinute: 120}
                  parentResource: {apiVersion: hello.hookline.io/v1, resource: hellos}
                  childResources: [{apiVersion: v1, resource: configmaps, updateStrategy: {method: InPlace}}]
                  hooks: {sync: {webhook: {url: "http://hooks.hookline/hello/sync"}}}
                """;
    }

    private static String parents() {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < PARENTS; i++) {
            all.append(
                    "---\napiVersion: hello.hookline.io/v1\nkind: Hello\nmetadata: {name: p%1$d, namespace: default}\nspec: {who: w%1$d}\n"
                            .formatted(i));
        }
        return all.toString();
    }

    private void deploy(ServiceBalancer service, String body) throws Exception {
        write(body);
        start(service);
        start(service);
    }

    /** Each replica serves the files that were there when it was started, as a Pod does. */
    private void start(ServiceBalancer service) throws Exception {
        Path own = Files.createTempDirectory(folder, "replica");
        copy(folder.resolve("hooks/hello/sync.py"), own.resolve("hooks/hello/sync.py"));
        ServeProcess replica = ServeProcess.start(own);
        replicas.add(replica);
        service.add(replica.port());
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> service.isReady(replica.port()));
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Files.copy(from, to);
    }

    /** As a Deployment does it: a new one is ready before a former one ends. */
    private void replace(ServiceBalancer service) throws Exception {
        for (int i = 0; i < 2; i++) {
            start(service);
            ServeProcess former = replicas.removeFirst();
            former.signal("TERM");
            former.exit(Duration.ofSeconds(60));
            service.remove(former.port());
        }
    }

    /** The name of the Service has no address here: the hook servers act as the proxy to it. */
    private Process watch(ServiceBalancer service) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        Distribution.HOOKLINE,
                        "watch",
                        "--kubeconfig",
                        kubeconfig,
                        "--metrics-address",
                        "0",
                        "--health-probe-bind-address",
                        "0",
                        "--leader-election=false")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("watcher.log").toFile()));
        builder.environment().put("HTTP_PROXY", "http://127.0.0.1:" + service.port());
        builder.environment().put("NO_PROXY", "127.0.0.1,localhost");
        return builder.start();
    }

    private void awaitRolledOut(int parents) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(message()).startsWith(parents + " of " + parents + " parents at "));
    }

    private void awaitCondition(String reason, Duration within) {
        Awaitility.await()
                .atMost(within)
                .untilAsserted(() -> assertThat(
                                run(
                                        "kubectl get compositecontroller hello -o jsonpath='{.status.conditions[?(@.type==\"HookRolledOut\")].reason}'"))
                        .isEqualTo(reason));
    }

    private void awaitEvent(String reason) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(events()).contains(reason));
    }

    private String message() throws Exception {
        return run(
                "kubectl get compositecontroller hello -o jsonpath='{.status.conditions[?(@.type==\"HookRolledOut\")].message}'");
    }

    private String events() throws Exception {
        return run("kubectl get events -A -o jsonpath='{range .items[*]}{.reason}{\"\\n\"}{end}'");
    }

    private int greetings(String text) throws Exception {
        Matcher found = Pattern.compile(Pattern.quote(text))
                .matcher(run("kubectl get configmaps -n default -o jsonpath='{.items[*].data.text}'"));
        return (int) found.results().count();
    }

    private String run(String line) throws IOException, InterruptedException {
        Path errors = folder.resolve("stderr");
        ProcessBuilder shell = new ProcessBuilder("bash", "-c", "set -e -o pipefail\n" + line)
                .directory(folder.toFile())
                .redirectError(errors.toFile());
        shell.environment().put("KUBECONFIG", kubeconfig);
        shell.environment().merge("PATH", Distribution.PROGRAMS.toString(), (path, ours) -> ours + ":" + path);
        Process process = shell.start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .as(() -> {
                    try {
                        return line + " printed " + printed + Files.readString(errors);
                    } catch (IOException e) {
                        return line + " printed " + printed;
                    }
                })
                .isZero();
        return printed;
    }
}
