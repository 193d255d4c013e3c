package io.hookline.watcher.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Discovery;
import io.hookline.object.ApiResource;
import io.hookline.queue.ManualClock;
import io.hookline.watcher.Interposed;
import io.hookline.watcher.WatcherFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Which group versions are read, and how often. */
class DiscoveryOnDemandTest {

    private static final Duration INTERVAL = Duration.ofSeconds(30);

    private final ManualClock clock = new ManualClock();

    /** Counts the requests for each group version; those of a broken aggregated API never return. */
    private RestMapper counting(List<String> read, Predicate<ApiResource> isWatched) {
        Interposed counted = request -> {
            String apiVersion = request.arguments().length == 0 ? "all" : (String) request.arguments()[0];
            read.add(apiVersion);
            if (apiVersion.startsWith("broken")) {
                throw new ClusterException.Unreachable("the server is currently unable to handle the request", null);
            }
            return new Discovery(List.of(resource(apiVersion, "as"), resource(apiVersion, "bs")), List.of());
        };
        return new RestMapper(counted.before(WatcherFixture.newCluster()), clock, INTERVAL, isWatched);
    }

    @Test
    void onlyGroupVersionsThatAreNamedAreRead() {
        List<String> read = new ArrayList<>();
        RestMapper catalog = counting(read, _ -> false);

        catalog.require("apps/v1", "as");
        catalog.require("apps/v1", "bs");
        catalog.require("v1", "as");

        assertThat(read).containsExactly("apps/v1", "v1");
    }

    @Test
    void aKindWhoseDefinitionIsWatchedIsReadAgainOnlyWhenItsGroupChanges() {
        List<String> read = new ArrayList<>();
        RestMapper catalog = counting(read, resource -> resource.group().equals("custom.io"));
        catalog.require("custom.io/v1", "as");
        catalog.require("apps/v1", "as");
        read.clear();

        clock.advance(Duration.ofDays(1));
        catalog.require("custom.io/v1", "as");
        catalog.require("apps/v1", "as");
        assertThat(read).containsExactly("apps/v1");

        read.clear();
        catalog.expire("other.io");
        catalog.require("custom.io/v1", "as");
        catalog.require("apps/v1", "as");
        assertThat(read).isEmpty();

        catalog.expire("custom.io");
        catalog.require("custom.io/v1", "as");
        catalog.require("apps/v1", "as");
        assertThat(read).containsExactly("custom.io/v1");
    }

    @Test
    void aChangedGroupIsReadOnceMoreWhenTheServerMustHaveLearnedOfTheChange() {
        List<String> read = new ArrayList<>();
        RestMapper catalog = counting(read, _ -> true);
        catalog.expire("custom.io");
        catalog.require("custom.io/v1", "as");
        clock.advance(Duration.ofSeconds(2));
        catalog.require("custom.io/v1", "as");
        clock.advance(Duration.ofDays(1));
        catalog.require("custom.io/v1", "as");

        assertThat(read).containsExactly("custom.io/v1", "custom.io/v1");
    }

    @Test
    void aBrokenAggregatedApiNeitherRemovesNorDelaysOtherGroups() {
        List<String> read = new ArrayList<>();
        RestMapper catalog = counting(read, _ -> false);
        catalog.require("apps/v1", "as");
        for (int i = 0; i < 5; i++) {
            clock.advance(Duration.ofMinutes(1));
            assertThat(catalog.find("broken.io/v1", "as")).isEmpty();
            assertThat(catalog.find("apps/v1", "as")).isPresent();
        }
    }

    @Test
    void groupsThatHooksInventAreForgottenAndThoseThatAreServedAreNot() {
        List<String> read = new ArrayList<>();
        Interposed server = request -> {
            String apiVersion = (String) request.arguments()[0];
            read.add(apiVersion);
            return new Discovery(
                    apiVersion.equals("apps/v1") ? List.of(resource(apiVersion, "as")) : List.of(), List.of());
        };
        RestMapper catalog = new RestMapper(server.before(WatcherFixture.newCluster()), clock, INTERVAL, _ -> false);
        catalog.require("apps/v1", "as");
        for (int i = 0; i < 5000; i++) {
            assertThat(catalog.find("invented" + i + ".io/v1", "as")).isEmpty();
        }
        assertThat(catalog.known()).isLessThan(2000);
        read.clear();
        catalog.require("apps/v1", "as");
        assertThat(read).isEmpty();
    }

    private static ApiResource resource(String apiVersion, String plural) {
        return new ApiResource(apiVersion, plural, "", "Kind", true, List.of(), List.of(), Set.of("list"), Set.of());
    }
}
