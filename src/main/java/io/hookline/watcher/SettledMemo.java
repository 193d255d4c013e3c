package io.hookline.watcher;

import io.hookline.apply.ContentHash;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which children are known to be as wanted: in this very state, for these very desired bytes. What is in here need not be
 * parsed, merged or compared again. Thread-safe.
 */
final class SettledMemo {

    private record Child(GroupVersionKind kind, ObjectKey key) {}

    private record Settled(String resourceVersion, ContentHash desired) {}

    private final Map<String, Map<Child, Settled>> byParentUid = new ConcurrentHashMap<>();

    /** Whether the observed child in this state is what these desired bytes want. */
    boolean isSettled(KubeObject parent, KubeObject observed, ContentHash desired) {
        Settled settled = byParentUid.getOrDefault(parent.uid(), Map.of()).get(child(observed));
        return settled != null
                && settled.resourceVersion().equals(observed.resourceVersion())
                && settled.desired().equals(desired);
    }

    /** Remembers that it is. */
    void settle(KubeObject parent, KubeObject observed, ContentHash desired) {
        byParentUid
                .computeIfAbsent(parent.uid(), _ -> new ConcurrentHashMap<>())
                .put(child(observed), new Settled(observed.resourceVersion(), desired));
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
