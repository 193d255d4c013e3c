package io.hookline.testing.scenario;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ListOptions;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/** An embedded cluster with a clock that advances only during waits. A test schedules in advance what happens then. */
public final class HandDrivenEnvironment {

    private final List<Happening> happenings = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final Cluster cluster = LocalCluster.create(() -> now, new Random(1));
    private long calls;
    private long writes;

    private record Happening(Instant at, Runnable what) {}

    public ScenarioEnvironment environment() {
        return new ScenarioEnvironment(cluster, hook -> calls, _ -> writes, () -> now, this::pass);
    }

    public Cluster cluster() {
        return cluster;
    }

    /** Schedules an action this long after now. */
    public void after(Duration delay, Runnable what) {
        happenings.add(new Happening(now.plus(delay), what));
    }

    public void calls(long more) {
        calls += more;
    }

    public void write() {
        writes++;
    }

    private void pass(Duration time) {
        now = now.plus(time);
        for (Iterator<Happening> all = happenings.iterator(); all.hasNext(); ) {
            Happening next = all.next();
            if (!next.at().isAfter(now)) {
                all.remove();
                next.what().run();
            }
        }
    }

    /** The names of all objects. */
    public String everything() {
        List<String> names = new ArrayList<>();
        for (ApiResource resource : cluster.discover().resources()) {
            if (resource.verbs().contains("list")) {
                cluster.list(resource, ListOptions.ALL).items().stream()
                        .map(KubeObject::toString)
                        .forEach(names::add);
            }
        }
        return names.stream().sorted().toList().toString();
    }
}
