package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.ObjectKey;
import io.hookline.queue.ManualClock;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ControllerDecoder;
import io.hookline.spec.ControllerSpec;
import io.hookline.testing.LogLines;
import io.hookline.watcher.LocalWorld;
import io.hookline.watcher.WatcherFixture;
import io.hookline.watcher.event.EventBroadcaster;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKinds;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.model.WatcherObserver;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Failed syncs are logged with the messages that users of Metacontroller search for. */
class SyncReportsTest {

    @RegisterExtension
    private final LogLines lines = new LogLines(SyncReports.class);

    @Test
    void aFailedSyncIsLoggedWithTheKindAndKeyOfItsParent() {
        ManualClock clock = new ManualClock();
        ControllerSpec spec =
                ControllerDecoder.composite(LocalWorld.object("""
                        apiVersion: metacontroller.k8s.io/v1alpha1
                        kind: CompositeController
                        metadata: {name: c}
                        spec:
                          parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                          hooks: {sync: {webhook: {url: "http://hooks.test/sync"}}}
                        """)).value();
        EventRecorder events =
                new EventRecorder(new EventBroadcaster(WatcherFixture.newCluster(), clock), clock, 1.0 / 300, 25);
        ParentKey parent =
                new ParentKey(GroupVersionKind.of("test.hookline.io/v1", "Thing"), new ObjectKey("default", "p"));

        new SyncReports(spec, new ParentKinds(List.of()), events, WatcherObserver.NONE)
                .finished(parent, Outcome.failed(new SyncException("the hook is down")), Duration.ZERO);

        assertThat(lines.all()).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.ERROR);
            assertThat(line.getFormattedMessage()).isEqualTo("failed to sync Thing 'default/p': the hook is down");
        });
    }
}
