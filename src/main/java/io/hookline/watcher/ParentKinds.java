package io.hookline.watcher;

import java.util.List;
import java.util.Optional;

/** The kinds of a controller's parents. */
record ParentKinds(List<ParentKind> all) {
    ParentKinds {
        all = List.copyOf(all);
    }

    /** The kind of a key's parent, in whatever version the key names it. */
    Optional<ParentKind> of(ParentKey key) {
        for (ParentKind kind : all) {
            if (kind.resource().gvk().sameKind(key.kind())) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
