package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The ReplicaSet of one color with its Pods, and the controller that creates them and reports them later. The template is known by
 * the label {@code edition}.
 */
final class FakeReplicaSet {

    private record FakePod(String edition, boolean available) {}

    final String color;

    private final List<FakePod> pods = new ArrayList<>();
    private Optional<ObjectNode> object = Optional.empty();
    private long seenGeneration;
    private List<FakePod> seenPods = List.of();

    FakeReplicaSet(String color) {
        this.color = color;
    }

    Optional<ObjectNode> object() {
        return object.map(ObjectNode::deepCopy);
    }

    int pods() {
        return pods.size();
    }

    int replicas() {
        return object.map(set -> set.at("/spec/replicas").asInt()).orElse(0);
    }

    int availableOf(int edition) {
        return (int)
                pods.stream().filter(new FakePod("e" + edition, true)::equals).count();
    }

    /** Creates or updates it, as the watcher does. */
    void apply(JsonNode desired) {
        if (object.isPresent() && !edition(object.get()).equals(edition((ObjectNode) desired))) {
            assertThat(pods).as("Pods when the template changes").isEmpty();
        }
        ObjectNode next = desired.deepCopy();
        long generation = generation();
        boolean changed = object.isEmpty() || !object.get().path("spec").equals(next.path("spec"));
        ((ObjectNode) next.path("metadata"))
                .put("namespace", "default")
                .put("generation", changed ? generation + 1 : generation);
        next.set(
                "status",
                object.isPresent()
                        ? object.get().path("status")
                        : next.objectNode().put("replicas", 0));
        object = Optional.of(next);
    }

    /** A user changes the number of replicas. */
    void scale(int replicas) {
        object.ifPresent(set -> {
            ((ObjectNode) set.path("spec")).put("replicas", replicas);
            ((ObjectNode) set.path("metadata")).put("generation", generation() + 1);
        });
    }

    /** A user deletes it, and the garbage collector deletes its Pods. */
    void delete() {
        object = Optional.empty();
        pods.clear();
        seenPods = List.of();
        seenGeneration = 0;
    }

    /** The controller creates or deletes Pods. */
    void adjustPods() {
        object.ifPresent(set -> {
            seenGeneration = generation();
            seenPods = List.copyOf(pods);
            while (pods.size() < replicas()) {
                pods.add(new FakePod(edition(set), false));
            }
            pods.subList(replicas(), pods.size()).clear();
        });
    }

    /** Pods become available. */
    void startPods() {
        pods.replaceAll(pod -> new FakePod(pod.edition(), true));
    }

    /** The controller reports what it has seen before it created or deleted Pods. */
    void report() {
        object.ifPresent(set -> {
            long available = seenPods.stream().filter(FakePod::available).count();
            ObjectNode status = set.putObject("status").put("replicas", seenPods.size());
            status.put("readyReplicas", available).put("availableReplicas", available);
            status.put("observedGeneration", seenGeneration);
        });
    }

    private long generation() {
        return object.map(set -> set.at("/metadata/generation").asLong()).orElse(0L);
    }

    private static String edition(ObjectNode set) {
        return set.at("/spec/template/metadata/labels/edition").asText();
    }
}
