package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.reconcile.Outcome;
import io.hookline.testing.Tries;
import io.hookline.watcher.RandomChildren.Slot;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * The story of one parent: a controller makes children, other clients disturb them, and a controller that knows nothing of what was
 * before makes the next children. Only changes in the cluster start syncs, as in a running watcher.
 */
final class ConvergenceRun {

    private static final int ENDLESS = 20;

    private final Cluster cluster;
    private final Random random;
    private final ConvergenceSetup setup;
    private final KubeObject parent;
    private final RandomChildren children;
    private final DisturbedChildren others;
    private final List<String> story = new ArrayList<>();

    private int syncs;
    private int requestsAfter;

    /** A parent of this name; its children are in the first namespace, or in all if it is cluster-scoped. */
    private ConvergenceRun(Cluster cluster, List<String> namespaces, String name, String strategy, long seed) {
        this.cluster = cluster;
        this.random = new Random(seed);
        this.setup = ConvergenceSetup.random(random, strategy);
        this.parent = cluster.create(
                parents(),
                LocalWorld.object(
                        "{apiVersion: test.hookline.io/v1, kind: " + setup.parentKind() + ", metadata: {name: "
                                + name + (setup.wide() ? "" : ", namespace: " + namespaces.getFirst()) + "}, spec: "
                                + setup.parentSpec(name) + "}"),
                WriteOptions.PLAIN);
        this.children = new RandomChildren(
                random, name, setup.wide() ? namespaces : List.of(namespaces.getFirst()), setup.isAlwaysDynamic());
        this.others = new DisturbedChildren(cluster, random, children, setup, parent);
        story.add(setup.toString());
    }

    /**
     * What was seen in many runs.
     *
     * @param mostSyncs the largest number of the last sync that wrote something, counted from the disturbed state
     * @param requestsAfter the requests of one more sync of each
     */
    record Totals(int cases, int mostSyncs, int requestsAfter) {

        private Totals plus(ConvergenceRun run) {
            return new Totals(cases + 1, Math.max(mostSyncs, run.syncs), requestsAfter + run.requestsAfter);
        }
    }

    /** Plays so many cases with each apply strategy. */
    static Totals playAll(int cases, long seed, Cluster cluster, List<String> namespaces) {
        Totals[] totals = {new Totals(0, 0, 0)};
        for (String strategy : List.of("dynamic-apply", "server-side-apply")) {
            Tries.of(cases, seed).forAllSeeds(each -> {
                String name = "p" + totals[0].cases();
                ConvergenceRun run = new ConvergenceRun(cluster, namespaces, name, strategy, each);
                run.play();
                totals[0] = totals[0].plus(run);
            });
        }
        return totals[0];
    }

    private ApiResource parents() {
        return cluster.discover().find("test.hookline.io/v1", setup.parents()).orElseThrow();
    }

    private void play() {
        try {
            Map<Slot, ObjectNode> first = children.set(labels());
            Map<Slot, ObjectNode> next = random.nextInt(3) == 0 ? first : children.set(labels());
            boolean complete = before(first);
            others.all().values().forEach(child -> others.written.add(child.uid()));
            disturb();
            converge(first, complete, next);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(String.join("\n  ", story) + "\n" + e.getMessage(), e);
        } finally {
            others.deleteAll(); // before a garbage collector does it, which some API servers have
            cluster.delete(parents(), parent.key(), DeleteOptions.BACKGROUND);
        }
    }

    /** The labels that the hook sets. */
    private Map<String, String> labels() {
        return setup.type() == ConvergenceSetup.Type.SELECTOR ? setup.selected(parent) : Map.of();
    }

    /** A first controller, which may be stopped before it is done. Returns whether it was. */
    private boolean before(Map<Slot, ObjectNode> desired) {
        story.add("first: " + desired.values());
        boolean complete = random.nextInt(4) > 0;
        try (HandDrivenController controller = start(setup.before(), desired)) {
            drive(controller, complete ? ENDLESS : random.nextInt(2));
        }
        return complete;
    }

    private void disturb() {
        for (int i = random.nextInt(13); i > 0; i--) {
            story.add(others.disturb());
        }
        if (random.nextInt(3) == 0) {
            cluster.patch(
                    parents(),
                    parent.key(),
                    Patch.merge("{\"status\":{\"children\":null,\"theirs\":1}}"),
                    WriteOptions.STATUS);
        }
    }

    private void converge(Map<Slot, ObjectNode> first, boolean complete, Map<Slot, ObjectNode> next) {
        story.add("next: " + next.values());
        ConvergenceOracle oracle = new ConvergenceOracle(setup, parent, others, complete ? first : Map.of(), next);
        try (HandDrivenController controller = start(setup.after(), next)) {
            syncs = drive(controller, ENDLESS);
            story.add("settled after " + syncs);
            others.letGo();
            syncs = Math.max(syncs, drive(controller, ENDLESS));
            oracle.check();
            controller.cluster.forget();
            sync(controller);
            requestsAfter = controller.cluster.requests().size();
            assertThat(controller.cluster.requests())
                    .as("requests of one more sync")
                    .isEmpty();
        }
    }

    private HandDrivenController start(String strategy, Map<Slot, ObjectNode> desired) {
        HandDrivenController controller =
                new HandDrivenController(cluster, setup.controller(), next -> next, setup.options(strategy));
        controller.answer = answer(desired);
        return controller;
    }

    private byte[] answer(Map<Slot, ObjectNode> desired) {
        ObjectNode answer = Json.NODES.objectNode();
        answer.putObject("status").put("children", desired.size());
        ArrayNode list = answer.putArray(setup.isDecorator() ? "attachments" : "children");
        desired.values().forEach(list::add);
        if (setup.isDecorator()) {
            answer.putObject("labels").put("decorated", "yes");
        }
        return answer.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Runs syncs as long as some are due, and once more after a minute. Returns the number of the last that wrote something. */
    private int drive(HandDrivenController controller, int most) {
        int last = 0;
        int count = 0;
        for (int i = 0; i < 2; i++) {
            awaitCaches(controller);
            while (count < most && isDue(controller)) {
                count++;
                last = sync(controller) ? count : last;
                awaitCaches(controller);
            }
            controller.clock.advance(Duration.ofMinutes(1));
        }
        assertThat(count).as("syncs without an end").isLessThan(ENDLESS);
        return last;
    }

    private boolean isDue(HandDrivenController controller) {
        for (var next = controller.assembly.queue().poll();
                next.isPresent();
                next = controller.assembly.queue().poll()) {
            controller.assembly.queue().done(next.get().key());
            if (next.get().key().key().equals(parent.key())) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the sync wrote something. */
    private boolean sync(HandDrivenController controller) {
        int before = writes(controller);
        Outcome outcome = controller.outcome(parent.key());
        story.add("sync: " + outcome + " " + controller.cluster.requests());
        assertThat(outcome).isIn(Outcome.awaitChange());
        return writes(controller) > before;
    }

    private static int writes(HandDrivenController controller) {
        return (int) controller.cluster.requests().stream()
                .filter(request -> !request.startsWith("get ") && !request.startsWith("try "))
                .count();
    }

    /** Until the caches show what the cluster has. */
    private void awaitCaches(HandDrivenController controller) {
        if (!isCaughtUp(controller)) {
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(2))
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> isCaughtUp(controller));
        }
    }

    private boolean isCaughtUp(HandDrivenController controller) {
        controller.catchUp();
        return controller.assembly.opened().stream()
                .allMatch(cache -> versions(
                                cluster.list(cache.resource(), ListOptions.ALL).items())
                        .equals(versions(cache.store().all())));
    }

    private static Map<ObjectKey, String> versions(List<KubeObject> objects) {
        return objects.stream().collect(Collectors.toMap(KubeObject::key, KubeObject::resourceVersion));
    }
}
