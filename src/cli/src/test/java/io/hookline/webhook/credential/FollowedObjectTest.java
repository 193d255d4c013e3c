package io.hookline.webhook.credential;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.spec.Credentials.Source;
import io.hookline.testing.UnaskedCluster;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How one Secret is followed, step by step. */
final class FollowedObjectTest {

    private final Server server = new Server();
    private int changes;
    private final FollowedObject followed =
            new FollowedObject(server, new Source(Source.Kind.SECRET, "ns", "s"), () -> changes++);

    private static KubeObject secret(int version) {
        return KubeObject.of(
                "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"namespace\":\"ns\",\"name\":\"s\","
                        + "\"uid\":\"u\",\"resourceVersion\":\"" + version + "\"}}");
    }

    /** A server whose answers and events the test sets. */
    private static final class Server extends UnaskedCluster implements Watch {
        private final List<String> requests = new ArrayList<>();
        private final Deque<WatchEvent> events = new ArrayDeque<>();
        private Supplier<KubeObject> present = () -> secret(1);
        private Optional<ClusterException> watchFailure = Optional.empty();
        private int open;

        @Override
        public KubeObject get(ApiResource resource, ObjectKey key) {
            requests.add("get " + resource.plural() + " " + key);
            return present.get();
        }

        @Override
        public Watch watch(ApiResource resource, WatchOptions options) {
            requests.add("watch " + resource.plural() + " " + options.namespace() + " " + options.fields());
            watchFailure.ifPresent(failure -> {
                throw failure;
            });
            open++;
            return this;
        }

        @Override
        public Optional<WatchEvent> poll(Duration wait) {
            return Optional.ofNullable(events.poll());
        }

        @Override
        public void close() {
            open--;
        }
    }

    private String version() {
        return followed.content() instanceof Content.Present(KubeObject object)
                ? object.resourceVersion()
                : followed.content().getClass().getSimpleName();
    }

    private static Supplier<KubeObject> failing(ClusterException failure) {
        return () -> {
            throw failure;
        };
    }

    @Test
    void onlyTheObjectIsWatchedAndItsWatchReportsEachChange() throws Exception {
        followed.step();
        assertThat(server.requests).containsExactly("watch secrets ns metadata.name=s", "get secrets ns/s");
        assertThat(version()).isEqualTo("1");

        server.events.add(new WatchEvent.Added(secret(1)));
        server.events.add(new WatchEvent.Bookmark("7", false));
        server.events.add(new WatchEvent.Modified(secret(8)));
        for (int i = 0; i < 3; i++) {
            assertThat(followed.step()).isZero();
        }
        assertThat(version()).isEqualTo("8");
        assertThat(changes).isEqualTo(2);

        server.events.add(new WatchEvent.Deleted(secret(9)));
        followed.step();
        assertThat(version()).isEqualTo("Missing");
        assertThat(server.requests).hasSize(2);
    }

    @Test
    void anEventThatIsOlderThanTheGetIsIgnored() throws Exception {
        server.present = () -> secret(10);
        followed.step();
        server.events.add(new WatchEvent.Added(secret(9)));
        followed.step();
        assertThat(version()).isEqualTo("10");
        assertThat(changes).isEqualTo(1);
    }

    @Test
    void anObjectThatIsMissingIsUsedOnceItIsCreated() throws Exception {
        server.present = failing(new ClusterException.NotFound("secrets \"s\" not found"));
        followed.step();
        assertThat(version()).isEqualTo("Missing");
        server.events.add(new WatchEvent.Added(secret(4)));
        followed.step();
        assertThat(version()).isEqualTo("4");
    }

    @Test
    void aSilentWatchIsCheckedByAGetAndReplacedIfItMissedAChange() throws Exception {
        followed.step();
        followed.step();
        assertThat(server.open).as("nothing was missed").isEqualTo(1);

        server.present = () -> secret(2);
        followed.step();
        assertThat(version()).isEqualTo("2");
        assertThat(server.open).isZero();
        followed.step();
        assertThat(server.open).isEqualTo(1);
    }

    @Test
    void aWatchThatEndsIsOpenedAgainAfterAPause() throws Exception {
        followed.step();
        server.events.add(new WatchEvent.Ended());
        assertThat(followed.step()).isPositive();
        assertThat(server.open).isZero();
        followed.step();
        assertThat(server.open).isEqualTo(1);
    }

    @Test
    void withoutTheRightToWatchItIsPolledAndTheWatchIsTriedSeldom() throws Exception {
        server.watchFailure = Optional.of(new ClusterException.Forbidden("cannot watch"));
        assertThat(followed.step()).isZero();
        for (int i = 0; i < FollowedObject.POLLS_BEFORE_WATCH; i++) {
            int version = i + 2;
            server.present = () -> secret(version);
            assertThat(followed.step()).isEqualTo(FollowedObject.POLL);
            assertThat(version()).isEqualTo("" + version);
        }
        assertThat(FollowedObject.POLL).isLessThan(Duration.ofSeconds(10));
        assertThat(server.requests.stream().filter(each -> each.startsWith("watch")))
                .hasSize(1);

        server.watchFailure = Optional.empty();
        followed.step();
        assertThat(server.open).isEqualTo(1);
    }

    @Test
    void aRightThatWasRemovedIsAProblemAndIsNoticedWhenItIsBack() throws Exception {
        followed.step();
        server.present = failing(new ClusterException.Forbidden("user cannot get resource \"secrets\""));
        followed.step();
        assertThat(followed.content()).isEqualTo(new Content.Unreadable("user cannot get resource \"secrets\""));
        server.present = () -> secret(1);
        followed.step();
        assertThat(version()).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFailureThatWillPassKeepsTheContentAndIsRetriedWithinTenSeconds(boolean ofTheWatch) throws Exception {
        followed.read();
        ClusterException failure = new ClusterException.Unavailable(503, "busy", Duration.ofHours(1));
        if (ofTheWatch) {
            server.watchFailure = Optional.of(failure);
        } else {
            server.present = failing(failure);
        }
        for (int i = 0; i < 20; i++) {
            assertThat(followed.step()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(10));
            assertThat(version()).isEqualTo("1");
        }
        assertThat(server.open).isZero();
        server.watchFailure = Optional.empty();
        server.present = () -> secret(2);
        followed.step();
        assertThat(version()).isEqualTo("2");
    }

    @Test
    void aClosedObjectHasNoOpenWatch() throws Exception {
        followed.step();
        followed.close();
        followed.run();
        assertThat(server.open).isZero();
        assertThat(server.requests).hasSize(2);
    }
}
