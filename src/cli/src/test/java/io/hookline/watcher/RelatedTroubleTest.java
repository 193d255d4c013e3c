package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.HookException;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Errors with related objects are reported on the affected parents, and other parents do not wait. */
class RelatedTroubleTest {

    private static final String THINGS = "test.hookline.io/v1";

    private final DenyingCluster denying = new DenyingCluster();
    private final RelatedWorld world = new RelatedWorld(denying::inFrontOf);

    @AfterEach
    void close() {
        world.close();
    }

    private void awaitEvent(String parent, String message) {
        soon().untilAsserted(() ->
                assertThat(world.events(parent)).contains("SyncError " + parent + ": Sync error: " + message));
    }

    @Test
    void aRuleThatIsNullIsRefusedWithItsPlaceAndOtherParentsContinue() {
        world.rules =
                parent -> parent.name().equals("bad") ? "[{\"apiVersion\":\"v1\",\"resource\":\"pods\"},null]" : "[]";
        world.decorator("d", THINGS, "things", RelatedWorld.hooks("v1", "v1"));
        world.decorated("bad");
        world.decorated("good");

        awaitEvent("bad", "customize hook failed (version=v1): relatedResources[1]: expected an object, was null");
        soon().until(() -> world.syncs("good") == 1);
        assertThat(world.syncs("bad")).isZero();
    }

    @Test
    void aHookThatFailsIsNamedWithItsVersion() {
        world.rules = _ -> {
            throw new HookException("unsupported status code: 500 body: no");
        };
        world.composite("c", "v1", "v2");
        world.world.thing("p", "{}");

        awaitEvent("p", "customize hook failed (version=v2): unsupported status code: 500 body: no");
        assertThat(world.syncs("p")).isZero();
    }

    @Test
    void aRuleThatMakesNoSenseIsNamed() {
        world.rules = _ -> "[{\"apiVersion\":\"v1\",\"resource\":\"namespaces\",\"namespaceSelector\":{}}]";
        world.composite("c", "v2", "v2");
        world.world.thing("p", "{}");

        awaitEvent(
                "p",
                "relatedResources[0]: namespaceSelector is only supported for namespaced related resources,"
                        + " unlike namespaces (v1)");
    }

    @Test
    void aKindThatComesLateIsNamedUntilItComes() {
        world.rules = _ -> "[{\"apiVersion\":\"v1\",\"resource\":\"pods\"},"
                + "{\"apiVersion\":\"late.hookline.io/v1\",\"resource\":\"lates\"}]";
        world.decorator("d", THINGS, "things", RelatedWorld.hooks("v1", "v1"));
        world.decorated("p");
        awaitEvent("p", "relatedResources[1]: discovery: can't find resource lates in apiVersion late.hookline.io/v1");

        world.world.apply(TestKinds.kind("late.hookline.io", "late", "Late"));
        world.world.apply(
                "{apiVersion: late.hookline.io/v1, kind: Late, metadata: {name: x, namespace: default}, spec: {}}");

        soon().until(() -> world.told("p").contains("Late.late.hookline.io/v1: default/x"));
        assertThat(world.customizes("p")).as("its answer was fine all the time").isEqualTo(1);
    }

    @Test
    void aDeniedResourceIsNamedWithItsCauseAndOnlyParentsThatNeedItWait() {
        denying.deny("secrets");
        world.rules = parent -> "[{\"apiVersion\":\"v1\",\"resource\":\"configmaps\"}"
                + (parent.name().equals("needs") ? ",{\"apiVersion\":\"v1\",\"resource\":\"secrets\"}]" : "]");
        world.decorator("d", THINGS, "things", RelatedWorld.hooks("v1", "v1"));
        world.decorated("needs");
        world.decorated("free");

        awaitEvent("needs", "relatedResources[1]: cannot watch secrets (v1): secrets is forbidden");
        world.configMap("default", "x", "{}");
        soon().until(() -> world.told("free").contains("ConfigMap.v1: default/x"));
        assertThat(world.syncs("needs")).isZero();

        denying.allow("secrets");
        soon().until(() -> world.syncs("needs") > 0);
        assertThat(world.told("needs")).containsExactly("ConfigMap.v1: default/x", "Secret.v1: ");
        assertThat(world.customizes("needs")).isEqualTo(1);
    }

    @Test
    void deniedNamespacesAreNamedByTheParentsThatSelectThem() {
        denying.deny("namespaces");
        world.rules = _ -> "[{\"apiVersion\":\"v1\",\"resource\":\"configmaps\",\"namespaceSelector\":{},"
                + "\"labelSelector\":{}}]";
        world.composite("c", "v2", "v2");
        world.world.thing("p", "{}");

        awaitEvent("p", "relatedResources[0]: cannot watch namespaces (v1): namespaces is forbidden");
    }

    @Test
    void aSlowHookKeepsNoOtherControllerWaiting() {
        CountDownLatch answered = new CountDownLatch(1);
        world.rules = parent -> {
            if (parent.name().equals("slow")) {
                awaitQuietly(answered);
            }
            return "[{\"apiVersion\":\"v1\",\"resource\":\"configmaps\"}]";
        };
        world.decorator("slow", THINGS, "things", RelatedWorld.hooks("v1", "v1"));
        world.decorator("quick", "v1", "serviceaccounts", RelatedWorld.hooks("v1", "v1"));
        world.decorated("slow");
        soon().until(() -> world.customizes("slow") == 1);
        world.world.apply("{apiVersion: v1, kind: ServiceAccount,"
                + " metadata: {name: p, namespace: default, labels: {decorate: 'yes'}}}");
        soon().until(() -> world.syncs("p") == 1);

        world.configMap("default", "x", "{}");

        soon().until(() -> world.told("p").contains("ConfigMap.v1: default/x"));
        assertThat(world.syncs("slow")).isZero();
        answered.countDown();
        soon().until(() -> world.syncs("slow") > 0);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aHookThatAnswersRetryAfterIsReportedAndCalledAgainThenOrAfterAChange() {
        world.rules = parent -> {
            throw new HookException(
                    "unsupported status code: 503 body: ",
                    parent.name().equals("told") ? Optional.of(Duration.ofHours(1)) : Optional.empty());
        };
        world.decorator("d", THINGS, "things", RelatedWorld.hooks("v1", "v1"));
        world.decorated("told");
        awaitEvent("told", "customize hook failed (version=v1): unsupported status code: 503 body: ");
        world.decorated("untold");
        soon().until(() -> world.customizes("untold") >= 4);
        assertThat(world.customizes("told")).isEqualTo(1);

        world.rules = _ -> "[]";
        world.world.local.patch(
                world.world.things(),
                new ObjectKey("default", "told"),
                Patch.merge("{\"spec\":{\"x\":1}}"),
                WriteOptions.PLAIN);
        soon().until(() -> world.syncs("told") == 1);
    }

    @Test
    void aSyncHookThatAnswersRetryAfterIsCalledAgainThen() {
        world.sync = request -> {
            throw new HookException(
                    "unsupported status code: 503 body: ",
                    request.parent().name().equals("told") ? Optional.of(Duration.ofHours(1)) : Optional.empty());
        };
        world.decorator("d", THINGS, "things", RelatedWorld.hooks("v1", "v1"));
        world.decorated("told");
        awaitEvent(
                "told",
                "sync hook failed for Thing default/told: sync hook failed (version=v1):"
                        + " unsupported status code: 503 body: ");
        world.decorated("untold");
        soon().until(() -> world.syncs("untold") >= 4);

        assertThat(world.syncs("told")).isEqualTo(1);
    }
}
