package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.reconcile.Outcome;
import io.hookline.reconcile.Reconciler;
import io.hookline.spec.ParentRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A parent that goes while it is synced leaves nothing behind in memory. */
class ForgettingTest {

    private static final String HOOKS =
            "hooks: {sync: {webhook: {url: 'http://h'}}, customize: {webhook: {url: 'http://h'}}}";

    private final RelatedParts parts = new RelatedParts("v1", "configmaps", HOOKS);
    private final List<String> gone = new ArrayList<>();

    private static RelatedParts withParent(RelatedParts parts) {
        parts.configMap("default/p", "{}");
        parts.settle();
        return parts;
    }

    private Outcome reconcile(Reconciler<ParentKey> next) throws InterruptedException {
        ParentKinds kinds = new ParentKinds(List.of(parts.kind));
        ParentKey key = ParentKey.of(parts.parent("default/p"));
        return new Forgetting(kinds, next, parent -> gone.add(parent.uid()), parts.related::forget)
                .reconcile(key, Set.of());
    }

    private void delete() {
        parts.local.delete(parts.kind.resource(), parts.parent("default/p").key(), DeleteOptions.BACKGROUND);
    }

    @Test
    void whoIsThereAfterTheSyncIsRemembered() throws InterruptedException {
        try (RelatedParts there = withParent(parts)) {
            assertThat(reconcile((_, _) -> Outcome.awaitChange())).isEqualTo(Outcome.awaitChange());
            assertThat(gone).isEmpty();
            assertThat(there.queue.failures(ParentKey.of(there.parent("default/p"))))
                    .isZero();
        }
    }

    @Test
    void whoWentDuringTheSyncIsForgottenAfterIt() throws InterruptedException {
        try (RelatedParts there = withParent(parts)) {
            String uid = there.parent("default/p").uid();
            reconcile((_, _) -> {
                delete();
                there.settle();
                return Outcome.awaitChange();
            });
            assertThat(gone).containsExactly(uid);
        }
    }

    @Test
    void whoWasReplacedDuringTheSyncIsForgottenToo() throws InterruptedException {
        try (RelatedParts there = withParent(parts)) {
            String uid = there.parent("default/p").uid();
            reconcile((_, _) -> {
                delete();
                there.configMap("default/p", "{}");
                there.settle();
                return Outcome.awaitChange();
            });
            assertThat(gone).containsExactly(uid);
        }
    }

    @Test
    void whoIsNotSelectedAnyMoreIsForgottenThoughItIsThere() throws InterruptedException {
        try (RelatedParts there = withParent(parts)) {
            ParentRule selecting = new ParentRule(
                    "v1", "configmaps", LabelSelector.ofLabel("app", "x"), LabelSelector.EVERYTHING, false, List.of());
            ParentKind kind =
                    new ParentKind(selecting, there.kind.resource(), there.kind.subscription(), there.kind.finalizer());
            KubeObject parent = there.parent("default/p");
            List<ParentKey> vacant = new ArrayList<>();

            new Forgetting(
                            new ParentKinds(List.of(kind)),
                            (_, _) -> Outcome.awaitChange(),
                            left -> gone.add(left.uid()),
                            vacant::add)
                    .reconcile(ParentKey.of(parent), Set.of());

            assertThat(gone).containsExactly(parent.uid());
            assertThat(vacant).containsExactly(ParentKey.of(parent));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"secrets", "nonsense"})
    void whatWasAskedOfTheCustomizeHookMeanwhileIsForgotten(String resource) throws InterruptedException {
        parts.hook = _ -> RelatedParts.rules("[{'apiVersion':'v1','resource':'" + resource + "'}]");
        try (RelatedParts there = withParent(parts)) {
            KubeObject parent = there.parent("default/p");
            try {
                reconcile((_, _) -> {
                    delete();
                    there.settle();
                    there.related.of(there.kind, parent);
                    return Outcome.awaitChange();
                });
            } catch (SyncException _) {
                assertThat(resource).isEqualTo("nonsense");
            }
            there.woken();
            there.related.kindsChanged();

            assertThat(there.asked).hasSize(1);
            assertThat(there.index.isEmpty()).isTrue();
            assertThat(there.answers.size()).isZero();
            assertThat(there.woken()).isEmpty();
        }
    }
}
