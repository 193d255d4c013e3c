package io.hookline.watcher;

import io.hookline.apply.ChildChange.Residue;
import io.hookline.apply.Children;
import io.hookline.apply.ContentHash;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Which children are known to be as wanted: in this very state, for these very desired bytes. What is in here need not be
 * parsed, merged or compared again. For children that the server keeps otherwise than they were sent, it also knows in
 * what they differ, which outlasts changes of other fields. Thread-safe.
 */
final class SettledMemo {

    private record Child(GroupVersionKind kind, ObjectKey key) {
        boolean isIn(Children children) {
            return children.find(kind, key).isPresent();
        }
    }

    /**
     * What is known of one child.
     *
     * @param resourceVersion the state that is as wanted; empty if none is
     * @param kept the difference that the server insists on, if any
     */
    private record Settled(
            String resourceVersion,
            ContentHash desired,
            @Nullable ContentHash kept) {

        static Settled nothing(ContentHash desired) {
            return new Settled("", desired, null);
        }
    }

    private final Map<String, Map<Child, Settled>> byParentUid = new ConcurrentHashMap<>();

    /** Whether the observed child in this state is what these desired bytes want. */
    boolean isSettled(KubeObject parent, KubeObject observed, ContentHash desired) {
        Settled settled = find(parent, observed, desired);
        return settled != null && settled.resourceVersion().equals(observed.resourceVersion());
    }

    /** Whether the observed child differs from these desired bytes in what the server insists on, and in nothing else. */
    boolean isServersDoing(KubeObject parent, KubeObject observed, ContentHash desired, ContentHash differences) {
        Settled settled = find(parent, observed, desired);
        return settled != null && differences.equals(settled.kept());
    }

    private @Nullable Settled find(KubeObject parent, KubeObject observed, ContentHash desired) {
        Settled settled = byParentUid.getOrDefault(parent.uid(), Map.of()).get(child(observed));
        return settled != null && settled.desired().equals(desired) ? settled : null;
    }

    /** Remembers that it is as wanted. */
    void settle(KubeObject parent, KubeObject observed, ContentHash desired) {
        change(parent, observed, desired, known -> new Settled(observed.resourceVersion(), desired, known.kept()));
    }

    /** Remembers that the server was asked for the desired bytes and keeps the child in this state all the same. */
    void serverKeeps(KubeObject parent, KubeObject observed, Residue residue) {
        ContentHash desired = residue.desired();
        Settled settled = new Settled(observed.resourceVersion(), desired, residue.differences());
        change(parent, observed, desired, _ -> settled);
    }

    private void change(KubeObject parent, KubeObject child, ContentHash desired, UnaryOperator<Settled> change) {
        byParentUid
                .computeIfAbsent(parent.uid(), _ -> new ConcurrentHashMap<>())
                .compute(
                        child(child),
                        (_, known) -> change.apply(
                                known != null && known.desired().equals(desired) ? known : Settled.nothing(desired)));
    }

    /**
     * Forgets the children of a parent that it neither has nor wants any more: somebody else deleted them, such as finished
     * Jobs.
     */
    void keepOnly(KubeObject parent, Children observed, Children desired) {
        byParentUid.computeIfPresent(parent.uid(), (_, children) -> {
            if (children.size() > desired.size()) {
                children.keySet().removeIf(child -> !child.isIn(observed) && !child.isIn(desired));
            }
            return children;
        });
    }

    /** Forgets a child that is gone or going. */
    void forget(KubeObject parent, KubeObject child) {
        byParentUid.computeIfPresent(parent.uid(), (_, children) -> {
            children.remove(child(child));
            return children;
        });
    }

    /** Forgets a parent that is gone. */
    void forget(KubeObject parent) {
        byParentUid.remove(parent.uid());
    }

    private static Child child(KubeObject object) {
        return new Child(object.gvk(), object.key());
    }
}
