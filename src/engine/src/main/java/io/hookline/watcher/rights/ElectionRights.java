package io.hookline.watcher.rights;

import java.util.List;
import java.util.Set;

/** The rights that a watcher needs to take part in leader election. */
public final class ElectionRights {
    private ElectionRights() {}

    /** The rights on one Lease. A Role cannot name the object of a creation, so that is allowed for all names. */
    public static List<Right> of(String namespace, String lease) {
        return List.of(
                right(Set.of("get", "update"), namespace, List.of(lease), "leader election"),
                right(
                        Set.of("watch"),
                        namespace,
                        List.of(lease),
                        "to take over as soon as the leader releases the Lease"),
                right(Set.of("create"), namespace, List.of(), "leader election, if there is no Lease yet"));
    }

    private static Right right(Set<String> verbs, String namespace, List<String> names, String reason) {
        return new Right("coordination.k8s.io", "leases", verbs, namespace, names, reason, "");
    }
}
