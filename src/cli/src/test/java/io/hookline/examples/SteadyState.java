package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ListOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Whether a cluster changes: the versions of all its objects and events, which every write changes. */
final class SteadyState {

    /** Longer than two rounds of what the watcher writes by the clock: the status of its controllers, every 10 s. */
    private static final Duration SETTLED = Duration.ofSeconds(25);

    private static final Duration STILL = Duration.ofSeconds(30);
    private static final Duration SETTLES_WITHIN = Duration.ofMinutes(3);

    /** The control plane itself renews these. */
    private static final Set<String> NOT_OURS = Set.of("leases");

    private final Cluster cluster;
    private final ApiResource namespaces;

    SteadyState(Cluster cluster) {
        this.cluster = cluster;
        this.namespaces = cluster.discover().find("v1", "namespaces").orElseThrow();
    }

    /** Waits until nothing has changed for some seconds, and prints how long after the start the last change was. */
    void reportSettled(String what, Instant started) {
        Duration settled = Duration.between(started, awaitSettled());
        System.out.printf("%s: settled after %.1f s%n", what, settled.toMillis() / 1e3);
    }

    private Instant awaitSettled() {
        Moment[] last = {Moment.NONE};
        Awaitility.await()
                .pollInterval(Duration.ofMillis(500))
                .atMost(SETTLES_WITHIN)
                .ignoreExceptionsInstanceOf(ClusterException.class) // a new kind cannot be listed at once
                .until(() -> {
                    Moment now = look(last[0]);
                    if (!now.versions().equals(last[0].versions())) {
                        last[0] = now;
                    }
                    return last[0].seen().plus(SETTLED).isBefore(now.seen());
                });
        return last[0].seen();
    }

    /** Observes for half a minute that no object is written and no event is recorded. */
    void assertStill() {
        Moment before = look(Moment.NONE);
        Instant end = before.seen().plus(STILL);
        Awaitility.await()
                .pollInterval(Duration.ofSeconds(1))
                .atMost(STILL.multipliedBy(2))
                .until(() -> {
                    Moment now = look(before);
                    assertThat(before.changesTo(now)).isEmpty();
                    return now.seen().isAfter(end);
                });
    }

    /** What is there now. Without a write since the last look, all objects are as they were. */
    private Moment look(Moment last) {
        Instant seen = Instant.now();
        String revision = revision();
        if (revision.equals(last.revision())) {
            return new Moment(revision, last.versions(), seen);
        }
        Set<String> versions = new TreeSet<>();
        for (ApiResource resource : cluster.discover().resources()) {
            if (resource.verbs().contains("list") && !NOT_OURS.contains(resource.plural())) {
                cluster.list(resource, ListOptions.ALL).items().forEach(object -> versions.add(version(object)));
            }
        }
        return new Moment(revision, versions, seen);
    }

    /** The version of any list is that of the last write to any object. */
    private String revision() {
        return cluster.list(namespaces, ListOptions.ALL).resourceVersion();
    }

    private static String version(KubeObject object) {
        String text = object + " " + object.resourceVersion();
        return object.kind().equals("Event")
                ? text + " " + object.tree().path("reason").asText() + " "
                        + object.tree().path("message").asText()
                : text;
    }

    /** @param revision at most that of the last write to these objects */
    private record Moment(String revision, Set<String> versions, Instant seen) {

        private static final Moment NONE = new Moment("", Set.of(), Instant.EPOCH);

        List<String> changesTo(Moment later) {
            return Stream.concat(
                            versions.stream()
                                    .filter(version -> !later.versions.contains(version))
                                    .map(version -> "before: " + version),
                            later.versions.stream()
                                    .filter(version -> !versions.contains(version))
                                    .map(version -> "after:  " + version))
                    .toList();
        }
    }
}
