package io.hookline.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Whatever was asked before, and however objects come, change and go: the index finds what a look at all would find. */
class OrphansModelTest {

    /** More labels than are indexed. */
    private static final int KEYS = 11;

    private sealed interface Step {
        record Put(int namespace, int name, int key, int value, boolean owned) implements Step {}

        record Remove(int namespace, int name) implements Step {}

        record Ask(int namespace, String selector) implements Step {}
    }

    @Property(seed = "29", tries = 500)
    void theIndexFindsWhatALookAtAllWouldFind(@ForAll("steps") List<Step> steps) {
        IndexedStore store = new IndexedStore();
        Map<ObjectKey, KubeObject> truth = new HashMap<>();
        long version = 0;
        for (Step step : steps) {
            version++;
            switch (step) {
                case Step.Put put -> {
                    KubeObject object = object(put, version);
                    store.put(object);
                    truth.put(object.key(), object);
                }
                case Step.Remove remove -> {
                    ObjectKey key = new ObjectKey("ns" + remove.namespace(), "o" + remove.name());
                    store.remove(key);
                    truth.remove(key);
                }
                case Step.Ask ask -> {
                    String namespace = ask.namespace() == 0 ? "" : "ns" + ask.namespace();
                    LabelSelector selector = LabelSelector.parse(ask.selector());
                    assertThat(store.orphans(namespace, selector))
                            .containsExactlyInAnyOrderElementsOf(select(truth, namespace, selector));
                }
            }
        }
    }

    private static KubeObject object(Step.Put put, long version) {
        String name = "o" + put.name();
        String labels = "\"l" + put.key() + "\":\"v" + put.value() + "\",\"all\":\"v" + put.value() + "\"";
        return FakeCluster.object(
                "ns" + put.namespace(), name, "uid-" + name, version, put.owned() ? "parent" : "", labels);
    }

    private static List<KubeObject> select(Map<ObjectKey, KubeObject> truth, String namespace, LabelSelector selector) {
        return truth.values().stream()
                .filter(object -> object.controllerUid().isEmpty())
                .filter(object -> namespace.isEmpty() || object.namespace().equals(namespace))
                .filter(object -> selector.matches(object.labels()))
                .toList();
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Integer> namespaces = Arbitraries.integers().between(1, 2);
        Arbitrary<Integer> names = Arbitraries.integers().between(0, 5);
        Arbitrary<Integer> keys = Arbitraries.integers().between(0, KEYS - 1);
        Arbitrary<Integer> values = Arbitraries.integers().between(0, 1);
        Arbitrary<Step> put = Combinators.combine(namespaces, names, keys, values, Arbitraries.of(true, false, false))
                .as(Step.Put::new);
        Arbitrary<Step> remove = Combinators.combine(namespaces, names).as(Step.Remove::new);
        Arbitrary<String> selectors = Arbitraries.oneOf(
                Combinators.combine(keys, values).as((key, value) -> "l" + key + "=v" + value),
                Combinators.combine(keys, values).as((key, value) -> "all in (v0,v1,v0),l" + key + "=v" + value),
                values.map(value -> "all=v" + value),
                keys.map(key -> "l" + key),
                keys.map(key -> "all!=v0,!l" + key),
                Arbitraries.just(""));
        Arbitrary<Step> ask = Combinators.combine(Arbitraries.integers().between(0, 2), selectors)
                .as(Step.Ask::new);
        return Arbitraries.frequencyOf(Tuple.of(3, put), Tuple.of(1, remove), Tuple.of(3, ask))
                .list()
                .ofMinSize(10)
                .ofMaxSize(80);
    }
}
