package io.hookline.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cli.Invocation;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.watcher.rights.ElectionRights;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for the workloads of every kustomization, with and without its components. */
@ParameterizedClass
@MethodSource("io.hookline.manifests.ManifestVariants#all")
class ManifestRulesTest {

    /** It waits this long for running syncs. */
    private static final Duration WATCHER_ENDS_WITHIN = Duration.ofSeconds(30);

    private final List<KubeObject> objects;

    ManifestRulesTest(ManifestVariants.Rendered variant) {
        this.objects = variant.objects();
    }

    private static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    private List<KubeObject> deployments() {
        List<KubeObject> deployments = of("Deployment");
        assertThat(deployments).extracting(KubeObject::name).containsExactlyInAnyOrder("watcher", "hooks");
        return deployments;
    }

    private List<KubeObject> of(String kind) {
        return objects.stream().filter(object -> object.kind().equals(kind)).toList();
    }

    private static JsonNode pod(KubeObject deployment) {
        return deployment.tree().at("/spec/template/spec");
    }

    private static List<JsonNode> containers(KubeObject deployment) {
        return list(pod(deployment).path("containers"));
    }

    private static Set<String> values(JsonNode array, String field) {
        return list(array).stream().map(each -> each.path(field).asText()).collect(Collectors.toSet());
    }

    private static boolean selects(JsonNode selector, KubeObject deployment) {
        JsonNode labels = deployment.tree().at("/spec/template/metadata/labels");
        var map = labels.properties().stream()
                .collect(Collectors.toMap(
                        label -> label.getKey(), label -> label.getValue().asText()));
        return LabelSelector.fromJson(selector, FieldPath.ROOT).matches(map);
    }

    @Test
    void everyContainerHasItsThreeProbesOnItsOwnPorts() {
        for (KubeObject deployment : deployments()) {
            for (JsonNode container : containers(deployment)) {
                Set<String> ports = values(container.path("ports"), "name");
                for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
                    JsonNode get = container.path(probe).path("httpGet");

                    assertThat(ports)
                            .as("%s %s", deployment, probe)
                            .contains(get.path("port").asText());
                    assertThat(get.path("path").asText())
                            .isEqualTo(probe.equals("readinessProbe") ? "/readyz" : "/healthz");
                }
                JsonNode startup = container.path("startupProbe");
                int seconds = startup.path("periodSeconds").asInt()
                        * startup.path("failureThreshold").asInt();
                assertThat(seconds).as("time to start").isBetween(30, 120);
            }
        }
    }

    @Test
    void everyContainerHasItsResourcesAndNoPrivileges() {
        JsonNode restricted = Json.parse("""
                {"allowPrivilegeEscalation":false,"capabilities":{"drop":["ALL"]},"readOnlyRootFilesystem":true}
                """.getBytes(StandardCharsets.UTF_8));
        for (KubeObject deployment : deployments()) {
            JsonNode security = pod(deployment).path("securityContext");
            assertThat(security.path("runAsNonRoot").asBoolean()).isTrue();
            assertThat(security.path("runAsUser").asInt()).isPositive();
            assertThat(security.at("/seccompProfile/type").asText()).isEqualTo("RuntimeDefault");
            for (JsonNode container : containers(deployment)) {
                assertThat(container.path("securityContext")).isEqualTo(restricted);
                JsonNode resources = container.path("resources");
                assertThat(resources.at("/requests/cpu").asText()).isNotBlank();
                assertThat(resources.at("/requests/memory").asText()).isNotBlank();
                assertThat(resources.at("/limits/memory").asText()).isNotBlank();
                assertThat(resources.at("/limits/cpu").isMissingNode())
                        .as("a CPU limit would only slow hooks down")
                        .isTrue();
            }
        }
    }

    @Test
    void argumentsAreThoseOfTheCommandLine() {
        for (KubeObject deployment : deployments()) {
            for (JsonNode container : containers(deployment)) {
                String[] arguments = list(container.path("args")).stream()
                        .map(JsonNode::asText)
                        .toArray(String[]::new);

                assertThat(Invocation.commandLine(arguments)
                                .parseArgs(Invocation.normalised(arguments))
                                .subcommand())
                        .as("%s", deployment)
                        .isNotNull();
                assertThat(arguments).doesNotHaveDuplicates();
            }
        }
    }

    /** Files that an argument or a mount names are in a volume, since the root file system cannot be written. */
    @Test
    void everyMountHasItsVolume() {
        for (KubeObject deployment : deployments()) {
            Set<String> volumes = values(pod(deployment).path("volumes"), "name");
            for (JsonNode container : containers(deployment)) {
                assertThat(values(container.path("volumeMounts"), "name")).isEqualTo(volumes);
                assertThat(values(container.path("volumeMounts"), "mountPath")).contains("/tmp");
            }
        }
    }

    @Test
    void moreThanOneReplicaIsSpreadAndHasABudgetThatAllowsADrain() {
        for (KubeObject deployment : of("Deployment")) {
            List<JsonNode> budgets = of("PodDisruptionBudget").stream()
                    .map(budget -> budget.tree().path("spec"))
                    .filter(budget -> selects(budget.path("selector"), deployment))
                    .toList();
            boolean several = deployment.tree().at("/spec/replicas").asInt(2) > 1;

            assertThat(budgets).as("%s", deployment).hasSize(several ? 1 : 0);
            assertThat(budgets)
                    .allSatisfy(budget ->
                            assertThat(budget.path("maxUnavailable").asInt()).isPositive());
            List<JsonNode> spread = list(pod(deployment).path("topologySpreadConstraints"));
            assertThat(spread)
                    .hasSize(several ? 2 : 0)
                    .allSatisfy(constraint -> assertThat(selects(constraint.path("labelSelector"), deployment))
                            .isTrue());
        }
    }

    @Test
    void twoWatchersElectALeaderAndOneIsReplacedBeforeTheNextStarts() {
        KubeObject watcher = Manifests.only(deployments(), "Deployment", "watcher");
        boolean elects = containers(watcher).getFirst().path("args").toString().contains("\"--leader-election\"");
        boolean several = watcher.tree().at("/spec/replicas").asInt() > 1;

        assertThat(elects).isEqualTo(several);
        assertThat(watcher.tree().at("/spec/strategy/type").asText()).isEqualTo(several ? "RollingUpdate" : "Recreate");
    }

    @Test
    void aPodIsKilledOnlyAfterItHadTheTimeToShutDown() {
        for (KubeObject deployment : deployments()) {
            Duration needed = deployment.name().equals("hooks")
                    ? delay(containers(deployment).getFirst()).plus(Invocation.ANSWERS_WITHIN)
                    : WATCHER_ENDS_WITHIN;

            assertThat(pod(deployment).path("terminationGracePeriodSeconds").asLong())
                    .as("%s", deployment)
                    .isGreaterThan(needed.toSeconds());
        }
    }

    /** How long the hook server waits until Services know that it ends. */
    private static Duration delay(JsonNode container) {
        String flag = "--shutdown-delay-duration=";
        return list(container.path("args")).stream()
                .map(JsonNode::asText)
                .filter(argument -> argument.startsWith(flag))
                .map(argument -> Duration.parse("PT" + argument.substring(flag.length())))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void servicesPoliciesAndMonitorsNamePortsThatExist() {
        List<KubeObject> services = of("Service");
        for (KubeObject service : services) {
            KubeObject target = Manifests.only(objects, "Deployment", service.name());
            JsonNode spec = service.tree().path("spec");

            assertThat(target.tree().at("/spec/template/metadata/labels")).isEqualTo(spec.path("selector"));
            assertThat(values(containers(target).getFirst().path("ports"), "name"))
                    .containsAll(values(spec.path("ports"), "targetPort"));
        }
        for (KubeObject monitor : of("ServiceMonitor")) {
            KubeObject service = Manifests.only(services, "Service", monitor.name());

            assertThat(monitor.tree().at("/spec/selector/matchLabels"))
                    .isEqualTo(service.tree().at("/metadata/labels"));
            assertThat(values(service.tree().at("/spec/ports"), "name"))
                    .containsAll(values(monitor.tree().at("/spec/endpoints"), "port"));
        }
        for (KubeObject policy : of("NetworkPolicy")) {
            Set<String> ports = of("Deployment").stream()
                    .filter(each -> selects(policy.tree().at("/spec/podSelector"), each))
                    .flatMap(each -> containers(each).stream())
                    .flatMap(each -> values(each.path("ports"), "containerPort").stream())
                    .collect(Collectors.toSet());

            assertThat(ports).as("%s selects Pods", policy).isNotEmpty();
            for (JsonNode rule : policy.tree().at("/spec/ingress")) {
                assertThat(ports).containsAll(values(rule.path("ports"), "port"));
            }
        }
    }

    @Test
    void theRoleForTheElectionIsTheLeastOne() {
        of("Role").stream()
                .filter(role -> role.name().endsWith("-leader-election"))
                .forEach(role -> assertThat(grantedBy(role)).isEqualTo(neededForElection(role.namespace())));
    }

    /** Resource, name and verb of each request. */
    private static Set<String> grantedBy(KubeObject role) {
        return list(role.tree().path("rules")).stream()
                .flatMap(rule -> list(rule.path("verbs")).stream()
                        .map(verb -> rule.at("/apiGroups/0").asText() + "/"
                                + rule.at("/resources/0").asText() + " "
                                + rule.at("/resourceNames/0").asText() + " " + verb.asText()))
                .collect(Collectors.toSet());
    }

    private static Set<String> neededForElection(String namespace) {
        return ElectionRights.of(namespace, "metacontroller").stream()
                .flatMap(right -> right.verbs().stream()
                        .map(verb -> right.group() + "/" + right.resource() + " " + String.join(",", right.names())
                                + " " + verb))
                .collect(Collectors.toSet());
    }
}
