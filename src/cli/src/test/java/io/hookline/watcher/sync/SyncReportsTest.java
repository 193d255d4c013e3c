package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.hookline.cluster.ListOptions;
import io.hookline.hook.protocol.HookException;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.ObjectKey;
import io.hookline.queue.ManualClock;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ControllerDecoder;
import io.hookline.testing.LogLines;
import io.hookline.trace.Causes;
import io.hookline.trace.ObservedChange;
import io.hookline.trace.Trace;
import io.hookline.watcher.LocalWorld;
import io.hookline.watcher.WatcherFixture;
import io.hookline.watcher.event.EventBroadcaster;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKinds;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.model.WatcherObserver;
import io.hookline.watcher.model.WorkObserver;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Failed syncs are logged with the messages that users of Metacontroller search for. */
class SyncReportsTest {

    @RegisterExtension
    private final LogLines lines = new LogLines(SyncReports.class, Level.DEBUG);

    private final ManualClock clock = new ManualClock();
    private final LocalCluster cluster = WatcherFixture.newCluster();
    private final EventBroadcaster delivery = new EventBroadcaster(cluster, clock);
    private final SyncReports reports = new SyncReports(
            ControllerDecoder.composite(LocalWorld.object("""
                            apiVersion: metacontroller.k8s.io/v1alpha1
                            kind: CompositeController
                            metadata: {name: c}
                            spec:
                              parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                              hooks: {sync: {webhook: {url: "http://hooks.test/sync"}}}
                            """)).value(),
            new ParentKinds(List.of()),
            new EventRecorder(delivery, clock, 1.0 / 300, 25),
            WatcherObserver.NONE,
            clock,
            new WorkObserver.Work() {});

    private static ParentKey parent(String name) {
        return new ParentKey(GroupVersionKind.of("test.hookline.io/v1", "Thing"), new ObjectKey("default", name));
    }

    private void fail(ParentKey parent, Throwable cause, int attempt) {
        reports.failed(parent, cause, attempt, Duration.ofMillis(40));
        reports.finished(parent, Outcome.failed(cause), Duration.ZERO);
    }

    private static SyncException thrownByHook(String problem) {
        return new SyncException.HookFailed(
                "sync hook failed for Thing default/p: sync hook failed (version=v1)",
                "sync",
                HookException.response(
                        "unsupported status code: 500 body: " + problem,
                        problem,
                        Optional.of("the stack trace"),
                        Optional.empty(),
                        ""));
    }

    private static Map<String, String> values(ILoggingEvent line) {
        Map<String, String> values = new TreeMap<>();
        line.getKeyValuePairs().forEach(pair -> values.put(pair.key, String.valueOf(pair.value)));
        return values;
    }

    @Test
    void theLastLineOfEachSyncHasItsCauseAndTimesAndIsForDebuggingOnly() {
        Instant start = clock.instant();
        ObservedChange change = new ObservedChange("v1", "ConfigMap", new ObjectKey("default", "c"), "12", start);
        Trace trace = Trace.start(() -> 1, Causes.of("child changed"), change, start, start.plusMillis(1));
        trace.hook(start.plusMillis(3), start.plusMillis(6));
        trace.wrote();
        clock.advance(Duration.ofMillis(10));

        trace.run(() -> reports.finished(parent("p"), Outcome.awaitChange(), Duration.ofMillis(9)));
        trace.run(() -> reports.finished(parent("p"), Outcome.waiting("paused"), Duration.ofMillis(9)));

        assertThat(lines.all()).hasSize(2).allSatisfy(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.DEBUG);
            assertThat(values(line))
                    .containsAllEntriesOf(Map.of(
                            "causes", "child changed",
                            "change", "ConfigMap default/c",
                            "resourceVersion", "12",
                            "queueTook", "PT0.001S",
                            "claimTook", "PT0.002S",
                            "hookTook", "PT0.003S",
                            "applyTook", "PT0.004S",
                            "writes", "1",
                            "total", "PT0.01S"));
        });
    }

    @Test
    void aFailedSyncIsLoggedWithTheKindAndKeyOfItsParent() {
        fail(parent("p"), new SyncException.Refused("the hook is down"), 1);

        assertThat(logged()).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.ERROR);
            assertThat(line.getFormattedMessage()).isEqualTo("failed to sync Thing 'default/p': the hook is down");
        });
    }

    @Test
    void aFailureOfAHookIsLoggedWithItsErrorAttemptAndNextRetry() {
        fail(parent("p"), thrownByHook("HelloHook.java:11 IllegalStateException: no luck"), 3);

        assertThat(logged()).singleElement().satisfies(line -> {
            assertThat(line.getFormattedMessage())
                    .isEqualTo(
                            "failed to sync Thing 'default/p': sync hook failed for Thing default/p: sync hook failed"
                                    + " (version=v1): unsupported status code: 500 body: HelloHook.java:11"
                                    + " IllegalStateException: no luck");
            assertThat(values(line))
                    .containsEntry("error", "HelloHook.java:11 IllegalStateException: no luck")
                    .containsEntry("hook", "sync")
                    .containsEntry("attempt", "3")
                    .containsEntry("next", "PT0.04S")
                    .containsEntry("stacktrace", "the stack trace")
                    .doesNotContainKey("repeated");
        });
    }

    @Test
    void theStackTraceIsLoggedOnlyOnceForEqualFailuresOfAllParents() {
        fail(parent("p"), thrownByHook("no luck"), 1);
        fail(parent("p"), thrownByHook("no luck"), 2);
        fail(parent("q"), thrownByHook("no luck"), 1);
        fail(parent("q"), thrownByHook("other"), 2);
        clock.advance(Duration.ofSeconds(6));
        fail(parent("p"), thrownByHook("no luck"), 3);

        assertThat(logged())
                .extracting(line -> values(line).containsKey("stacktrace"))
                .containsExactly(true, false, false, true, false);
        assertThat(logged())
                .extracting(line -> values(line).containsKey("repeated"))
                .containsExactly(false, true, true, false, true);
        assertThat(logged())
                .extracting(ILoggingEvent::getLevel)
                .containsExactly(Level.ERROR, Level.DEBUG, Level.DEBUG, Level.ERROR, Level.ERROR);
        assertThat(values(logged().getLast()))
                .containsEntry("times", "3")
                .containsEntry("within", "PT6S")
                .containsEntry("parents", "1");
    }

    @Test
    void aFailureThatNoParentHasAnyMoreIsNewWhenItComesBack() {
        fail(parent("p"), thrownByHook("no luck"), 1);
        fail(parent("q"), thrownByHook("no luck"), 1);
        reports.finished(parent("p"), Outcome.awaitChange(), Duration.ZERO);
        fail(parent("p"), thrownByHook("no luck"), 1);
        reports.finished(parent("p"), Outcome.awaitChange(), Duration.ZERO);
        reports.finished(parent("q"), Outcome.awaitChange(), Duration.ZERO);
        fail(parent("p"), thrownByHook("no luck"), 1);

        assertThat(logged())
                .extracting(line -> values(line).containsKey("repeated"))
                .containsExactly(false, true, true, false, false);
        assertThat(values(logged().get(3)))
                .containsEntry("failures", "3")
                .containsEntry("hook", "sync")
                .containsEntry("lastError", "no luck");
    }

    @Test
    void aNewVersionOfTheHookThatRepairsAFailureIsReported() {
        fail(parent("p"), thrownByHook("no luck"), 1);
        reports.hookChanged();
        fail(parent("p"), thrownByHook("no luck"), 2);
        reports.hookChanged();
        reports.finished(parent("p"), Outcome.awaitChange(), Duration.ZERO);

        assertThat(logged())
                .extracting(ILoggingEvent::getLevel)
                .as("each version's failure is reported")
                .containsExactly(Level.ERROR, Level.ERROR, Level.INFO);
        assertThat(logged().getLast().getFormattedMessage()).isEqualTo("no parent fails in this way any more");
        assertThat(values(logged().getLast())).containsEntry("failures", "2").containsEntry("lastError", "no luck");
    }

    @Test
    void theFailuresOfAFormerVersionDoNotCountAsDifferentOnesOfTheNewVersion() {
        for (int i = 0; i < 20; i++) {
            fail(parent("p" + i), thrownByHook("request " + i), 1);
        }
        reports.hookChanged();
        fail(parent("p19"), thrownByHook("of the new version"), 1);

        assertThat(values(errors().getLast()))
                .containsEntry("error", "of the new version")
                .doesNotContainKey("repeated");
    }

    @Test
    void aThousandParentsThatFailAlikeAreFewLinesAndTheRepairIsOne() {
        for (int attempt = 1; attempt <= 5; attempt++) {
            for (int i = 0; i < 1000; i++) {
                fail(parent("p" + i), thrownByHook("no luck"), attempt);
            }
            clock.advance(Duration.ofSeconds(10));
        }
        List<ILoggingEvent> errors = errors();
        assertThat(errors).hasSizeLessThan(8);
        assertThat(values(errors.get(1))).containsEntry("times", "1000").containsEntry("parents", "1000");

        for (int i = 0; i < 1000; i++) {
            reports.finished(parent("p" + i), Outcome.awaitChange(), Duration.ZERO);
        }
        assertThat(logged())
                .filteredOn(line -> line.getLevel() == Level.INFO)
                .singleElement()
                .satisfies(line -> {
                    assertThat(line.getFormattedMessage()).isEqualTo("no parent fails in this way any more");
                    assertThat(values(line)).containsEntry("failures", "5000");
                });
    }

    @Test
    void aHookWhoseFailuresAllDifferIsReportedWithAFewAndThenCounted() {
        for (int i = 0; i < 1000; i++) {
            fail(parent("p" + i), thrownByHook("request " + i), 1);
        }
        assertThat(errors()).hasSize(FailedParents.MAX_DIFFERENT + 1);
        clock.advance(Duration.ofSeconds(6));
        fail(parent("p1"), thrownByHook("the last one"), 2);
        assertThat(values(errors().getLast()))
                .containsEntry("error", "the last one")
                .containsEntry("times", "990")
                .containsEntry("different", "true");
        assertThat(errors().subList(0, FailedParents.MAX_DIFFERENT + 1))
                .noneMatch(line -> values(line).containsKey("different"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            can't create ConfigMap default/p%d: metadata.annotations.port: expected a string, was a number
            can't apply ClusterRole p%d: rules: Required value
            can't update ConfigMap default/a: ConfigMap "p%d" is invalid: data: Invalid value
            """)
    void failuresThatDifferOnlyInTheNamesOfChildrenAreEqual(String problem) {
        for (int i = 0; i < 50; i++) {
            fail(parent("p" + i), thrownByHook(problem.formatted(i)), 1);
        }
        assertThat(errors())
                .singleElement()
                .satisfies(line -> assertThat(values(line)).containsEntry("error", problem.formatted(0)));
        fail(parent("other"), thrownByHook("can't create ConfigMap default/other: another reason"), 1);
        assertThat(errors()).as("another failure is reported").hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            equal failures | can't create ConfigMap default/p%d: a reason
            different ones | a reason with %d in it
            """)
    void theExampleOfTheFailedParentsIsAParentWithItsOwnFailure(String how, String problem) {
        for (int i = 0; i < 3 * FailedParents.MAX_DIFFERENT; i++) {
            fail(parent("p" + i), thrownByHook(problem.formatted(i)), 1);
        }
        assertThat(example()).as(how).endsWith("Thing default/p0: " + problem.formatted(0));

        reports.finished(parent("p0"), Outcome.awaitChange(), Duration.ZERO);
        assertThat(example()).as("the next one, %s", how).endsWith("Thing default/p1: " + problem.formatted(1));
    }

    /** Thousands of parents may fail, each with the failures of many children in its text. */
    @Test
    void ofEachFailingParentOnlyTheBeginningOfItsTextIsKept() {
        String many = "can't create ConfigMap default/c: no luck, ".repeat(500);
        fail(parent("p0"), thrownByHook(many), 1);

        assertThat(example())
                .contains("Thing default/p0: can't create ConfigMap default/c: no luck")
                .hasSizeLessThan(1200);
    }

    private String example() {
        return reports.failures(_ -> true).example().orElseThrow();
    }

    @Test
    void aHookThatFailsForManyParentsIsNamedOnItsController() {
        for (int attempt = 1; attempt <= 2; attempt++) {
            for (int i = 0; i < 26; i++) {
                fail(parent("p" + i), thrownByHook("no luck"), attempt);
            }
            clock.advance(Duration.ofSeconds(6));
        }
        delivery.drain();
        ApiResource resource = cluster.discover().find("v1", "events").orElseThrow();
        assertThat(cluster.list(resource, ListOptions.ALL).items())
                .extracting(event -> event.tree().at("/involvedObject/name").asText() + ": "
                        + event.tree().path("message").asText())
                .containsExactly("c: Sync error: sync hook fails for 26 parents: no luck");
    }

    private List<ILoggingEvent> logged() {
        return lines.all().stream()
                .filter(line -> !Set.of("synced", "sync failed").contains(line.getMessage()))
                .toList();
    }

    private List<ILoggingEvent> errors() {
        return logged().stream().filter(line -> line.getLevel() == Level.ERROR).toList();
    }

    @Test
    void anUnexpectedExceptionIsLoggedWithItsStackTraceOnce() {
        fail(parent("p"), new IllegalStateException("a defect"), 1);
        fail(parent("p"), new IllegalStateException("a defect"), 2);

        assertThat(logged())
                .extracting(line -> line.getThrowableProxy() != null)
                .containsExactly(true, false);
    }
}
