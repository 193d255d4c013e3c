package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.reconcile.Outcome;
import io.hookline.reconcile.Reconciler;
import io.hookline.spec.ParentRule;
import io.hookline.trace.Causes;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.ParentKinds;
import io.hookline.watcher.model.ParentRevision;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.related.RelatedParts;
import io.hookline.watcher.state.ParentMemory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A parent that is deleted during its sync leaves nothing in memory. */
class ForgettingReconcilerTest {

    private static final String HOOKS =
            "hooks: {sync: {webhook: {url: 'http://h'}}, customize: {webhook: {url: 'http://h'}}}";

    private final RelatedParts parts = new RelatedParts("v1", "configmaps", HOOKS);

    private static RelatedParts withParent(RelatedParts parts) {
        parts.configMap("default/p", "{}");
        parts.settle();
        return parts;
    }

    private Outcome reconcile(Reconciler<ParentKey> next) throws InterruptedException {
        ParentKey key = ParentKey.of(parts.parent("default/p"));
        return new ForgettingReconciler(new ParentKinds(List.of(parts.kind)), parts.memories, next)
                .reconcile(key, Causes.NONE);
    }

    private void delete() {
        parts.local.delete(parts.kind.resource(), parts.parent("default/p").key(), DeleteOptions.BACKGROUND);
    }

    @Test
    void aParentThatExistsAfterTheSyncIsRemembered() throws InterruptedException {
        try (RelatedParts there = withParent(parts)) {
            ParentMemory memory = there.memories.of(there.parent("default/p"));

            assertThat(reconcile((_, _) -> Outcome.awaitChange())).isEqualTo(Outcome.awaitChange());

            assertThat(there.memories.of(there.parent("default/p"))).isSameAs(memory);
        }
    }

    @Test
    void aParentThatIsDeletedDuringTheSyncIsForgottenAfterIt() throws InterruptedException {
        try (RelatedParts there = withParent(parts)) {
            KubeObject parent = there.parent("default/p");
            reconcile((_, _) -> {
                delete();
                there.settle();
                there.memories.of(parent);
                return Outcome.awaitChange();
            });
            assertThat(there.memories.size()).isZero();
        }
    }

    @Test
    void aParentThatIsReplacedDuringTheSyncIsForgottenToo() throws InterruptedException {
        try (RelatedParts there = withParent(parts)) {
            KubeObject parent = there.parent("default/p");
            reconcile((_, _) -> {
                delete();
                there.configMap("default/p", "{}");
                there.settle();
                there.memories.of(parent);
                return Outcome.awaitChange();
            });
            assertThat(there.memories.size()).isZero();
        }
    }

    @Test
    void aParentThatIsNotSelectedAnyMoreIsForgottenThoughItExists() throws InterruptedException {
        try (RelatedParts there = withParent(parts)) {
            ParentRule selecting = new ParentRule(
                    "v1", "configmaps", LabelSelector.ofLabel("app", "x"), LabelSelector.EVERYTHING, false, List.of());
            ParentKind kind =
                    new ParentKind(selecting, there.kind.resource(), there.kind.subscription(), there.kind.finalizer());
            KubeObject parent = there.parent("default/p");
            there.memories.of(parent);

            new ForgettingReconciler(new ParentKinds(List.of(kind)), there.memories, (_, _) -> Outcome.awaitChange())
                    .reconcile(ParentKey.of(parent), Causes.NONE);

            assertThat(there.memories.size()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"secrets", "nonsense"})
    void whatTheCustomizeHookAnsweredMeanwhileIsForgotten(String resource) throws InterruptedException {
        parts.hook = _ -> RelatedParts.rules("[{'apiVersion':'v1','resource':'" + resource + "'}]");
        try (RelatedParts there = withParent(parts)) {
            KubeObject parent = there.parent("default/p");
            ParentMemory memory = there.memories.of(parent);
            try {
                reconcile((_, _) -> {
                    delete();
                    there.settle();
                    there.related.of(there.kind, List.of(ParentRevision.only(parent)), memory);
                    return Outcome.awaitChange();
                });
            } catch (SyncException _) {
                assertThat(resource).isEqualTo("nonsense");
            }
            there.woken();
            there.related.kindsChanged();

            assertThat(there.asked).hasSize(1);
            assertThat(there.isEmpty()).isTrue();
            assertThat(there.woken()).isEmpty();
        }
    }
}
