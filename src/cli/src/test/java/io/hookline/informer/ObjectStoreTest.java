package io.hookline.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Cached objects are found by every index. */
class ObjectStoreTest extends InformerSuite {

    @Test
    void theStoreFindsByNamespaceOwnerAndAbsenceOfOwner() {
        cluster.put("one", "a", "parent", "");
        cluster.put("one", "b", "", "");
        cluster.put("two", "c", "", "");
        ObjectStore store = subscribeAndSettle().store();

        assertThat(names(store.inNamespace("one"))).containsExactlyInAnyOrder("a", "b");
        assertThat(names(store.controlledBy("parent"))).containsExactly("a");
        assertThat(names(store.orphans("one", LabelSelector.EVERYTHING))).containsExactly("b");
        assertThat(names(store.orphans("", LabelSelector.EVERYTHING))).containsExactlyInAnyOrder("b", "c");
        assertThat(store.get(new ObjectKey("two", "c"))).isPresent();
        assertThat(store.get(new ObjectKey("one", "c"))).isEmpty();
    }

    @Test
    void indexesFollowChangesOfTheOwner() {
        cluster.put("one", "a", "", "");
        ObjectStore store = subscribeAndSettle().store();
        cluster.put("one", "a", "parent", "");
        settle();
        assertThat(names(store.controlledBy("parent"))).containsExactly("a");
        assertThat(store.orphans("one", LabelSelector.EVERYTHING)).isEmpty();

        cluster.remove("one", "a");
        settle();
        assertThat(store.controlledBy("parent")).isEmpty();
        assertThat(store.all()).isEmpty();
        assertThat(store.size()).isZero();
    }

    @Test
    void equalValuesOfSeveralObjectsAreStoredOnce() {
        cluster.put("one", "a", "parent", "\"app\":\"web\"");
        cluster.put("one", "b", "parent", "\"app\":\"web\"");
        List<KubeObject> both = subscribeAndSettle().store().all();

        KubeObject a = both.getFirst();
        KubeObject b = both.getLast();
        assertThat(a.namespace()).isSameAs(b.namespace());
        assertThat(a.kind()).isSameAs(b.kind());
        assertThat(a.labels()).isSameAs(b.labels()).containsEntry("app", "web");
        assertThat(a.controllerOwner().orElseThrow())
                .isSameAs(b.controllerOwner().orElseThrow());
    }

    @Test
    void aReturnedListDoesNotChange() {
        cluster.put("a");
        ObjectStore store = subscribeAndSettle().store();
        List<KubeObject> before = store.all();
        cluster.put("b");
        settle();

        assertThat(before).hasSize(1);
        assertThat(store.all()).hasSize(2);
    }

    @Test
    void objectsOfOneIndexKeepTheirInsertionOrder() {
        List<String> names =
                IntStream.range(0, 20).mapToObj(i -> "n" + i * 7 % 20).toList();
        ObjectStore store = subscribeAndSettle().store();
        names.forEach(name -> cluster.put("one", name, "parent", ""));
        names.forEach(name -> cluster.put("two", name, "", "\"app\":\"web\""));
        settle();

        assertThat(names(store.controlledBy("parent"))).isEqualTo(names);
        assertThat(names(store.orphans("two", LabelSelector.EVERYTHING))).isEqualTo(names);
        assertThat(names(store.orphans("", LabelSelector.parse("app=web")))).isEqualTo(names);
    }
}
