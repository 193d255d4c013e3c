package io.hookline.story.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.manifests.Manifests;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.process.ClusterSideEffects;
import io.hookline.process.HookHost;
import io.hookline.server.call.HookSettings;
import io.hookline.testing.scenario.Scenario;
import io.hookline.watcher.rights.Right;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** As {@link MissingRightsIT}, but a real API server refuses the requests. */
@RealControlPlane
@Isolated
class RealMissingRightsIT {

    private static final ObjectKey ROLE = ObjectKey.clusterScoped("hookline");
    private static final String RBAC = "rbac.authorization.k8s.io/v1";
    private static final ApiResource REVIEWS = new ApiResource(
            "authorization.k8s.io/v1",
            "subjectaccessreviews",
            "subjectaccessreview",
            "SubjectAccessReview",
            false,
            List.of(),
            List.of(),
            Set.of("create"),
            Set.of());

    private static HookHost hooks;
    private static KubeCluster admin;
    private static KubeCluster watcher;

    @BeforeAll
    static void start(ControlPlane plane) throws Exception {
        plane.startControllers();
        admin = plane.connect("missing-rights-admin");
        Manifests.installLeastRole(admin);
        watcher = KubeCluster.connect(KubeOptions.of("missing-rights")
                .withKubeconfig(plane.kubeconfig("hookline", "hookline").toString()));
        HookSettings settings =
                HookSettings.DEFAULTS.keepingClasses().withSideEffects(ClusterSideEffects.on(() -> admin));
        hooks = HookHost.load(Path.of("hooks"), settings, new PrometheusRegistry());
    }

    @AfterAll
    static void close() {
        for (String plural : List.of("clusterroles", "clusterrolebindings")) { // other tests install them again
            admin.delete(resource(plural), ROLE, DeleteOptions.BACKGROUND);
        }
        hooks.close();
        watcher.close();
        admin.close();
    }

    static List<String> examples() {
        return ExampleRightsIT.examples();
    }

    private static ApiResource resource(String plural) {
        return admin.discover().find(RBAC, plural).orElseThrow();
    }

    @Test
    void aMissingRightIsNamedInLogAndEvent() throws Exception {
        for (Use missing : List.of(
                new Use("", "configmaps", "create"),
                new Use("", "configmaps", "watch"),
                new Use("hello.hookline.io", "hellos/status", "patch"),
                new Use("metacontroller.k8s.io", "compositecontrollers", "watch"))) {
            assertThat(runWithout("hello", missing)).as("%s", missing).isTrue();
        }
    }

    @Tag("soak")
    @ParameterizedTest
    @MethodSource("examples")
    void eachMissingRightIsNamedInLogAndEvent(String example) throws Exception {
        Set<Use> refused = new TreeSet<>();
        for (Use use : Use.oneOfEach(ExampleRightsIT.used(example, hooks))) {
            if (!ExampleRightsIT.isDispensable(example, use) && runWithout(example, use)) {
                refused.add(use);
            }
        }
        assertThat(refused).isNotEmpty();
    }

    private static boolean runWithout(String example, Use missing) throws Exception {
        List<Right> all = ExampleRightsIT.printed(example);
        grant(missing.removedFrom(all));
        awaitAllowed(missing, false);
        AtomicBoolean refused = new AtomicBoolean();
        return new WatcherWithRights(
                        admin,
                        MissingRightsIT.noting(missing, RbacCluster.USER, refused)
                                .before(watcher),
                        RbacCluster.USER,
                        hooks,
                        refused,
                        () -> {
                            grant(all);
                            awaitAllowed(missing, true);
                        })
                .run(Scenario.read(Path.of("examples", example)), missing);
    }

    private static void grant(List<Right> rights) {
        ObjectNode patch = Json.NODES.objectNode();
        ArrayNode rules = patch.putArray("rules");
        for (Right right : rights) {
            ObjectNode rule = rules.addObject();
            rule.putArray("apiGroups").add(right.group());
            rule.putArray("resources").add(right.resource());
            right.verbs().forEach(rule.withArray("verbs")::add);
        }
        admin.patch(resource("clusterroles"), ROLE, Patch.merge(patch.toString()), WriteOptions.PLAIN);
    }

    /** The API server's cache of roles follows their changes with a delay. */
    private static void awaitAllowed(Use use, boolean expected) {
        ObjectNode review = Json.NODES.objectNode();
        review.put("apiVersion", REVIEWS.apiVersion())
                .put("kind", REVIEWS.kind())
                .putObject("metadata");
        ObjectNode spec = review.putObject("spec").put("user", RbacCluster.USER);
        String[] resource = use.resource().split("/");
        spec.putObject("resourceAttributes")
                .put("group", use.group())
                .put("resource", resource[0])
                .put("subresource", resource.length > 1 ? resource[1] : "")
                .put("verb", use.verb());
        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            KubeObject answer = admin.create(REVIEWS, KubeObject.of(review), WriteOptions.PLAIN);
            assertThat(answer.tree().at("/status/allowed").asBoolean()).isEqualTo(expected);
        });
    }
}
