package io.hookline.console;

import static io.hookline.console.WatchedWorld.answer;
import static io.hookline.console.WatchedWorld.configMap;
import static io.hookline.console.WatchedWorld.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.watcher.TestKinds;
import io.hookline.watcher.WatcherOptions;
import io.hookline.watcher.journal.Journal;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person reads who asks why: one test for each cause of a call, and for each reason why there is none. */
class WhyTest {

    private WatchedWorld world = new WatchedWorld();

    @AfterEach
    void close() {
        world.close();
    }

    private void settled() {
        world.hook = _ -> configMap("one");
        world.controller(hooks("sync"));
        world.thing("p");
        until("Thing/p", "  now        done");
        until("Thing/p", "  quiet      ");
    }

    /** Waits until the text contains a part. */
    private String until(String object, String part) {
        return soon().until(() -> world.why(object), text -> text.contains(part));
    }

    /** The newest sync that a text names. */
    private static String newest(String text) {
        String[] parts = text.split("\n\n");
        return parts[1] + "\n";
    }

    @Test
    void start() {
        settled();

        assertThat(world.why("Thing/p")).matches("""
                Thing default/p    CompositeController c
                  now        done; next call in N \\(resync\\), or when something changes
                  children   ConfigMap default/a
                  quiet      .*

                  TIME   done in N ms  \\(STAGES\\)    trace ID
                    because  parent added
                    called   sync, 99 B
                    wrote    created ConfigMap default/a
                             status   observedGeneration: absent → 1

                known since TIME, when this watcher started
                """);
    }

    @Test
    void theSpecOfTheParent() {
        settled();
        world.hook = _ -> configMap("two");

        world.edit("things", "p", "{\"spec\":{\"who\":\"Everybody\"}}", "kubectl-patch");

        assertThat(newest(until("Thing/p", "Everybody"))).isEqualTo("""
                  TIME   done in N ms  (STAGES)    trace ID
                    because  Thing default/p changed by kubectl-patch   spec.who: "World" → "Everybody"
                    called   sync, 99 B, another answer than before
                    wrote    updated ConfigMap default/a   data.text: "one" → "two"
                             status   observedGeneration: 1 → 2
                """);
    }

    @Test
    void aDeletedChild() {
        settled();

        world.delete("configmaps", "a");

        assertThat(newest(until("Thing/p", "was deleted"))).isEqualTo("""
                  TIME   done in N ms  (STAGES)    trace ID
                    because  ConfigMap default/a was deleted
                    called   sync, 99 B, the same answer as before
                    wrote    created ConfigMap default/a
                """);
        assertThat(world.why("ConfigMap/a"))
                .startsWith("ConfigMap default/a    child of Thing default/p    CompositeController c\n")
                .contains("    because  ConfigMap default/a was deleted\n");
    }

    @Test
    void anEditedChild() {
        settled();

        world.edit("configmaps", "a", "{\"data\":{\"text\":\"mine\"}}", "kubectl-edit");

        assertThat(newest(until("Thing/p", "kubectl-edit"))).isEqualTo("""
                  TIME   done in N ms  (STAGES)    trace ID
                    because  ConfigMap default/a changed by kubectl-edit   data.text: "one" → "mine"
                    called   sync, 99 B, the same answer as before
                    wrote    updated ConfigMap default/a   data.text: "mine" → "one"
                """);
    }

    @Test
    void aRelatedObject() {
        world.hook = request -> switch (request.type()) {
            case CUSTOMIZE ->
                answer("{\"relatedResources\":[{\"apiVersion\":\"v1\",\"resource\":\"secrets\",\"names\":[\"s\"],"
                        + "\"namespace\":\"default\"}]}");
            default -> configMap("call " + request.related().all().size());
        };
        world.controller(hooks("sync", "customize"));
        world.thing("p");
        until("Thing/p", "  quiet      ");

        world.apply(
                "{apiVersion: v1, kind: Secret, metadata: {name: s, namespace: default}, stringData: {k: planted}}");

        assertThat(newest(until("Thing/p", "related Secret default/s changed"))).isEqualTo("""
                  TIME   done in N ms  (STAGES)    trace ID
                    because  related Secret default/s changed
                    called   sync, 102 B, another answer than before
                    wrote    updated ConfigMap default/a   data.text: "call 0" → "call 1"
                """);
    }

    @Test
    void aRelatedObjectThatIsSeenTogetherWithOurOwnWrite() {
        AtomicBoolean written = new AtomicBoolean();
        world.hook = request -> {
            if (request.type() == HookType.CUSTOMIZE) {
                return answer("{\"relatedResources\":[{\"apiVersion\":\"v1\",\"resource\":\"configmaps\","
                        + "\"names\":[\"s\"],\"namespace\":\"default\"}]}");
            }
            if (!request.children().all().isEmpty() && !written.getAndSet(true)) {
                world.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: s, namespace: default}}");
                return configMap("two");
            }
            return configMap(written.get() ? "two" : "one");
        };
        world.controller(hooks("sync", "customize"));
        world.thing("p");

        // On a busy machine, our own write may be seen in a sync of its own, after that of the related object.
        assertThat(until("Thing/p", " related")).containsPattern("quiet .* 1 related; last (related )?ConfigMap");
    }

    @Test
    void aResync() {
        world.hook = _ -> configMap("one");
        world.controller("resyncPeriodSeconds: 1\n" + hooks("sync"));
        world.thing("p");

        assertThat(until("Thing/p", " resync,"))
                .containsPattern("quiet      \\d+ calls without a change within .*: \\d+ resync,");
    }

    @Test
    void resyncAfterSeconds() {
        String settled = "{\"children\":[],\"status\":{\"text\":\"one\"},\"resyncAfterSeconds\":0.5}";
        world.hook = _ -> answer(settled);
        world.controller(hooks("sync"));
        world.thing("p");
        until("Thing/p", "  quiet      ");

        world.hook = _ -> answer(settled.replace("one", "two"));

        assertThat(newest(until("Thing/p", "\"two\""))).isEqualTo("""
                  TIME   done in N ms  (STAGES)    trace ID
                    because  resyncAfterSeconds of the hook; nothing that the hook sees has changed
                    called   sync, 64 B, another answer than before
                    wrote    status   text: "one" → "two"
                """);
    }

    @Test
    void aRetry() {
        world.hook = _ -> {
            throw new HookException("connection refused");
        };
        world.controller(hooks("sync"));
        world.thing("p");
        String failing = until("Thing/p", "failed N times, next in N");
        assertThat(failing).contains("  TIME   failed N times until TIME, the first in N ms  (STAGES)    trace ID\n");
        assertThat(failing).contains("    error    sync hook: connection refused\n");

        world.hook = _ -> configMap("one");

        assertThat(until("Thing/p", "now        done"))
                .contains("    because  ")
                .contains("retry after failure");
    }

    @Test
    void theCommandThatAHeldDeletionAsksForIsWholeHoweverLongTheNamesAre() {
        String name = "a-rather-long-name-of-a-parent-" + "x".repeat(60);
        String children = IntStream.range(0, 5)
                .mapToObj(i ->
                        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name + i + "\"}}")
                .collect(Collectors.joining(",", "{\"children\":[", "]}"));
        world.hook = _ -> answer(children);
        world.controller("deletionGuard: {maxDeletions: 1}\n" + hooks("sync"));
        world.thing(name);
        until("Thing/" + name, "  quiet      ");

        world.hook = _ -> answer("{\"children\":[]}");
        world.edit("things", name, "{\"spec\":{\"who\":\"Nobody\"}}", "kubectl-patch");

        String command = "kubectl annotate --overwrite things.test.hookline.io " + name
                + " --namespace default hookline.io/allow-deletion=";
        assertThat(until("Thing/" + name, "    error    ")).containsPattern(Pattern.quote(command) + "[0-9a-f]{16}\n");
    }

    @Test
    void finalizing() {
        world.hook =
                request -> request.finalizing() ? answer("{\"children\":[],\"finalized\":true}") : configMap("one");
        world.controller(hooks("sync", "finalize"));
        world.thing("p");
        until("Thing/p", "  quiet      ");

        world.delete("things", "p");

        until("Thing/p", "finalizer metacontroller.io/compositecontroller-c removed");
        String text = until("Thing/p", "it does not exist any more");
        assertThat(text)
                .contains("parent is being deleted")
                .contains("Thing default/p changed")
                .contains("    called   finalize, ")
                .contains(
                        "    wrote    updated Thing default/p   finalizer metacontroller.io/compositecontroller-c removed\n")
                .doesNotContain("child of");
    }

    /** Nothing fails, but the parent cannot go. */
    @Test
    void aFinalizeHookThatIsNotDone() {
        world.hook =
                request -> request.finalizing() ? answer("{\"children\":[],\"finalized\":false}") : configMap("one");
        world.controller(hooks("sync", "finalize"));
        world.apply("{apiVersion: test.hookline.io/v1, kind: Thing,"
                + " metadata: {name: p, namespace: default, finalizers: [example.com/other]}}");
        until("Thing/p", "  quiet      ");

        world.delete("things", "p");

        assertThat(until("Thing/p", "finalized: false N times"))
                .containsPattern(
                        "  now        being deleted for .*; the finalize hook answered finalized: false N times;"
                                + " next call in N \\(resync\\), or when something changes\n");
        assertThat(overview()).as("so soon").doesNotContain("  stuck  ");

        world.hook = _ -> answer("{\"children\":[],\"finalized\":true}");
        world.edit("things", "p", "{\"spec\":{\"who\":\"Nobody\"}}", "me");
        until("Thing/p", "finalizer metacontroller.io/compositecontroller-c removed");
        until("Thing/p", "  now        done"); // the other finalizer keeps it
    }

    @Test
    void aChangedController() {
        settled();
        world.hook = _ -> configMap("two");

        world.edit("compositecontrollers", "c", "{\"spec\":{\"resyncPeriodSeconds\":1000}}", "me");

        assertThat(newest(until("Thing/p", "\"two\""))).matches("""
                  TIME   done in N ms  \\(STAGES\\)    trace ID
                    because  parent added.*
                    called   sync, 99 B
                    wrote    updated ConfigMap default/a   data.text: "one" → "two"
                """);
    }

    @Test
    void aChangedControllerThatWaitsForASyncInFlightKeepsItsHistory() {
        settled();
        CountDownLatch answered = new CountDownLatch(1);
        world.hook = _ -> {
            while (answered.getCount() > 0) {
                try {
                    answered.await();
                } catch (InterruptedException _) {
                    // as a hook that goes on after its call was abandoned
                }
            }
            return configMap("two");
        };
        world.edit("things", "p", "{\"spec\":{\"who\":\"Everybody\"}}", "me");
        until("Thing/p", "  now        being synced");

        world.edit("compositecontrollers", "c", "{\"spec\":{\"resyncPeriodSeconds\":1000}}", "me");

        String waits = "it is restarted when its syncs in flight have ended\n";
        assertThat(until("thing/p", "  now        controller c does not run: " + waits))
                .contains("  children   ConfigMap default/a\n", "    wrote    created ConfigMap default/a\n");
        assertThat(overview()).contains("CompositeController c   does not run", "  " + waits);
        assertThat(text("/api/parents/CompositeController-c/Thing.test.hookline.io/default/p"))
                .contains(waits);

        answered.countDown();
        until("Thing/p", "data.text: \"one\" → \"two\"");
        until("Thing/p", "  now        done");
    }

    /** The hook answers with another child each time. */
    private void looping() {
        AtomicInteger calls = new AtomicInteger();
        world.hook = _ -> configMap("" + calls.incrementAndGet());
        world.controller(hooks("sync"));
        world.thing("p");
    }

    @Test
    void aLoopIsNamed() {
        looping();

        assertThat(until("Thing/p", "  loop  "))
                .containsPattern(
                        "loop +the last \\d+ calls within .*, each after our own write of ConfigMap default/a: data.text\n");
    }

    /** Nothing fails, but what the hook wants is not there. */
    @Test
    void aTakenNameIsAProblemWithItsRemedyOfTheObjectAndAmongWhatIsWrongNow() {
        world.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: default}}");
        world.hook = _ -> configMap("one");
        world.controller(hooks("sync"));
        world.thing("p");

        String problem = "NameTaken: ConfigMap default/a exists and was not created for Thing default/p: it is not"
                + " changed; delete or rename one of them\n";
        until("Thing/p", "  problem    " + problem);
        assertThat(overview()).contains("  stuck    Thing default/p   " + problem);

        world.delete("configmaps", "a");
        soon().until(() -> !world.why("Thing/p").contains("  problem  "));
        assertThat(overview()).doesNotContain("  stuck  ");
    }

    @Test
    void aChildOfAnUndeclaredKindIsAProblemWithItsRemedyUntilTheHookDoesNotReturnIt() {
        world.hook = _ ->
                answer("{\"children\":[{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\"}}]}");
        world.controller(hooks("sync"));
        world.thing("p");

        String problem = "UndeclaredKind: the hook returned Secret default/s, but its kind Secret.v1 is not declared in"
                + " the controller's childResources or attachments: it is created, but not watched or updated, and it is"
                + " leaked: nothing deletes it when the hook no longer returns it; to manage it, add {apiVersion: v1,"
                + " resource: secrets} there\n";
        until("Thing/p", "  problem    " + problem);
        assertThat(overview()).contains("  stuck    Thing default/p   " + problem);

        world.hook = _ -> configMap("one");
        world.edit("things", "p", "{\"spec\":{\"who\":\"Everybody\"}}", "me");
        until("Thing/p", "  children   ConfigMap default/a\n");
        assertThat(world.why("Thing/p")).doesNotContain("  problem  ");
    }

    @Test
    void aFieldThatTheApiServerDropsIsAWarningUntilTheChildIsWrittenWithoutIt() {
        String misspelt = "{\"children\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},"
                + "\"dota\":{\"text\":\"hi\"}}]}";
        world.hook = _ -> answer(misspelt);
        world.controller(hooks("sync"));
        world.thing("p");

        String warning = "  warning    the API server warned of the last write of ConfigMap default/a: unknown field"
                + " \"dota\"\n";
        until("Thing/p", warning);
        until("Thing/p", "  quiet      ");
        assertThat(world.why("Thing/p")).as("also after a sync without a write").contains(warning);
        assertThat(overview())
                .as("such as a deprecation keeps nothing from working")
                .doesNotContain("dota");

        world.hook = _ -> configMap("one");
        world.edit("things", "p", "{\"spec\":{\"who\":\"Everybody\"}}", "me");
        soon().until(() -> !world.why("Thing/p").contains("  warning  "));
    }

    @Test
    void aFieldThatTheApiServerDropsOfTheStatusIsAWarningUntilTheHookDoesNotReturnIt() {
        world.apply(
                TestKinds.kind("test.hookline.io", "narrow", "Narrow")
                        .replace(
                                "status: {type: object, x-kubernetes-preserve-unknown-fields: true}",
                                "status: {type: object, properties: {text: {type: string}, observedGeneration: {type: integer}}}"));
        world.hook = _ -> answer("{\"status\":{\"text\":\"kept\",\"other\":\"dropped\"}}");
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: narrows}
                """ + hooks("sync").indent(2));
        world.apply(
                "{apiVersion: test.hookline.io/v1, kind: Narrow, metadata: {name: n, namespace: default}, spec: {}}");

        until(
                "Narrow/n",
                "  warning    the API server warned of the last write of the status: unknown field \"status.other\"");

        world.hook = _ -> answer("{\"status\":{\"text\":\"kept\"}}");
        world.edit("narrows", "n", "{\"metadata\":{\"annotations\":{\"changed\":\"yes\"}}}", "me");
        soon().until(() -> !world.why("Narrow/n").contains("  warning  "));
    }

    @Test
    void ofManyChildrenWithOneMistakeTheFirstAreNamed() {
        String children = IntStream.range(0, 20)
                .mapToObj(i -> "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"s" + i + "\"}}")
                .collect(Collectors.joining(",", "{\"children\":[", "]}"));
        world.hook = _ -> answer(children);
        world.controller(hooks("sync"));
        world.thing("p");

        String text = until("Thing/p", "  problem  ");
        assertThat(text.lines().filter(line -> line.startsWith("  problem  "))).hasSize(4);
        assertThat(text)
                .contains("  problem    UndeclaredKind: and more such warnings; the events of the parent have them\n");
    }

    @Test
    void aLoopThatIsSlowedDownIsAProblemWithItsFieldAndItsRemedy() {
        looping();

        String problem =
                "NeverSettles: ConfigMap default/a data.text changes with every sync; its writes are slowed down:"
                        + " make the hook answer the same for the same state, and leave out fields that another client writes\n";
        until("Thing/p", "  problem    " + problem);
        assertThat(overview()).contains("  stuck    Thing default/p   " + problem);
    }

    @Test
    void theOverviewSaysThatThereIsNoController() {
        assertThat(overview()).startsWith("there is no CompositeController and no DecoratorController\n");

        world.controller(hooks("sync"));
        soon().until(() -> overview().startsWith("CompositeController c "));
    }

    @Test
    void theOverviewNamesAHookThatIsNotLoaded() {
        world.controller(hooks("sync"));
        world.hookProblems = Map.of("webapp", "sync.js:47 SyntaxError: Unexpected token");

        assertThat(overview())
                .contains("  hook     webapp   is not loaded: sync.js:47 SyntaxError: Unexpected token\n");
    }

    private String overview() {
        return world.get("/api/why", "text/plain").body();
    }

    // Not called.

    @Test
    void aPausedParentAndAPausedController() {
        settled();
        world.edit("things", "p", "{\"metadata\":{\"annotations\":{\"hookline.io/paused\":\"true\"}}}", "me");
        until("Thing/p", "  now        paused by the annotation hookline.io/paused\n");
        until("Thing/p", "   waits: paused by the annotation hookline.io/paused, after ");

        world.edit("things", "p", "{\"metadata\":{\"annotations\":null}}", "me");
        until("Thing/p", "  now        done");
        world.edit(
                "compositecontrollers",
                "c",
                "{\"metadata\":{\"annotations\":{\"hookline.io/paused\":\"true\"}}}",
                "me");
        until("Thing/p", "  now        paused by the annotation hookline.io/paused of the controller c\n");
    }

    @Test
    void aLabelThatDoesNotMatch() {
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  parentResource:
                    apiVersion: test.hookline.io/v1
                    resource: things
                    labelSelector: {matchLabels: {app: web}}
                  hooks: {sync: {webhook: {url: "http://hooks.test/"}}}
                """);
        world.thing("p");

        until("Thing/p", "  now        no controller selects it: c: label app=web is missing\n");
    }

    @Test
    void aKindThatIsNotServed() {
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  parentResource: {apiVersion: test.hookline.io/v1, resource: gadgets}
                  hooks: {sync: {webhook: {url: "http://hooks.test/"}}}
                """);

        assertThat(until("Gadget/g", "ResourceNotFound"))
                .contains("  now        controller c does not run: ResourceNotFound: ");
    }

    @Test
    void aBusyHook() {
        world.hook = _ -> new HookReply.Later(Optional.of(Duration.ofSeconds(8)));
        world.controller(hooks("sync"));
        world.thing("p");

        until("Thing/p", "  now        the hook answered 429, next in N\n");
        assertThat(overview()).doesNotContain("  stuck  ");
    }

    /** No sync fails, but the parent stays as it is. */
    @Test
    void aHookThatIsBusyForEverIsAmongWhatIsWrongNow() {
        world.hook = _ -> new HookReply.Later(Optional.of(Duration.ofMillis(50)));
        world.controller(hooks("sync"));
        world.thing("p");

        until("Thing/p", "  now        the hook answered 429 N times within ");
        soon().untilAsserted(() -> assertThat(overview())
                .containsPattern("  stuck    Thing default/p   the hook answered 429 \\w+ times within .*, next in "));

        world.hook = _ -> configMap("one");
        until("Thing/p", "  now        done");
        assertThat(overview()).doesNotContain("  stuck  ");
    }

    @Test
    void anUnknownObjectIsNotFoundAndANearKindIsNamed() {
        settled();

        var missing = world.get("/api/why?object=Thingy/p", "text/plain");
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(missing.body()).isEqualTo("no controller has Thingy default/p; did you mean Thing?\n");
        assertThat(world.get("/api/why?object=Thing/q", "text/plain").body())
                .isEqualTo("no controller has Thing default/q\n");
        assertThat(world.get("/api/why?object=nonsense", "text/plain").statusCode())
                .isEqualTo(400);
    }

    @Test
    void theOverviewNamesWhatFailsAndWhatIsBusy() {
        settled();
        world.hook = request -> {
            if (request.parent().name().equals("bad")) {
                throw new HookException("no route");
            }
            return configMap("one");
        };
        world.thing("bad");
        until("Thing/bad", "failed N times, next in N");

        String text =
                soon().until(() -> world.get("/api/why", "text/plain").body(), all -> all.contains("  failing  "));
        assertThat(text)
                .startsWith("CompositeController c   Ready ")
                .containsPattern("  failing  Thing default/bad   failed \\d+ times")
                .containsPattern("  busiest  Thing default/")
                .containsPattern("  slowest  Thing default/");
    }

    @Test
    void parentsAreListedFailingOnesFirst() {
        settled();
        world.thing("q");
        until("Thing/q", "now        done");

        assertThat(world.get("/api/parents?limit=1", "application/json").body())
                .contains("\"total\":2")
                .contains("\"object\":\"Thing default/p\"")
                .doesNotContain("default/q");
        assertThat(world.get("/api/parents?limit=1&after=1", "application/json").body())
                .contains("default/q");
        assertThat(world.get("/api/parents?state=failing", "application/json").body())
                .contains("\"total\":0");
        assertThat(world.get("/api/parents?state=not%20selected", "application/json")
                        .body())
                .contains("\"total\":0");
    }

    @Test
    void eachPathAnswersTextToo() {
        settled();
        world.thing("q");
        until("Thing/q", "now        done");
        soon().until(() -> text("/api/controllers").contains(" 2 parents"));

        // the parent with more syncs is the first one
        assertThat(text("/api/parents"))
                .startsWith("2 parents\n")
                .endsWith("known since TIME, when this watcher started\n");
        assertThat(text("/api/parents").lines().skip(1).limit(2))
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).startsWith("  Thing default/p   CompositeController c   "),
                        line -> assertThat(line).startsWith("  Thing default/q   CompositeController c   "));
        assertThat(text("/api/parents?q=P&limit=1")).startsWith("1 parent\n  Thing default/p   ");
        assertThat(text("/api/parents?limit=1&after=1")).startsWith("2 parents, 1 on this page\n  Thing default/");
        assertThat(text("/api/parents?state=failing")).startsWith("0 parents\nknown since ");
        assertThat(text("/api/controllers")).matches("""
                CompositeController c   Ready True .*, 2 parents, 0 failing
                known since TIME, when this watcher started
                """);
        assertThat(text("/api/parents/CompositeController-c/Thing.test.hookline.io/default/p"))
                .startsWith("Thing default/p    CompositeController c\n  now        done; ")
                .contains("    wrote    created ConfigMap default/a\n");
    }

    private String text(String path) {
        return world.get(path, "text/plain").body().replaceAll("\\d\\d:\\d\\d:\\d\\d", "TIME");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /api/parents?limit=-1  | 400 | limit: expected a number, 0 or more
            /api/parents?state=zzz | 400 | state: expected one of failing, waiting, busy, paused, done, not selected, not running, missing
            /api/nope              | 404 | there is nothing at /api/nope; the answers are at /api/why, /api/controllers, /api/parents and /api/changes
            """)
    void aRequestThatCannotBeAnsweredGetsTheReason(String path, int status, String error) {
        HttpResponse<String> answer = world.get(path, "application/json");

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).isEqualTo("{\"error\":\"" + error + "\"}");
        assertThat(world.get(path, "text/plain").body()).isEqualTo(error + "\n");
    }

    @Test
    void withoutAJournalTheStateIsStillShown() {
        world.close();
        world = new WatchedWorld(WatcherOptions.DEFAULTS.remembering(new Journal.Limits(0, 1)));
        world.controller(hooks("sync"));
        world.thing("p");

        until("Thing/p", "  now        done");
    }
}
