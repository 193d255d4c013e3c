package io.hookline.watcher.sync;

import io.hookline.apply.ChildChange.Residue;
import io.hookline.apply.Children;
import io.hookline.apply.ContentHash;
import io.hookline.apply.SettledChildren;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Children of one parent that are up to date, in a certain version and for certain desired bytes. They need not
 * be parsed, merged or compared again. If the API server changes what is sent, for example by defaulting, the difference is
 * remembered too; that stays valid when other fields change. Thread-safe.
 */
final class UpToDateChildren implements SettledChildren {

    private record Id(GroupVersionKind kind, ObjectKey key) {
        static Id of(KubeObject child) {
            return new Id(child.gvk(), child.key());
        }

        boolean isIn(Children children) {
            return children.find(kind, key).isPresent();
        }
    }

    /**
     * What is known of one child.
     *
     * @param uid of the object; another object of its name is another child
     * @param resourceVersion the version that is up to date; empty if no version is
     * @param desired the hash of the desired bytes for which it is up to date
     * @param kept the difference that the API server makes itself, if any
     */
    private record Known(
            String uid,
            String resourceVersion,
            @Nullable ContentHash desired,
            @Nullable Residue kept) {

        static Known nothing(KubeObject child) {
            return new Known(child.uid(), "", null, null);
        }

        boolean isOf(KubeObject child) {
            return uid.equals(child.uid());
        }
    }

    private final Map<Id, Known> byId = new ConcurrentHashMap<>();

    @Override
    public boolean isSettled(KubeObject observed, ContentHash desired) {
        Known known = byId.get(Id.of(observed));
        return known != null
                && known.isOf(observed)
                && desired.equals(known.desired())
                && known.resourceVersion().equals(observed.resourceVersion());
    }

    @Override
    public boolean isServersDoing(KubeObject observed, Residue residue) {
        Known known = byId.get(Id.of(observed));
        return known != null && known.isOf(observed) && residue.equals(known.kept());
    }

    /** Remembers that a child is up to date. */
    void settle(KubeObject child, ContentHash desired) {
        change(child, known -> new Known(child.uid(), child.resourceVersion(), desired, known.kept()));
    }

    /** Remembers that the desired bytes were sent and that the API server left the child in this state. */
    void serverKeeps(KubeObject child, ContentHash desired, Residue residue) {
        change(child, _ -> new Known(child.uid(), child.resourceVersion(), desired, residue));
    }

    private void change(KubeObject child, UnaryOperator<Known> change) {
        byId.compute(
                Id.of(child),
                (_, known) -> change.apply(known == null || !known.isOf(child) ? Known.nothing(child) : known));
    }

    /**
     * Forgets children that are neither observed nor desired: they were deleted by another client, such as finished Jobs.
     */
    void keepOnly(Children observed, Children desired) {
        if (byId.size() > desired.size()) {
            byId.keySet().removeIf(child -> !child.isIn(observed) && !child.isIn(desired));
        }
    }

    /** Forgets all children. */
    void clear() {
        byId.clear();
    }

    /** Forgets a child that was deleted. */
    void forget(KubeObject child) {
        byId.remove(Id.of(child));
    }
}
