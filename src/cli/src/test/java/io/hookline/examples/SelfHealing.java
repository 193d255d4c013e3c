package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Discovery;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.spec.WellKnown;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Breaks each child of each controller of a cluster: changes a field that the hook set, then deletes the child. */
final class SelfHealing {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Parents whose children are broken at the same time. */
    private static final int AT_A_TIME = 2;

    /** Rules of controllers of which the examples have no child once they have settled, and why. */
    static final Map<String, String> WITHOUT_CHILDREN = Map.ofEntries(
            Map.entry("cronjob jobs", "a Job comes at its time only"),
            Map.entry("foobar-sdk jobs", "the hook of foobar on the SDK, for objects that expect.yaml creates"),
            Map.entry("gitlab-lite deployments", "they wait for migrations; expect.yaml completes them and breaks one"),
            Map.entry(
                    "gitlab-lite jobs",
                    "the migrations wait for the stores; expect.yaml reports them and deletes the Job"),
            Map.entry(
                    "mini-endpoints endpointslices",
                    "its Pods have addresses in expect.yaml only, which breaks the slices too"),
            Map.entry(
                    "mysql-cluster deployments",
                    "its routers wait for a server; expect.yaml reports one and breaks them"),
            Map.entry("postgresql cronjobs", "its cluster has no backup; expect.yaml turns it on and breaks it"),
            Map.entry("postgresql deployments", "its cluster has no pooler; expect.yaml turns it on and breaks it"),
            Map.entry(
                    "postgresql-users secrets",
                    "no user of the cluster has a namespace; expect.yaml has one and breaks its Secret"),
            Map.entry(
                    "project rolebindings",
                    "server-side apply leaves no annotation to find them by; expect.yaml breaks them"),
            Map.entry("visitors-side-gate configmaps", "it starts only with the Secret of another team"),
            Map.entry(
                    "webapp services",
                    "mini-endpoints has a Service of this name here; expect.yaml breaks that of webapp"));

    /** Children that are replaced by one with another name, and why. */
    private static final Map<String, String> REPLACED = Map.of(
            "mini-replicaset Pod",
            "a Pod has a number that is used only once, as those of a ReplicaSet have new names",
            "mini-job Pod",
            "a Pod that is seen while it is being deleted gives its place to the next attempt");

    /** The field to change of children of which another one has an effect that cannot be undone. */
    private static final Map<String, String> FIELDS =
            Map.of("pipeline TaskRun", "/spec/script"); // with another value of spec.cancelled, the task ends

    private final Cluster cluster;
    private final Discovery discovery;
    private final Queue<Repair> repairs = new ConcurrentLinkedQueue<>();
    private final Queue<String> broken = new ConcurrentLinkedQueue<>();

    /** One repair, with the time that it took. */
    record Repair(String rule, String what, Duration took) {}

    SelfHealing(Cluster cluster) {
        this.cluster = cluster;
        this.discovery = cluster.discover();
    }

    /** Breaks all children; returns the repairs, and fails if a child is not repaired or none of its fields can be changed. */
    List<Repair> breakAll() throws Exception {
        List<WrittenChild> children = children();
        Map<String, String> parents = new HashMap<>();
        children.forEach(
                child -> parents.put(child.object().uid(), child.object().controllerUid()));
        NavigableMap<Integer, List<WrittenChild>> byDepth = children.stream()
                .collect(Collectors.groupingBy(
                        child -> depth(child.object().uid(), parents), TreeMap::new, Collectors.toList()));
        for (List<WrittenChild> level : byDepth.descendingMap().values()) {
            breakAll(level); // the deepest first, since a parent that is created again has other children
        }
        assertThat(broken).as("children that were not repaired").isEmpty();
        return List.copyOf(repairs);
    }

    /** How many of the objects above an object are children, too. */
    private static int depth(String uid, Map<String, String> parents) {
        String parent = parents.get(uid);
        return parent == null ? 0 : 1 + depth(parent, parents);
    }

    private void breakAll(List<WrittenChild> children) throws Exception {
        List<Future<?>> parents = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME)) {
            children.stream()
                    .collect(Collectors.groupingBy(child -> child.object().controllerUid()))
                    .forEach((_, siblings) -> parents.add(threads.submit(() -> siblings.forEach(this::breakOne))));
        }
        for (Future<?> parent : parents) {
            parent.get();
        }
    }

    /** All children of all controllers. */
    List<WrittenChild> children() {
        return controllers()
                .flatMap(controller -> childrenOf(controller).stream())
                .toList();
    }

    private Stream<KubeObject> controllers() {
        return Stream.of("compositecontrollers", "decoratorcontrollers")
                .map(kind ->
                        discovery.find("metacontroller.k8s.io/v1alpha1", kind).orElseThrow())
                .flatMap(kind -> list(kind).stream());
    }

    /** The name of the controller and the resource of each rule for children that has no child. */
    Set<String> rulesWithoutChildren() {
        Set<String> rules = controllers()
                .flatMap(controller -> rules(controller)
                        .map(rule ->
                                controller.name() + " " + rule.path("resource").asText()))
                .collect(Collectors.toSet());
        children()
                .forEach(child ->
                        rules.remove(child.controller() + " " + child.resource().plural()));
        return rules;
    }

    private static Stream<JsonNode> rules(KubeObject controller) {
        JsonNode spec = controller.tree().path("spec");
        return Stream.concat(
                spec.path("childResources").valueStream(),
                spec.path("attachments").valueStream());
    }

    private List<KubeObject> list(ApiResource resource) {
        return cluster.list(resource, ListOptions.ALL).items();
    }

    private List<WrittenChild> childrenOf(KubeObject controller) {
        JsonNode spec = controller.tree().path("spec");
        Set<String> parents = Stream.concat(
                        Stream.of(spec.path("parentResource")),
                        spec.path("resources").valueStream())
                .filter(JsonNode::isObject)
                .flatMap(this::parents)
                .collect(Collectors.toSet());
        return rules(controller)
                .flatMap(rule -> list(resource(rule)).stream()
                        .filter(object -> object.annotation(WellKnown.LAST_APPLIED) != null
                                && parents.contains(object.controllerUid())
                                && isMarked(controller, object))
                        .map(object -> new WrittenChild(controller.name(), method(rule), resource(rule), object)))
                .toList();
    }

    /** The uids of the objects that a rule selects. */
    private Stream<String> parents(JsonNode rule) {
        Map<String, String> selected = new HashMap<>();
        rule.at("/labelSelector/matchLabels")
                .properties()
                .forEach(label -> selected.put(label.getKey(), label.getValue().asText()));
        return list(resource(rule)).stream()
                .filter(object -> object.labels().entrySet().containsAll(selected.entrySet()))
                .map(KubeObject::uid);
    }

    private static String method(JsonNode rule) {
        return rule.at("/updateStrategy/method").asText("OnDelete");
    }

    /** Whether a child has the annotation of a decorator, or none and the controller is a composite. */
    private static boolean isMarked(KubeObject controller, KubeObject child) {
        String decorator = child.annotation(WellKnown.DECORATOR_CONTROLLER);
        return controller.kind().equals("DecoratorController")
                ? controller.name().equals(decorator)
                : decorator == null;
    }

    private ApiResource resource(JsonNode rule) {
        return discovery
                .find(rule.path("apiVersion").asText(), rule.path("resource").asText())
                .orElseThrow();
    }

    private void breakOne(WrittenChild child) {
        if (!isThere(child)) {
            broken.add(child.rule() + " is missing: " + child.object());
            return;
        }
        if (!child.method().equals("OnDelete")) { // such children keep their changes
            edit(child);
        }
        delete(child);
    }

    /** A child that went with its namespace, or with a parent that is a child itself, is there again soon. */
    private boolean isThere(WrittenChild child) {
        return becomesTrue(() -> find(child).isPresent());
    }

    private static boolean becomesTrue(Callable<Boolean> condition) {
        try {
            Awaitility.await()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(10))
                    .atMost(PATIENCE)
                    .until(condition);
            return true;
        } catch (ConditionTimeoutException _) {
            return false;
        }
    }

    private void edit(WrittenChild child) {
        for (WrittenChild.Edit edit : child.edits()) {
            Optional<KubeObject> before = find(child);
            if (before.isEmpty()) {
                broken.add(child.rule() + " is missing: " + child.object());
                return;
            }
            JsonNode was = before.get().tree().at(edit.field());
            boolean chosen = edit.field().toString().startsWith(FIELDS.getOrDefault(child.rule(), ""));
            if (chosen && was.isValueNode() && isAccepted(child, edit, was)) {
                await(child, "edit of " + edit.field(), now -> isRestored(now, edit, was));
                return;
            }
        }
        broken.add(child.rule() + ": no field of " + child.object() + " can be changed");
    }

    private boolean isAccepted(WrittenChild child, WrittenChild.Edit edit, JsonNode was) {
        try {
            KubeObject now = cluster.patch(
                    child.resource(),
                    child.object().key(),
                    Patch.json(edit.patch()),
                    WriteOptions.PLAIN.by("somebody"));
            return !now.tree().at(edit.field()).equals(was);
        } catch (ClusterException _) {
            return false; // the API server allows no such value, or no change at all
        }
    }

    /** Whether a field has the value of before, or another one that the hook has returned meanwhile. */
    private static boolean isRestored(KubeObject now, WrittenChild.Edit edit, JsonNode was) {
        JsonNode value = now.tree().at(edit.field());
        return value.equals(was) || value.equals(WrittenChild.applied(now).at(edit.field()));
    }

    private void delete(WrittenChild child) {
        Set<String> before = siblings(child).map(KubeObject::uid).collect(Collectors.toSet());
        try {
            cluster.delete(child.resource(), child.object().key(), DeleteOptions.BACKGROUND);
        } catch (ClusterException.NotFound _) {
            broken.add(child.rule() + " is missing before its deletion: " + child.object());
            return;
        }
        await(child, "deletion", now -> !before.contains(now.uid()));
    }

    private Stream<KubeObject> siblings(WrittenChild child) {
        return list(child.resource()).stream()
                .filter(object -> object.controllerUid().equals(child.object().controllerUid()));
    }

    private Optional<KubeObject> find(WrittenChild child) {
        try {
            return Optional.of(cluster.get(child.resource(), child.object().key()))
                    .filter(object -> !object.isBeingDeleted());
        } catch (ClusterException.NotFound _) {
            return Optional.empty();
        }
    }

    private void await(WrittenChild child, String what, Predicate<KubeObject> repaired) {
        long start = System.nanoTime();
        boolean renamed = REPLACED.containsKey(child.rule());
        if (becomesTrue(() -> (renamed ? siblings(child) : find(child).stream()).anyMatch(repaired))) {
            repairs.add(new Repair(child.rule(), what, Duration.ofNanos(System.nanoTime() - start)));
        } else {
            broken.add(child.rule() + ": not repaired after " + what + ": " + child.object());
        }
    }
}
