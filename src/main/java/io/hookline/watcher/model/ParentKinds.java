package io.hookline.watcher.model;

import java.util.List;
import java.util.Optional;

/** The kinds of a controller's parents. */
public record ParentKinds(List<ParentKind> all) {
    public ParentKinds {
        all = List.copyOf(all);
    }

    /** The kind of a key's parent; the version may differ. */
    public Optional<ParentKind> of(ParentKey key) {
        for (ParentKind kind : all) {
            if (kind.resource().gvk().sameKind(key.kind())) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
