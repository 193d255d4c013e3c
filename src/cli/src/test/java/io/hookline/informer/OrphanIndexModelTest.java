package io.hookline.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import io.hookline.testing.Tries;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** For any sequence of changes and queries, the index finds exactly what a scan of all objects finds. */
class OrphanIndexModelTest {

    /** More labels than are indexed. */
    private static final int KEYS = 11;

    private sealed interface Step {
        record Put(int namespace, int name, int key, int value, boolean owned) implements Step {}

        record Remove(int namespace, int name) implements Step {}

        record Select(int namespace, String selector) implements Step {}
    }

    @Test
    void theIndexFindsWhatAScanOfAllObjectsFinds() {
        Tries.of(500, 29).forAllLists(10, 80, OrphanIndexModelTest::step, OrphanIndexModelTest::live);
    }

    private static void live(List<Step> steps) {
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
                case Step.Select select -> {
                    String namespace = select.namespace() == 0 ? "" : "ns" + select.namespace();
                    LabelSelector selector = LabelSelector.parse(select.selector());
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

    private static Step step(Random random) {
        return switch (random.nextInt(7)) {
            case 0, 1, 2 ->
                new Step.Put(
                        random.nextInt(1, 3),
                        random.nextInt(6),
                        random.nextInt(KEYS),
                        random.nextInt(2),
                        random.nextInt(3) == 0);
            case 3 -> new Step.Remove(random.nextInt(1, 3), random.nextInt(6));
            default -> new Step.Select(random.nextInt(3), selector(random));
        };
    }

    private static String selector(Random random) {
        int key = random.nextInt(KEYS);
        int value = random.nextInt(2);
        return switch (random.nextInt(6)) {
            case 0 -> "l" + key + "=v" + value;
            case 1 -> "all in (v0,v1,v0),l" + key + "=v" + value;
            case 2 -> "all=v" + value;
            case 3 -> "l" + key;
            case 4 -> "all!=v0,!l" + key;
            default -> "";
        };
    }
}
