package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.docs.Figure;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A policy of the API server rejects one of five children. */
@RealControlPlane
@ExtendWith(SuiteCluster.Resolver.class)
class RealRejectedChildIT {

    private static final String NAME = "rejected-child";
    private static final String REJECTED = NAME + "-3";
    private static final List<String> CHILDREN =
            IntStream.rangeClosed(1, 5).mapToObj(i -> NAME + "-" + i).toList();

    private static final String POLICY = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata: {name: rejected-child}
            spec:
              matchConstraints:
                resourceRules: [{apiGroups: [""], apiVersions: [v1], resources: [configmaps], operations: [CREATE]}]
              validations: [{expression: "object.metadata.name != 'rejected-child-3'", message: no third child}]
            """;

    private static final String BINDING = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicyBinding
            metadata: {name: rejected-child}
            spec: {policyName: rejected-child, validationActions: [Deny]}
            """;

    private Cluster admin;
    private WatcherFixture world;

    @BeforeEach
    void start(SuiteCluster real) {
        admin = real.cluster();
        world = real.open(UnaryOperator.identity(), WatcherOptions.DEFAULTS);
        world.apply(POLICY);
        world.apply(BINDING);
        KubeObject third = LocalWorld.object(
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: %s, namespace: default}}".formatted(REJECTED));
        within(20).until(() -> isRejected(third));
    }

    /** The API server enforces a new policy some moments later. */
    private boolean isRejected(KubeObject object) {
        try {
            admin.create(world.configMaps(), object, new WriteOptions("", NAME, false, true));
            return false;
        } catch (ClusterException.Invalid _) {
            return true;
        }
    }

    private static ConditionFactory within(int seconds) {
        return Awaitility.await().atMost(Duration.ofSeconds(seconds)).pollInterval(Duration.ofMillis(20));
    }

    @AfterEach
    void close() {
        lift();
        world.close();
    }

    private void lift() {
        for (String plural : List.of("validatingadmissionpolicybindings", "validatingadmissionpolicies")) {
            ApiResource resource = admin.discover()
                    .find("admissionregistration.k8s.io/v1", plural)
                    .orElseThrow();
            try {
                admin.delete(resource, ObjectKey.clusterScoped(NAME), DeleteOptions.BACKGROUND);
            } catch (ClusterException.NotFound _) {
                // lifted before
            }
        }
    }

    private List<String> present() {
        return CHILDREN.stream()
                .map(world::configMap)
                .flatMap(Optional::stream)
                .map(KubeObject::name)
                .toList();
    }

    @Test
    void theOtherFourAreCreatedTheStatusIsWrittenAndTheFifthFollowsWhenThePolicyIsLifted() {
        world.hook = _ -> configMapAnswer("written", CHILDREN.toArray(String[]::new));
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");

        soon().until(() -> world.events().stream()
                .anyMatch(event -> event.startsWith("SyncError p: ") && event.contains("no third child")));
        soon().until(() -> world.thing("p")
                .orElseThrow()
                .tree()
                .at("/status/text")
                .asText()
                .equals("written"));
        assertThat(present()).doesNotContain(REJECTED);
        Figure.of("children that exist while a policy rejects one of 5", "children")
                .atLeast(4)
                .is(present().size());

        lift();
        Instant lifted = Instant.now();
        within(60).until(() -> present().equals(CHILDREN));
        Figure.of("from the end of a policy to the child that it rejected", "s")
                .atMost(60)
                .is(Duration.between(lifted, Instant.now()).toMillis() / 1000.0);
    }
}
