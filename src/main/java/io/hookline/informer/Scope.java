package io.hookline.informer;

import io.hookline.cluster.ListOptions;
import io.hookline.cluster.WatchOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.LabelSelector;
import java.time.Duration;

/**
 * What one informer covers; two users of an equal scope share it. Only what names the resource counts: discovery may
 * tell a resource's verbs or short names anew.
 *
 * @param namespace empty for all namespaces
 * @param labels which objects
 */
record Scope(String apiVersion, String plural, String namespace, LabelSelector labels) {

    /** All objects of a resource. */
    static Scope all(ApiResource resource) {
        return new Scope(resource.apiVersion(), resource.plural(), "", LabelSelector.EVERYTHING);
    }

    /** One page of the newest state. */
    ListOptions page(int limit, String continueToken) {
        return new ListOptions(namespace, labels, "", limit, continueToken, "");
    }

    /** Changes after a version. */
    WatchOptions changesAfter(String resourceVersion, Duration timeout) {
        return new WatchOptions(namespace, labels, "", resourceVersion, true, false, timeout);
    }

    /** The present objects, and then their changes. */
    WatchOptions stream(Duration timeout) {
        return new WatchOptions(namespace, labels, "", "", true, true, timeout);
    }
}
