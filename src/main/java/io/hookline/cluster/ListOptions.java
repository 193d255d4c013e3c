package io.hookline.cluster;

import io.hookline.object.LabelSelector;

/**
 * What to list.
 *
 * @param namespace empty for all namespaces
 * @param labels which objects
 * @param fields field selector as text, such as {@code metadata.name=x}; empty for none
 * @param limit most objects in one page; 0 for all at once
 * @param continueToken of the page before, empty for the first
 * @param resourceVersion empty for the newest state; {@code 0} for whatever the server has cached
 */
public record ListOptions(
        String namespace,
        LabelSelector labels,
        String fields,
        int limit,
        String continueToken,
        String resourceVersion) {

    /** Everything, in one page. */
    public static final ListOptions ALL = new ListOptions("", LabelSelector.EVERYTHING, "", 0, "", "");

    /** The same in one namespace. */
    public ListOptions inNamespace(String wanted) {
        return new ListOptions(wanted, labels, fields, limit, continueToken, resourceVersion);
    }

    /** The same in pages. */
    public ListOptions page(int most, String after) {
        return new ListOptions(namespace, labels, fields, most, after, resourceVersion);
    }

    /** The same for objects with these labels. */
    public ListOptions matching(LabelSelector wanted) {
        return new ListOptions(namespace, wanted, fields, limit, continueToken, resourceVersion);
    }
}
