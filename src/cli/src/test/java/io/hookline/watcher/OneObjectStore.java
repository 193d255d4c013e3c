package io.hookline.watcher;

import io.hookline.informer.ObjectStore;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A cache of one object at most, which the test sets. */
public final class OneObjectStore implements ObjectStore {

    private volatile @Nullable KubeObject object;

    /** Lets the cache show this object; null for none. */
    public void show(@Nullable KubeObject now) {
        object = now;
    }

    @Override
    public Optional<KubeObject> get(ObjectKey key) {
        return Optional.ofNullable(object).filter(there -> there.key().equals(key));
    }

    @Override
    public List<KubeObject> all() {
        return Optional.ofNullable(object).stream().toList();
    }

    @Override
    public List<KubeObject> inNamespace(String namespace) {
        return all().stream()
                .filter(there -> there.namespace().equals(namespace))
                .toList();
    }

    @Override
    public List<KubeObject> controlledBy(String uid) {
        return all().stream().filter(there -> there.controllerUid().equals(uid)).toList();
    }

    @Override
    public List<KubeObject> orphans(String namespace, LabelSelector selector) {
        return controlledBy("").stream()
                .filter(orphan -> selector.matches(orphan.labels()))
                .toList();
    }

    @Override
    public int size() {
        return all().size();
    }

    @Override
    public long bytes() {
        return 0;
    }
}
