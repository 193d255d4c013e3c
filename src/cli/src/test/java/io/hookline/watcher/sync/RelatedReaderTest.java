package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.informer.ObjectStore;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import io.hookline.watcher.sync.RelatedObjects.RelatedReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How caches are read: in the cheapest way that a selection allows. */
class RelatedReaderTest {

    private final List<String> questions = new ArrayList<>();
    private final RelatedReader reader = new RelatedReader(_ -> new Notes());

    /** An empty store that records how it is read. */
    private final class Notes implements ObjectStore {
        @Override
        public Optional<KubeObject> get(ObjectKey key) {
            questions.add("get " + key);
            return Optional.empty();
        }

        @Override
        public List<KubeObject> all() {
            questions.add("all");
            return List.of();
        }

        @Override
        public List<KubeObject> inNamespace(String namespace) {
            questions.add("namespace " + namespace);
            return List.of();
        }

        @Override
        public List<KubeObject> controlledBy(String uid) {
            throw new IllegalStateException("owners do not matter here");
        }

        @Override
        public List<KubeObject> orphans(String namespace, LabelSelector selector) {
            throw new IllegalStateException("owners do not matter here");
        }

        @Override
        public int size() {
            return 0;
        }

        @Override
        public long bytes() {
            return 0;
        }
    }

    private List<String> questions(String resource, String namespace, String... names) {
        ApiResource found = RelatedRulesTest.resource("v1", resource);
        reader.read(List.of(
                new RelatedSelection(found, namespace, List.of(names), LabelSelector.EVERYTHING, Optional.empty())));
        return questions;
    }

    @Test
    void namesInANamespaceAreLookedUp() {
        assertThat(questions("secrets", "n", "a", "b")).containsExactly("get n/a", "get n/b");
    }

    @Test
    void namesOfClusterScopedObjectsAreLookedUp() {
        assertThat(questions("nodes", "", "a")).containsExactly("get a");
    }

    @Test
    void aNamespaceIsReadAlone() {
        assertThat(questions("secrets", "n")).containsExactly("namespace n");
    }

    @Test
    void onlyRulesWithoutNamespaceReadAllThereIs() {
        assertThat(questions("secrets", "", "a")).containsExactly("all");
    }
}
