package io.hookline.informer;

import io.hookline.cluster.ListOptions;
import io.hookline.cluster.WatchOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.LabelSelector;
import java.time.Duration;

/**
 * The objects that one informer caches; subscribers with equal scopes share it. The resource counts by its name only:
 * its verbs or short names may differ between two discoveries.
 *
 * @param namespace empty for all namespaces
 * @param labels selects the objects
 * @param form the name of a {@link CachedForm}; empty for the form that the informers' options name
 */
record InformerKey(String apiVersion, String plural, String namespace, LabelSelector labels, String form) {

    /** All objects of a resource. */
    static InformerKey all(ApiResource resource) {
        return of(resource, "", LabelSelector.EVERYTHING);
    }

    /** Objects of one namespace, or of all if it is empty, with certain labels. */
    static InformerKey of(ApiResource resource, String namespace, LabelSelector labels) {
        return new InformerKey(resource.apiVersion(), resource.plural(), namespace, labels, "");
    }

    /** The same objects in another form. */
    InformerKey in(CachedForm other) {
        return new InformerKey(apiVersion, plural, namespace, labels, other.name());
    }

    /** {@code deployments.apps}, for metrics. */
    String groupResource() {
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? plural : plural + "." + apiVersion.substring(0, slash);
    }

    /** Options for one page of the newest state. */
    ListOptions page(int limit, String continueToken) {
        return new ListOptions(namespace, labels, "", limit, continueToken, "");
    }

    /** Options for a list that is read for its version: without labels, for which the server would search. */
    ListOptions newestVersion() {
        return new ListOptions(namespace, LabelSelector.EVERYTHING, "", 1, "", "");
    }

    /** Options for the changes after a version. */
    WatchOptions changesAfter(String resourceVersion, Duration timeout) {
        return new WatchOptions(namespace, labels, "", resourceVersion, true, false, timeout);
    }

    /** Options for the present objects, followed by their changes. */
    WatchOptions stream(Duration timeout) {
        return new WatchOptions(namespace, labels, "", "", true, true, timeout);
    }
}
