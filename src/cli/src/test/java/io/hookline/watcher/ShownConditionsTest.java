package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The status of a controller says how it is. */
@Execution(ExecutionMode.CONCURRENT) // most of the time they wait
class ShownConditionsTest extends ReconcileSuite {

    private static final String USER = "system:serviceaccount:hookline:hookline";

    private final List<String> statusWrites = new CopyOnWriteArrayList<>();
    private volatile long lastStatusWrite;
    private volatile String denied = "";
    private volatile boolean statusIsDenied;

    /** The plural of the kind whose events the API server cannot send. */
    private volatile String undecodable = "";

    @Override
    public UnaryOperator<Cluster> between() {
        Interposed observed = request -> {
            if (request.subresource().equals("status") && request.resource().endsWith("controllers")) {
                statusWrites.add(request.verb() + " " + request.resource());
                lastStatusWrite = System.nanoTime();
                if (statusIsDenied) {
                    throw forbidden("patch", request.resource() + "/status");
                }
            }
            if (denied.equals(request.verb() + " " + request.resource())) {
                throw forbidden(request.verb(), request.resource());
            }
            Object answer = request.pass();
            return answer instanceof Watch watch ? new Undecodable(watch, request.resource()) : answer;
        };
        return observed::before;
    }

    private final class Undecodable implements Watch {
        private final Watch next;
        private final String resource;

        Undecodable(Watch next, String resource) {
            this.next = next;
            this.resource = resource;
        }

        @Override
        public Optional<WatchEvent> poll(Duration wait) throws InterruptedException {
            if (undecodable.equals(resource)) {
                throw new ClusterException.Unavailable(500, "unable to decode an event");
            }
            Duration part = Duration.ofMillis(100); // so that what is undecodable is looked at again
            return next.poll(wait.compareTo(part) < 0 ? wait : part);
        }

        @Override
        public void close() {
            next.close();
        }
    }

    private static ClusterException forbidden(String verb, String resource) {
        return new ClusterException.Forbidden(resource + " is forbidden: User \"" + USER + "\" cannot " + verb
                + " resource \"" + resource + "\" in API group \"\" at the cluster scope");
    }

    private ApiResource composites() {
        return world.resource(GroupVersionKind.of("metacontroller.k8s.io/v1alpha1", "CompositeController"));
    }

    private JsonNode status() {
        return world.find(composites(), "c")
                .map(controller -> controller.fieldTree("status"))
                .orElseThrow();
    }

    private static JsonNode condition(JsonNode status, String type) {
        for (JsonNode each : status.path("conditions")) {
            if (each.path("type").asText().equals(type)) {
                return each;
            }
        }
        return status.path("no such condition");
    }

    private String shown(String type) {
        JsonNode condition = condition(status(), type);
        return condition.path("status").asText() + "/"
                + condition.path("reason").asText();
    }

    private String message(String type) {
        return condition(status(), type).path("message").asText();
    }

    /** Longer than the interval between two writes. */
    private static void eventually(Runnable assertion) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(100))
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(assertion::run);
    }

    private void converged() {
        world.hook = _ -> configMapAnswer("hi", "a");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");
        eventually(() -> assertThat(shown("HooksReachable")).isEqualTo("True/Answered"));
    }

    @Test
    void aControllerThatWorksIsReadyAndItsStatusIsWrittenOnce() {
        converged();

        assertThat(shown("Ready")).isEqualTo("True/Running");
        assertThat(shown("Accepted")).isEqualTo("True/Valid");
        assertThat(shown("ResourcesResolved")).isEqualTo("True/AllFound");
        assertThat(shown("PermissionsReady")).isEqualTo("True/NothingDenied");
        assertThat(shown("Paused")).isEqualTo("False/NotPaused");
        assertThat(status().path("observedGeneration").asLong()).isEqualTo(1);
        assertThat(status().path("parents").asInt()).isEqualTo(1);
        assertThat(status().path("failing").asInt()).isZero();
        assertThat(statusWrites).hasSizeLessThanOrEqualTo(2).allMatch("patch compositecontrollers"::equals);
    }

    @Test
    void aSpecThatCannotBeDecodedIsNotAcceptedAndTheFieldIsNamed() {
        world.composite("c", "hooks: {sync: {webhook: {url: 'http://h/sync', timeout: soon}}}\n");

        eventually(() -> assertThat(shown("Accepted")).isEqualTo("False/InvalidSpec"));
        assertThat(shown("Ready")).isEqualTo("False/InvalidSpec");
        assertThat(message("Ready")).contains("timeout").contains("correct the field");
        assertThat(shown("ResourcesResolved")).isEqualTo("Unknown/NotChecked");
    }

    @Test
    void aControllerWithAnUnknownFieldInASelectorRunsAndTheFieldIsNamed() {
        world.hook = _ -> configMapAnswer("hi", "a");
        world.composite(
                "c",
                configMaps("InPlace").replace("configmaps,", "configmaps, metod: x,")
                        + hooks("sync")
                        + "parentResource: {apiVersion: test.hookline.io/v1, resource: things, labelSelector: {app: x}}\n");
        world.thing("p", "{}");

        eventually(() -> assertThat(shown("HooksReachable")).isEqualTo("True/Answered"));
        assertThat(shown("Ready")).isEqualTo("True/Running");
        assertThat(shown("Accepted")).isEqualTo("True/UnknownFields");
        assertThat(message("Accepted"))
                .contains("spec.parentResource.labelSelector.app: unknown field")
                .contains("spec.childResources[0].metod: unknown field");
        assertThat(events("spec.parentResource.labelSelector.app: unknown field; it is ignored"))
                .isNotEmpty();
    }

    @Test
    void aNameThatIsTooLongForItsFinalizerIsNotAccepted() {
        String name = "c".repeat(44);
        world.composite(name, hooks("sync", "finalize"));

        eventually(() -> assertThat(
                        condition(world.find(composites(), name).orElseThrow().fieldTree("status"), "Accepted")
                                .path("reason")
                                .asText())
                .isEqualTo("NameTooLong"));
        assertThat(events("Started controller: " + name)).isEmpty();
    }

    @Test
    void aMissingKindIsNamedAndTheControllerIsReadyOnceItExists() {
        world.composite(
                "c", "childResources:\n- {apiVersion: test.hookline.io/v1, resource: gadgets}\n" + hooks("sync"));
        eventually(() -> assertThat(shown("ResourcesResolved")).isEqualTo("False/ResourceNotFound"));
        assertThat(message("Ready")).contains("gadgets").contains("test.hookline.io/v1");

        world.define(TestKinds.GADGET);

        eventually(() -> assertThat(shown("Ready")).isEqualTo("True/Running"));
        assertThat(shown("ResourcesResolved")).isEqualTo("True/AllFound");
    }

    @Test
    void parentsWithoutStatusSubresourceAreNamed() {
        world.define(TestKinds.BARE);
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: bares}
                """ + hooks("sync").indent(2));

        eventually(() -> assertThat(shown("ResourcesResolved")).isEqualTo("False/NoStatusSubresource"));
        assertThat(message("Ready")).contains("bares.test.hookline.io");
    }

    @Test
    void aDeniedCacheIsNamedWithVerbResourceAndUserInTheWordsOfTheLog() {
        denied = "watch configmaps";
        world.composite("c", configMaps("InPlace") + hooks("sync"));

        eventually(() -> assertThat(shown("PermissionsReady")).isEqualTo("False/WatchDenied"));
        assertThat(message("PermissionsReady"))
                .startsWith("cannot watch configmaps (v1): ")
                .contains("User \"" + USER + "\" cannot watch resource \"configmaps\"");
        assertThat(world.watcher.problemsOfControllers())
                .anySatisfy(trouble -> assertThat(trouble).contains(message("PermissionsReady")));
        assertThat(shown("Ready")).isEqualTo("False/WatchDenied");

        denied = "";
        eventually(() -> assertThat(shown("PermissionsReady")).isEqualTo("True/NothingDenied"));
    }

    @Test
    void aWatchOfParentsThatKeepsFailingIsShownUntilItWorks() {
        converged();
        assertThat(world.watcher.problems()).isEmpty();

        undecodable = "things";

        eventually(() -> assertThat(shown("Ready")).isEqualTo("False/CacheFailed"));
        String blind = "changes of parents are not seen: cannot watch things (test.hookline.io/v1): unable to decode";
        assertThat(message("Ready")).startsWith(blind);
        assertThat(world.watcher.problemsOfControllers())
                .anySatisfy(trouble -> assertThat(trouble).contains(blind));
        assertThat(world.watcher.problems())
                .as("no controller works")
                .singleElement()
                .asString()
                .contains("unable to decode");

        undecodable = "";
        eventually(() -> assertThat(shown("Ready")).isEqualTo("True/Running"));
        assertThat(world.watcher.problems()).isEmpty();
    }

    @Test
    void aWatchOfChildrenThatFailsIsNamedAndOtherControllersStayReady() {
        converged();
        world.composite("d", hooks("sync"));
        eventually(() -> assertThat(status().path("parents").asInt()).isEqualTo(1));

        undecodable = "configmaps";

        soon().until(() -> world.watcher.problemsOfControllers().toString().contains("cannot watch configmaps"));
        assertThat(world.watcher.problems()).isEmpty();
        assertThat(shown("Ready")).isEqualTo("True/Running");
    }

    @Test
    void aDeniedWriteOfAChildIsNamed() {
        denied = "create configmaps";
        world.hook = _ -> configMapAnswer("hi", "a");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");

        eventually(() -> assertThat(shown("PermissionsReady")).isEqualTo("False/RequestDenied"));
        assertThat(message("PermissionsReady"))
                .contains("cannot create resource \"configmaps\"")
                .contains(USER);

        denied = "";
        eventually(() -> assertThat(shown("Ready")).isEqualTo("True/Running"));
    }

    /** The status was written some moments before. Its next check and its next write would be due ten seconds later. */
    @Test
    void aRequestThatIsDeniedLaterIsShownWithoutWaitingForTheNextWrite() {
        converged();
        long written = lastStatusWrite;
        denied = "update configmaps";
        world.hook = _ -> configMapAnswer("ho", "a");
        world.thing("p", "{changed: true}");

        eventually(() -> assertThat(shown("PermissionsReady")).isEqualTo("False/RequestDenied"));
        assertThat(Duration.ofNanos(lastStatusWrite - written)).isLessThan(Duration.ofSeconds(9));
        assertThat(status().path("failing").asInt()).isEqualTo(1);
    }

    @Test
    void aFailedHookCallIsShownUntilTheHookAnswersAgain() {
        world.reply = _ -> {
            throw new HookException("connection refused");
        };
        world.composite("c", hooks("sync"));
        world.thing("p", "{}");

        eventually(() -> assertThat(shown("HooksReachable")).isEqualTo("False/CallFailed"));
        assertThat(message("HooksReachable")).isEqualTo("sync hook: http://hooks.test/sync: connection refused");
        assertThat(shown("Ready")).isEqualTo("False/CallFailed");
        eventually(() -> assertThat(status().path("failing").asInt()).isEqualTo(1));
        int writes = statusWrites.size();

        world.reply = _ -> new HookReply.Later(Optional.empty());
        eventually(() -> assertThat(shown("HooksReachable")).isEqualTo("True/Answered"));
        assertThat(statusWrites).hasSize(writes + 1);
    }

    @Test
    void statusWritesWakeNoParentRestartNoControllerAndDoNotChangeRequests() {
        converged();
        int calls = world.calls.size();
        int writes = statusWrites.size();
        for (String foreign : List.of("{\"parents\":77}", "{\"conditions\":[]}")) {
            world.local.patch(
                    composites(),
                    ObjectKey.clusterScoped("c"),
                    Patch.merge("{\"status\":" + foreign + "}"),
                    WriteOptions.STATUS);
        }

        eventually(() -> assertThat(shown("Ready")).isEqualTo("True/Running"));
        assertThat(status().path("parents").asInt()).isEqualTo(1);
        assertThat(statusWrites).hasSizeBetween(writes + 1, writes + 2);
        assertThat(world.calls).hasSize(calls);
        assertThat(events("Started controller: c")).hasSize(1);

        world.thing("p", "{more: true}");
        soon().until(() -> world.calls.size() > calls);
        byte[] first = world.calls.getFirst().controller().bytes();
        assertThat(world.calls)
                .allSatisfy(call -> assertThat(call.controller().bytes()).isEqualTo(first));
    }

    @Test
    void aControllerInRequestsHasNoTraceOfStatusWritesAfterARestart() {
        converged();

        world.composite("c", configMaps("InPlace") + hooks("sync") + "resyncPeriodSeconds: 3600\n");
        soon().until(() -> world.calls.getLast().controller().generation() == 2);

        KubeObject second = world.calls.getLast().controller();
        assertThat(second.fieldTree("status")).isEmpty();
        assertThat(second.json()).doesNotContain("f:conditions").doesNotContain("\"subresource\":\"status\"");
    }

    @Test
    void aDeniedStatusWriteIsTriedOnce() {
        statusIsDenied = true;
        world.hook = _ -> configMapAnswer("hi", "a");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.composite("d", hooks("sync"));
        world.thing("p", "{}");
        eventually(() -> assertThat(statusWrites).isNotEmpty());

        world.thing("q", "{}");
        world.thing("r", "{}");
        QuietPeriod.await(3000, () -> statusWrites.size());

        assertThat(statusWrites).hasSize(1);
        assertThat(events("Cannot write the status of controllers: ")).hasSize(1);
        assertThat(world.configMap("a")).isPresent();
    }
}
