package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.reconcile.Outcome;
import io.hookline.testing.LogLines;
import io.hookline.watcher.model.HookConnector;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Controllers start and stop; step by step. */
@Timeout(60)
class ControllerStepsTest {

    private static final int OWN_CACHES = 3; // controllers of both kinds, and definitions

    @RegisterExtension
    private final LogLines lines = new LogLines(HostedController.class, Level.WARN);

    private final HandDrivenControllers watcher = new HandDrivenControllers(WatcherOptions.DEFAULTS);
    private final CountDownLatch answer = new CountDownLatch(1);

    @AfterEach
    void close() {
        answer.countDown();
        watcher.close();
    }

    private List<Integer> counts(String reason) {
        return watcher.eventsAbout("c")
                .filter(event -> event.path("reason").asText().equals(reason))
                .map(event -> event.path("count").asInt())
                .toList();
    }

    @Test
    void aControllerThatIsRefusedForTheSameReasonAgainIsNotReportedAgain() {
        watcher.controller("", "misspelt");
        for (int definition = 0; definition < 5; definition++) {
            watcher.look();
        }
        assertThat(counts("CreateError")).containsExactly(1);

        watcher.clock.advance(Duration.ofMinutes(30));
        watcher.look();
        assertThat(counts("CreateError")).containsExactly(2);

        watcher.controller("", "mistyped");
        watcher.look();
        assertThat(counts("CreateError")).containsExactly(2, 1);
    }

    @Test
    void aControllerWhoseCredentialsAreMissingIsReportedOnceAndTriedAgainEveryFiveSeconds() {
        watcher.connecting = () -> {
            throw new HookConnector.MissingCredentials(
                    new IllegalStateException("authorization: Secret n/s not found"));
        };
        watcher.controller("", "things");
        for (int i = 0; i < 30; i++) {
            assertThat(watcher.look())
                    .isEqualTo(Outcome.retryAfter(Duration.ofSeconds(5), "authorization: Secret n/s not found"));
        }
        assertThat(counts("CreateError")).containsExactly(1);

        watcher.connecting = () -> {};
        watcher.look();
        assertThat(counts("Started")).containsExactly(1);
    }

    @Test
    void aControllerOfAKindWithoutStatusIsReportedOnceToo() {
        watcher.world.apply(TestKinds.BARE);
        watcher.controller("", "bares");

        watcher.look();
        watcher.look();

        assertThat(counts("SyncError")).containsExactly(1);
    }

    @Test
    void aControllerThatIsChangedIsReportedAgainThoughTheReasonStays() {
        watcher.world.apply(TestKinds.BARE);
        watcher.controller("", "bares");
        watcher.look();
        watcher.controller("", "bares", "resyncPeriodSeconds: 60");

        watcher.look();

        assertThat(counts("SyncError")).containsExactly(2);
    }

    @Test
    void cachesOfAKindThatIsInstalledAgainAreReadAtOnce() {
        watcher.controller("", "things", "childResources: [{apiVersion: test.hookline.io/v1, resource: gadgets}]");
        watcher.look();
        for (String kind : List.of("things", "gadgets")) {
            watcher.world.delete("customresourcedefinitions", kind + ".test.hookline.io");
        }
        failForLong();
        assertThat(watcher.controllers.problems()).hasSize(1);
        watcher.world.apply(TestKinds.THING);
        watcher.world.apply(TestKinds.GADGET);
        watcher.catchUp();
        assertThat(watcher.controllers.problems()).hasSize(1);

        for (String definition : List.of("things.test.hookline.io", "gadgets.test.hookline.io")) {
            assertThat(watcher.controllers.affectedBy(definition)).containsExactly(HandDrivenControllers.KEY);
        }
        watcher.look();

        watcher.clock.advance(Duration.ofSeconds(2)); // until a watch that lives counts as the end of it
        watcher.catchUp();
        assertThat(watcher.controllers.problems()).isEmpty();
    }

    /** So that caches rest for long before they try again by themselves. */
    private void failForLong() {
        for (int second = 0; second < 300; second++) {
            watcher.clock.advance(Duration.ofSeconds(1));
            watcher.catchUp();
        }
    }

    @Test
    void aControllerIsNotStartedOnceTheWatcherStops() {
        watcher.controller("", "things");
        watcher.catchUp();
        watcher.server = request -> {
            if (request.verb().equals("discover")) {
                watcher.controllers.stopAll(Duration.ofSeconds(10));
            }
            return request.pass();
        };

        assertThat(watcher.look()).isEqualTo(Outcome.awaitChange());

        assertThat(watcher.informers.open()).isEqualTo(OWN_CACHES);
        assertThat(watcher.events("c")).isEmpty();
        assertThat(watcher.look()).isEqualTo(Outcome.awaitChange());
        assertThat(watcher.informers.open()).isEqualTo(OWN_CACHES);
    }

    @Test
    void aStopWithoutAGracePeriodReportsNoSyncsWhereNoneRuns() {
        watcher.controller("", "things");
        watcher.look();
        watcher.controller("", "things", "resyncPeriodSeconds: 60");
        watcher.catchUp();

        Thread.currentThread().interrupt(); // as at the end of the grace period
        watcher.look();
        assertThat(Thread.interrupted()).isTrue();

        soon().until(() -> watcher.look().equals(Outcome.awaitChange()));
        assertThat(counts("Stopped")).containsExactly(1);
        assertThat(lines.all()).isEmpty();
    }

    @Test
    void aControllerDoesNotStartBeforeTheSyncsOfTheOneItReplacesHaveEnded() {
        CountDownLatch called = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        watcher.hook = () -> {
            called.countDown();
            while (answer.getCount() > 0) {
                try {
                    answer.await();
                } catch (InterruptedException _) {
                    interrupted.set(true);
                }
            }
        };
        watcher.held("Thing", "p");
        watcher.controller("", "things");
        watcher.look();
        soon().until(() -> called.getCount() == 0);
        watcher.controller("", "things", "resyncPeriodSeconds: 60");

        watcher.catchUp();
        Thread.currentThread().interrupt(); // as at the end of the grace period
        Outcome outcome = watcher.look();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(outcome).isInstanceOf(Outcome.RetryAfter.class);
        assertThat(watcher.look()).isInstanceOf(Outcome.RetryAfter.class);
        assertThat(lines.all())
                .singleElement()
                .satisfies(line -> assertThat(line.getMessage()).startsWith("syncs in flight did not end in time"));
        soon().untilTrue(interrupted);
        assertThat(counts("Started")).containsExactly(1);
        assertThat(counts("Stopped")).isEmpty();

        answer.countDown();

        soon().until(() -> watcher.look().equals(Outcome.awaitChange()));
        assertThat(counts("Stopping")).containsExactly(1);
        assertThat(counts("Stopped")).containsExactly(1);
        assertThat(counts("Started")).containsExactly(2);
    }

    @Test
    void controllersAreVisitedInTheSameOrderInEveryRun() {
        assertThat(List.of(
                                new ControllerKey(ControllerType.DECORATOR, "a"),
                                new ControllerKey(ControllerType.COMPOSITE, "b"),
                                new ControllerKey(ControllerType.COMPOSITE, "a"))
                        .stream()
                        .sorted(ControllerKey.ORDER))
                .extracting(ControllerKey::toString)
                .containsExactly("CompositeController a", "CompositeController b", "DecoratorController a");
    }
}
