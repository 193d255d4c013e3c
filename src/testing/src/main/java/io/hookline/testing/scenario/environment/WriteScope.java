package io.hookline.testing.scenario.environment;

import java.util.Set;

/**
 * The objects of which a scenario counts the writes. Other scenarios run in the same cluster, with namespaces of their
 * own.
 *
 * @param namespace the objects of this namespace
 * @param resources the cluster-scoped objects of these resources, as plurals such as {@code clusterroles}
 */
public record WriteScope(String namespace, Set<String> resources) {

    /** Copies the set. */
    public WriteScope {
        resources = Set.copyOf(resources);
    }
}
