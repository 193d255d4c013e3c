package io.hookline.cluster;

import io.hookline.object.LabelSelector;

/**
 * Options of a list.
 *
 * @param namespace empty for all namespaces
 * @param labels selects the objects
 * @param fields field selector as text, such as {@code metadata.name=x}; empty for none
 * @param limit maximum number of objects in one page; 0 for all at once
 * @param continueToken from the previous page; empty for the first page
 * @param resourceVersion empty for the newest state; {@code 0} for any state that the server has cached
 */
public record ListOptions(
        String namespace,
        LabelSelector labels,
        String fields,
        int limit,
        String continueToken,
        String resourceVersion) {

    /** All objects, in one page. */
    public static final ListOptions ALL = new ListOptions("", LabelSelector.EVERYTHING, "", 0, "", "");

    /** Returns the same options for one namespace. */
    public ListOptions inNamespace(String wanted) {
        return new ListOptions(wanted, labels, fields, limit, continueToken, resourceVersion);
    }

    /** Returns the same options for one page. */
    public ListOptions page(int maxItems, String token) {
        return new ListOptions(namespace, labels, fields, maxItems, token, resourceVersion);
    }

    /** Returns the same options for objects with these labels. */
    public ListOptions matching(LabelSelector wanted) {
        return new ListOptions(namespace, wanted, fields, limit, continueToken, resourceVersion);
    }
}
