package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;

/** A real API server refuses one kind to a watcher that is a user with a role; other controllers work, and a grant is noticed. */
@RealControlPlane
@ExtendWith(SuiteCluster.Resolver.class)
@Isolated
class RealDeniedKindIT {

    private static final String NAME = "denied-kind";
    private static final String MAY_READ_ALL_BUT_SECRETS = """
            {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","metadata":{"name":"denied-kind"},"rules":[
            {"apiGroups":["metacontroller.k8s.io","test.hookline.io","apiextensions.k8s.io"],"resources":["*"],"verbs":["*"]},
            {"apiGroups":[""],"resources":["configmaps","events"%s],"verbs":["*"]}]}""";
    private static final String BINDING = """
            {"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRoleBinding","metadata":{"name":"denied-kind"},
            "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"denied-kind"},
            "subjects":[{"apiGroup":"rbac.authorization.k8s.io","kind":"User","name":"watcher"}]}""";

    private Cluster admin;
    private KubeCluster watcher;
    private WatcherFixture world;

    @BeforeEach
    void start(ControlPlane plane, SuiteCluster real) {
        admin = real.cluster();
        grant("");
        apply("clusterrolebindings", BINDING);
        watcher = KubeCluster.connect(KubeOptions.of(NAME + "-watcher")
                .withKubeconfig(plane.kubeconfig(ControlPlane.WATCHER).toString()));
        awaitRights();
        world = real.open(this::asWatcher, WatcherOptions.DEFAULTS);
    }

    @AfterEach
    void close() {
        world.close();
        for (String plural : List.of("clusterrolebindings", "clusterroles")) {
            admin.delete(rbac(plural), ObjectKey.clusterScoped(NAME), DeleteOptions.BACKGROUND);
        }
        watcher.close();
    }

    private Cluster asWatcher(Cluster ofAdmin) {
        return watcher;
    }

    private ApiResource rbac(String plural) {
        String group = "rbac.authorization.k8s.io/v1";
        return admin.discover(group).find(group, plural).orElseThrow();
    }

    private void apply(String plural, String json) {
        admin.patch(
                rbac(plural),
                ObjectKey.clusterScoped(NAME),
                new Patch(Patch.Type.APPLY, json),
                new WriteOptions("", "tests", true, false));
    }

    private void grant(String more) {
        apply("clusterroles", MAY_READ_ALL_BUT_SECRETS.formatted(more));
    }

    /** The authorizer learns of a role some moments later. */
    private void awaitRights() {
        within(10).ignoreExceptionsInstanceOf(ClusterException.class).until(() -> {
            watcher.list(configMapKind(), ListOptions.ALL);
            return true;
        });
    }

    private ApiResource configMapKind() {
        return admin.discover("v1").find("v1", "configmaps").orElseThrow();
    }

    private static ConditionFactory within(int seconds) {
        return Awaitility.await().atMost(Duration.ofSeconds(seconds)).pollInterval(Duration.ofMillis(20));
    }

    private void decorator(String name) {
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: DecoratorController
                metadata: {name: %s}
                spec:
                  resources: [{apiVersion: test.hookline.io/v1, resource: things}]
                  attachments: [{apiVersion: v1, resource: configmaps}]
                """.formatted(name) + hooks("sync").indent(2));
    }

    @Test
    void aDeniedKindStopsItsOwnControllerOnlyIsNamedWithin5SecondsAndAGrantIsNoticedWithoutARestart() {
        String named =
                "secrets is forbidden: User \"watcher\" cannot watch resource \"secrets\" in API group \"\" at the"
                        + " cluster scope";
        world.hook = request -> request.controller().name().equals("other")
                ? configMapAnswer("hi", "by-other").replace("children", "attachments")
                : configMapAnswer("hi", "by-denied");
        world.thing("p", "{}");

        world.composite(
                "denied",
                configMaps("InPlace") + "- {apiVersion: v1, resource: secrets, updateStrategy: {method: InPlace}}\n"
                        + hooks("sync"));
        within(5).untilAsserted(() -> {
            assertThat(world.watcher.problemsOfControllers())
                    .singleElement()
                    .asString()
                    .contains(named);
            assertThat(world.events())
                    .anyMatch(event -> event.startsWith("WatchError denied: Watch error: ") && event.contains(named));
        });

        decorator("other");
        within(15).until(() -> world.configMap("by-other").isPresent());
        assertThat(world.configMap("by-denied")).isEmpty();

        grant(",\"secrets\"");
        within(30).until(() -> world.configMap("by-denied").isPresent());
        within(15).until(() -> world.watcher.problemsOfControllers().isEmpty());
    }
}
