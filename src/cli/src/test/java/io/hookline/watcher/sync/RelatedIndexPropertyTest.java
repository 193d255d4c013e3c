package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.docs.Figure;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.LabelSelector.Operator;
import io.hookline.object.LabelSelector.Requirement;
import io.hookline.object.ObjectKey;
import io.hookline.testing.Tries;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ResourceName;
import io.hookline.watcher.model.SyncException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The index finds exactly the parents that a walk over all parents and all their rules finds, by the match rules of
 * Metacontroller taken word for word.
 */
class RelatedIndexPropertyTest {

    private static final List<String> NAMESPACES = List.of("n1", "n2", "n3", "gone");
    private static final List<String> NAMES = List.of("a", "b", "c", "d");
    private static final List<String> RESOURCES = List.of("secrets", "nodes");

    /** A parent with its rules; {@code home} is empty for a cluster-scoped one. */
    private record Asking(ParentKey key, String home, HookVersion version, List<RelatedRule> rules) {}

    /** 100 rounds of 100 objects each: 10,000 objects. */
    @Test
    void theIndexAgreesWithAWalkOverAllParentsAndRules() {
        AtomicInteger objects = new AtomicInteger();
        Tries.of(100, 20).forAllSeeds(seed -> {
            Random random = new Random(seed);
            RelatedIndex index = new RelatedIndex();
            Map<String, Map<String, String>> namespaces = namespaces(random);
            Map<ParentKey, Asking> parents = new LinkedHashMap<>();
            for (int i = 0; i < 100; i++) {
                changeOneParent(random, index, parents);
                KubeObject object = object(random);
                ResourceName resource = new ResourceName("v1", object.kind().equals("Node") ? "nodes" : "secrets");

                Set<ParentKey> found = new HashSet<>();
                index.collect(resource, object, namespaces::get, found);

                assertThat(found).isEqualTo(walk(parents.values(), resource, object, namespaces));
                objects.incrementAndGet();
            }
            parents.keySet().forEach(index::forget);
            assertThat(index.isEmpty()).isTrue();
        });
        Figure.of("random objects whose parents the index finds as a search of all parents does", "objects")
                .atLeast(10_000)
                .is(objects.get());
    }

    @Test
    void aNamespaceTurnsExactlyTheSelectorsThatAnswerOtherwiseThanBefore() {
        Tries.of(50, 21).forAllSeeds(seed -> {
            Random random = new Random(seed);
            RelatedIndex index = new RelatedIndex();
            Map<ParentKey, Asking> parents = new LinkedHashMap<>();
            for (int i = 0; i < 30; i++) {
                changeOneParent(random, index, parents);
                Map<String, String> before = random.nextInt(4) == 0 ? null : labels(random);
                Map<String, String> now = random.nextInt(4) == 0 ? null : labels(random);

                Set<ParentKey> found = new HashSet<>();
                index.collectForNamespace(before, now, found);

                Set<ParentKey> expected = new HashSet<>();
                parents.values().stream()
                        .filter(parent -> valid(parent).stream()
                                .flatMap(rule -> rule.namespaceSelector().stream())
                                .anyMatch(
                                        s -> (before != null && s.matches(before)) != (now != null && s.matches(now))))
                        .forEach(parent -> expected.add(parent.key()));
                assertThat(found).isEqualTo(expected);
            }
        });
    }

    /** Adds, changes or removes a parent, in the index and beside it. */
    private static void changeOneParent(Random random, RelatedIndex index, Map<ParentKey, Asking> parents) {
        String home = random.nextBoolean() ? "" : pick(random, NAMESPACES);
        ParentKey key = new ParentKey(
                GroupVersionKind.of("v1", home.isEmpty() ? "Cluster" : "Spaced"),
                new ObjectKey(home, "p" + random.nextInt(8)));
        if (random.nextInt(5) == 0) {
            index.forget(key);
            parents.remove(key);
            return;
        }
        HookVersion version = random.nextBoolean() ? HookVersion.V1 : HookVersion.V2;
        Asking parent = new Asking(
                key,
                home,
                version,
                IntStream.range(0, random.nextInt(5))
                        .mapToObj(_ -> rule(random))
                        .toList());
        parents.put(key, parent);
        index.register(key, rules(version).select(valid(parent), home));
    }

    private static RelatedRules rules(HookVersion version) {
        return new RelatedRules(RelatedRulesTest::resource, version, false);
    }

    /** Rules that would fail the sync match nothing. */
    private static List<RelatedRule> valid(Asking parent) {
        return parent.rules().stream()
                .filter(rule -> {
                    try {
                        return !rules(parent.version())
                                .select(List.of(rule), parent.home())
                                .isEmpty();
                    } catch (SyncException _) {
                        return false;
                    }
                })
                .toList();
    }

    private static Set<ParentKey> walk(
            Iterable<Asking> parents,
            ResourceName resource,
            KubeObject object,
            Map<String, Map<String, String>> namespaces) {
        Set<ParentKey> found = new HashSet<>();
        for (Asking parent : parents) {
            for (RelatedRule rule : parent.rules()) {
                boolean same = rule.apiVersion().equals(resource.apiVersion())
                        && rule.resource().equals(resource.plural());
                if (same && matches(parent, rule, object, namespaces)) {
                    found.add(parent.key());
                }
            }
        }
        return found;
    }

    /** As in the contract: an error means no match. */
    private static boolean matches(
            Asking parent, RelatedRule rule, KubeObject object, Map<String, Map<String, String>> namespaces) {
        boolean hasLabels = rule.labelSelector().isPresent();
        boolean hasNamespaces = rule.namespaceSelector().isPresent();
        boolean hasNamespace = !rule.namespace().isEmpty();
        boolean hasNames = !rule.names().isEmpty();
        boolean relatedIsNamespaced = !object.namespace().isEmpty();
        boolean v1AndNamespaced =
                parent.version() == HookVersion.V1 && !parent.home().isEmpty();
        boolean labelsMatch =
                rule.labelSelector().orElse(LabelSelector.EVERYTHING).matches(object.labels());
        if ((hasNames && (hasLabels || hasNamespaces)) || (hasNamespace && hasNamespaces)) {
            return false;
        }
        if (hasNamespaces) {
            Map<String, String> namespace = namespaces.get(object.namespace());
            return !v1AndNamespaced
                    && relatedIsNamespaced
                    && labelsMatch
                    && namespace != null
                    && rule.namespaceSelector().get().matches(namespace);
        }
        boolean atHome = object.namespace().equals(parent.home()) || !relatedIsNamespaced;
        boolean foreignRule = v1AndNamespaced
                && relatedIsNamespaced
                && hasNamespace
                && !rule.namespace().equals(parent.home());
        boolean inNamespace = !relatedIsNamespaced || rule.namespace().equals(object.namespace());
        if (hasLabels && hasNamespace) {
            return !foreignRule && labelsMatch && inNamespace;
        }
        if (hasNamespace || hasNames) {
            boolean fits = v1AndNamespaced ? !foreignRule && atHome : !hasNamespace || inNamespace;
            return fits && (!hasNames || rule.names().contains(object.name()));
        }
        return labelsMatch && (!v1AndNamespaced || atHome);
    }

    private static RelatedRule rule(Random random) {
        List<String> names = random.nextInt(3) > 0
                ? List.of()
                : IntStream.range(0, 1 + random.nextInt(3))
                        .mapToObj(_ -> pick(random, NAMES))
                        .toList();
        return new RelatedRule(
                "v1",
                pick(random, RESOURCES),
                random.nextBoolean() ? Optional.empty() : Optional.of(selector(random)),
                random.nextInt(3) > 0 ? Optional.empty() : Optional.of(selector(random)),
                random.nextBoolean() ? "" : pick(random, NAMESPACES),
                names);
    }

    private static LabelSelector selector(Random random) {
        return new LabelSelector(IntStream.range(0, random.nextInt(3))
                .mapToObj(_ -> requirement(random))
                .toList());
    }

    private static Requirement requirement(Random random) {
        Operator operator = pick(random, List.of(Operator.values()));
        boolean valued = operator == Operator.IN || operator == Operator.NOT_IN;
        List<String> values = valued
                ? IntStream.range(0, 1 + random.nextInt(2))
                        .mapToObj(_ -> pick(random, List.of("1", "2", "3")))
                        .toList()
                : List.of();
        return new Requirement(pick(random, List.of("x", "y", "z")), operator, values);
    }

    private static KubeObject object(Random random) {
        boolean node = random.nextInt(3) == 0;
        var json = Json.NODES.objectNode().put("apiVersion", "v1").put("kind", node ? "Node" : "Secret");
        var metadata = json.putObject("metadata").put("name", pick(random, NAMES));
        if (!node) {
            metadata.put("namespace", pick(random, NAMESPACES));
        }
        var labels = metadata.putObject("labels");
        labels(random).forEach(labels::put);
        return KubeObject.of(json);
    }

    private static Map<String, Map<String, String>> namespaces(Random random) {
        Map<String, Map<String, String>> namespaces = new HashMap<>();
        List.of("n1", "n2", "n3").forEach(name -> namespaces.put(name, labels(random)));
        return namespaces;
    }

    private static Map<String, String> labels(Random random) {
        Map<String, String> labels = new HashMap<>();
        for (String key : List.of("x", "y", "z")) {
            if (random.nextBoolean()) {
                labels.put(key, pick(random, List.of("1", "2", "3")));
            }
        }
        return labels;
    }

    private static <T> T pick(Random random, List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
