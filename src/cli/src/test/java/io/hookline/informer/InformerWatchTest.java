package io.hookline.informer;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.WatchEvent;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.testing.LogLines;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Failures of watches, and how an informer recovers from them. */
class InformerWatchTest extends InformerSuite {

    @RegisterExtension
    private final LogLines log = new LogLines(Informer.class);

    @Test
    void aBrokenWatchContinuesAfterTheLastVersion() {
        subscribeAndSettle();
        cluster.dropWatches();
        cluster.put("a");
        settle();
        clock.advance(AFTER_BACKOFF);
        settle();

        view.assertSees(cluster.objects());
        assertThat(cluster.lists()).isEqualTo(1);
    }

    @Test
    void aWatchThatEndsRegularlyIsOpenedAgainAtOnce() {
        subscribeAndSettle();
        clock.advance(Duration.ofMinutes(1));
        cluster.endWatches();
        cluster.put("a");
        settle();

        view.assertSees(cluster.objects());
        assertThat(cluster.lists()).isEqualTo(1);
    }

    @Test
    void aWatchThatEndsAtOnceIsNotOpenedInAHotLoop() {
        Subscription things = subscribeAndSettle();
        cluster.endWatches();
        settle();

        assertThat(cluster.openedWatches()).isEqualTo(1);
        assertThat(things.failure()).isPresent();
    }

    @Test
    void noWatchIsOpenedInAHotLoopEvenIfEachSendsAnEvent() {
        subscribeAndSettle();
        for (int i = 0; i < 5; i++) {
            cluster.put("a");
            settle();
            int opened = cluster.openedWatches();
            cluster.endWatches();
            settle();
            assertThat(cluster.openedWatches()).isEqualTo(opened);
            clock.advance(AFTER_BACKOFF);
            settle();
        }

        view.assertSees(cluster.objects());
        assertThat(cluster.lists()).isEqualTo(1);
    }

    @Test
    void noListIsReadInAHotLoopEvenIfEachWatchSendsAnEventBeforeItExpires() {
        subscribeAndSettle();
        cluster.put("a");
        settle();
        cluster.expireWatches();
        settle();
        assertThat(cluster.lists()).isEqualTo(1);

        recover();
        assertThat(cluster.lists()).isEqualTo(2);
    }

    @Test
    void aWatchThatExpiresNowAndThenIsNoWarningAndAgainAndAgainIsOne() {
        cluster.put("a");
        subscribeAndSettle();
        cluster.expireWatches();
        recover();
        assertThat(log.all()).noneMatch(line -> line.getLevel().isGreaterOrEqual(Level.INFO));

        cluster.expireWatches();
        cluster.failNextList(new ClusterException.Unavailable(503, "busy"));
        recover(); // of the watch
        recover(); // of the list
        assertThat(log.all())
                .filteredOn(line -> line.getLevel().isGreaterOrEqual(Level.INFO))
                .extracting(ILoggingEvent::getMessage)
                .containsExactly("list or watch failed, retrying", "watch works again");
    }

    @Test
    void anotherContentUnderTheSameVersionIsAnUpdateAndAnotherOrderOfItsFieldsIsNot() {
        List.of("a", "b").forEach(cluster::put);
        subscribeAndSettle();
        view.calls();
        cluster.readAs(object -> {
            ObjectNode read = Json.NODES.objectNode();
            object.tree().properties().stream()
                    .toList()
                    .reversed()
                    .forEach(field -> read.set(field.getKey(), field.getValue()));
            if (object.name().equals("a")) {
                read.put("color", "blue");
            }
            return KubeObject.of(read);
        });
        cluster.expireWatches();
        recover();

        assertThat(view.calls()).containsExactly("updated a");
        view.assertSees(cluster.objects());
    }

    @Test
    void afterCompactionItListsAgainAndReportsDeletedObjects() {
        List.of("a", "b", "c").forEach(cluster::put);
        subscribeAndSettle();
        view.calls();
        cluster.dropWatches();
        cluster.remove("b");
        cluster.put("c");
        cluster.put("d");
        cluster.compact();
        recover();

        assertThat(view.calls()).containsExactlyInAnyOrder("updated c", "added d", "deleted b");
        view.assertSees(cluster.objects());
    }

    @Test
    void afterALongGapWithAnExpiredVersionItListsAtOnce() {
        List.of("a", "b").forEach(cluster::put);
        subscribeAndSettle();
        clock.advance(Duration.ofMinutes(1));
        cluster.dropWatches();
        for (int i = 0; i < 5; i++) {
            cluster.failNextWatch(refused());
            settle();
            clock.advanceTo(informers.nextDue().orElseThrow());
        }
        cluster.remove("b");
        cluster.compact();
        settle();
        clock.advanceTo(informers.nextDue().orElseThrow());
        settle();

        assertThat(cluster.lists()).isEqualTo(2);
        view.assertSees(cluster.objects());
    }

    @Test
    void aServerThatAnswersEveryRequestWithExpiredIsNotCalledInAHotLoop() {
        subscribeAndSettle();
        clock.advance(Duration.ofMinutes(1));
        cluster.expireWatches();
        cluster.failNextList(new ClusterException.Expired("too old"));
        settle();

        assertThat(cluster.lists()).isEqualTo(2);
    }

    @Test
    void anObjectThatWasReplacedDuringAGapIsDeletedAndAdded() {
        cluster.put("a");
        subscribeAndSettle();
        view.calls();
        cluster.dropWatches();
        cluster.remove("a");
        cluster.put("a");
        cluster.compact();
        recover();

        assertThat(view.calls()).containsExactly("deleted a", "added a");
    }

    private static ClusterException refused() {
        return new ClusterException.Unreachable("connection refused", new ConnectException("Connection refused"));
    }

    /** Fails the watch this often, with the back-off in between. */
    private void failWatches(int times, ClusterException failure) {
        cluster.dropWatches();
        settle();
        for (int i = 1; i < times; i++) {
            cluster.failNextWatch(failure);
            clock.advanceTo(informers.nextDue().orElseThrow());
            settle();
        }
    }

    static List<ClusterException> failuresOfAWatch() {
        return List.of(
                new ClusterException.Unavailable(500, "unable to decode an event"),
                new ClusterException.Unavailable(500, "resourceVersion: Invalid value: \"abc\""),
                new ClusterException.Unavailable(503, "conversion webhook: no endpoints"),
                new ClusterException.Unreachable("the answer cannot be read", null),
                new ClusterException.Unauthorized("token expired"));
    }

    @ParameterizedTest
    @MethodSource("failuresOfAWatch")
    void aWatchThatKeepsFailingAtOneVersionIsFollowedByAList(ClusterException failure) {
        cluster.put("a");
        Subscription things = subscribeAndSettle();
        failWatches(Recovery.WATCH_ATTEMPTS - 1, failure);
        cluster.put("a");
        cluster.remove("b");
        assertThat(cluster.lists()).isEqualTo(1);

        cluster.failNextWatch(failure);
        clock.advanceTo(informers.nextDue().orElseThrow());
        settle();
        clock.advanceTo(informers.nextDue().orElseThrow());
        settle();

        assertThat(cluster.lists()).isEqualTo(2);
        view.assertSees(cluster.objects());
        clock.advance(Duration.ofSeconds(2));
        settle();
        assertThat(things.failure()).isEmpty();
    }

    @Test
    void aWatchThatFailsForEverRefreshesItsCacheByLists() {
        subscribeAndSettle();
        cluster.dropWatches();
        for (int i = 0; i < 50; i++) {
            cluster.failNextWatch(new ClusterException.Unavailable(500, "unable to decode an event"));
            cluster.put("a");
            settle();
            clock.advanceTo(informers.nextDue().orElseThrow());
        }
        settle();

        assertThat(cluster.lists()).isBetween(8, 12);
    }

    @Test
    void aRefusedConnectionAndABusyServerAreNotLoadedWithLists() {
        subscribeAndSettle();
        failWatches(10, refused());
        cluster.failNextWatch(new ClusterException.TooManyRequests("slow down", null));
        clock.advanceTo(informers.nextDue().orElseThrow());
        settle();

        assertThat(cluster.lists()).isEqualTo(1);
    }

    /** The versions of the fake server are counted in ones, from 101. */
    private List<KubeObject> backupThenChange(String... changed) {
        cluster.put("a");
        cluster.put("b");
        List<KubeObject> backup = cluster.objects();
        subscribeAndSettle();
        for (String name : changed) {
            cluster.put(name);
        }
        cluster.remove("b");
        settle();
        view.calls();
        return backup;
    }

    @Test
    void aServerThatWasRestoredFromABackupIsListedAgainWhenItIsReachedAgain() {
        List<KubeObject> backup = backupThenChange("a", "a", "c");
        cluster.restore(102, backup);
        recover();

        assertThat(cluster.lists()).isEqualTo(2);
        assertThat(view.calls()).containsExactlyInAnyOrder("updated a", "added b", "deleted c");
        view.assertSees(cluster.objects());
        assertThat(log.all())
                .extracting(ILoggingEvent::getMessage)
                .contains("resourceVersion went backwards, as after a restore of etcd, listing again");

        cluster.put("b");
        settle();
        assertThat(view.calls()).as("versions are trusted again").containsExactly("updated b");
    }

    @Test
    void anotherStateOfTheSameVersionIsSeenAfterARestore() {
        List<KubeObject> backup = backupThenChange("a");
        Subscription things = informers.subscribe(FakeCluster.THINGS, new StrictView());
        cluster.restore(102, backup);
        KubeObject other = cluster.put("default", "a", "", "\"other\":\"history\"");
        assertThat(other.resourceVersion()).isEqualTo("103"); // as the one that is known
        recover();

        assertThat(things.store().all())
                .extracting(KubeObject::json)
                .containsExactlyInAnyOrderElementsOf(
                        cluster.objects().stream().map(KubeObject::json).toList());
        assertThat(view.calls()).contains("updated a");
    }

    @Test
    void aRestoreWithoutABrokenWatchIsNoticedWhenTheSilentWatchIsReplaced() {
        List<KubeObject> backup = backupThenChange("a", "a");
        cluster.lag(true);
        cluster.restoreUnnoticed(102, backup);
        clock.advance(Duration.ofSeconds(150));
        settle();
        cluster.lag(false);
        settle();

        view.assertSees(cluster.objects());
        assertThat(cluster.lists()).isEqualTo(2);
    }

    @Test
    void aCheckOfTheVersionThatFailsDoesNotKeepAWatchFromContinuing() {
        subscribeAndSettle();
        cluster.dropWatches();
        cluster.failNextCheck(new ClusterException.Unavailable(500, "conversion webhook failed"));
        cluster.put("a");
        recover();

        view.assertSees(cluster.objects());
        assertThat(cluster.lists()).isEqualTo(1);
        assertThat(cluster.checks()).isEqualTo(1);
    }

    @Test
    void aServerThatIsBusyWhenTheVersionIsCheckedIsNotAskedForAWatch() {
        subscribeAndSettle();
        cluster.dropWatches();
        cluster.failNextCheck(new ClusterException.TooManyRequests("slow down", null));
        settle();
        clock.advance(AFTER_BACKOFF);
        settle();
        assertThat(cluster.openedWatches()).isEqualTo(1);

        clock.advance(AFTER_BACKOFF.multipliedBy(2));
        settle();
        assertThat(cluster.openedWatches()).isEqualTo(2);
    }

    @Test
    void aVersionThatIsNoNumberOrZeroSaysNothing() {
        cluster.put("a");
        subscribeAndSettle();
        for (String version : List.of("0", "", "abc")) {
            cluster.answerNextCheck(version);
            cluster.dropWatches();
            cluster.put("a");
            recover();
        }

        assertThat(cluster.lists()).isEqualTo(1);
        view.assertSees(cluster.objects());
    }

    @Test
    void failuresAfterProgressAreNotCountedTogether() {
        subscribeAndSettle();
        for (int i = 0; i < 3 * Recovery.WATCH_ATTEMPTS; i++) {
            cluster.put("a");
            settle();
            cluster.dropWatches();
            settle();
            clock.advanceTo(informers.nextDue().orElseThrow());
            settle();
        }

        assertThat(cluster.lists()).isEqualTo(1);
    }

    @Test
    void aSilentWatchIsReplaced() {
        subscribeAndSettle();
        cluster.lag(true);
        clock.advance(Duration.ofSeconds(149));
        settle();
        assertThat(cluster.openedWatches()).isEqualTo(1);

        clock.advance(Duration.ofSeconds(1));
        settle();
        assertThat(cluster.openedWatches()).isEqualTo(2);
        assertThat(cluster.openWatches()).isEqualTo(1);
    }

    @Test
    void bookmarksKeepAWatchAliveUntilItsBound() {
        subscribeAndSettle();
        for (int minute = 0; minute < 5; minute++) {
            clock.advance(Duration.ofMinutes(1));
            cluster.bookmark();
            settle();
        }
        assertThat(cluster.openedWatches()).isEqualTo(1);
        for (int minute = 0; minute < 6; minute++) {
            clock.advance(Duration.ofMinutes(1));
            cluster.bookmark();
            settle();
        }
        assertThat(cluster.openedWatches()).isEqualTo(2);
    }

    @Test
    void aWatchContinuesAfterTheVersionOfABookmark() {
        subscribeAndSettle();
        cluster.changeElsewhere();
        cluster.bookmark();
        settle();
        cluster.compact();
        cluster.dropWatches();
        recover();

        assertThat(cluster.lists()).isEqualTo(1);
    }

    @Test
    void repeatedAndOvertakenEventsChangeNothing() {
        subscribeAndSettle();
        KubeObject first = cluster.put("a");
        KubeObject second = cluster.put("a");
        settle();
        view.calls();
        cluster.repeatEvents();
        cluster.send(new WatchEvent.Modified(first));
        cluster.send(new WatchEvent.Deleted(first));
        cluster.send(new WatchEvent.Modified(second));
        settle();
        assertThat(view.calls()).isEmpty();

        cluster.remove("a");
        settle();
        cluster.send(new WatchEvent.Added(second));
        settle();
        assertThat(view.calls()).containsExactly("deleted a");
    }

    @Test
    void aFailureDuringTheRecoveryIsReportedAndEndsInARestart() {
        subscribeAndSettle();
        cluster.failNextClose(new IllegalStateException("bug"));
        cluster.dropWatches();
        cluster.put("a");
        settle();
        assertThat(log.all())
                .filteredOn(line -> line.getLevel() == Level.ERROR)
                .extracting(ILoggingEvent::getMessage)
                .containsExactly("informer failed while recovering, restarting");

        clock.advance(InformerOptions.DEFAULTS.longestBackoff());
        settle();
        view.assertSees(cluster.objects());
        assertThat(cluster.lists()).isEqualTo(2);
    }
}
