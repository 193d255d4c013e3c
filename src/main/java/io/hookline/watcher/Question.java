package io.hookline.watcher;

import io.hookline.hook.ObjectGroups;
import io.hookline.object.KubeObject;
import java.util.Set;

/**
 * What a hook is asked about one parent.
 *
 * @param finalizes whether it is the finalize hook that is asked
 * @param causes what woke us, for explaining only
 */
record Question(
        ParentKind kind,
        KubeObject parent,
        ObjectGroups observed,
        ObjectGroups related,
        boolean finalizes,
        Set<String> causes) {

    ParentKey key() {
        return ParentKey.of(parent);
    }
}
