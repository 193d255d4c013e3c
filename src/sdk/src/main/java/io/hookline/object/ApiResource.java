package io.hookline.object;

import java.util.List;
import java.util.Set;

/**
 * One resource that an API server serves, as discovery describes it.
 *
 * @param apiVersion {@code group/version}, or {@code version} for the core group
 * @param plural lower-case plural, the name in URLs and in controllers' rules
 * @param singular lower-case singular
 * @param kind the kind of its objects
 * @param namespaced whether its objects have a namespace
 * @param shortNames further names that kubectl accepts
 * @param categories groups such as {@code all}
 * @param verbs what the server allows: get, list, watch, create, update, patch, delete
 * @param subresources {@code status}, {@code scale}, ...
 */
public record ApiResource(
        String apiVersion,
        String plural,
        String singular,
        String kind,
        boolean namespaced,
        List<String> shortNames,
        List<String> categories,
        Set<String> verbs,
        Set<String> subresources) {

    public ApiResource {
        shortNames = List.copyOf(shortNames);
        categories = List.copyOf(categories);
        verbs = Set.copyOf(verbs);
        subresources = Set.copyOf(subresources);
    }

    /** The kind with its group and version. */
    public GroupVersionKind gvk() {
        return GroupVersionKind.of(apiVersion, kind);
    }

    /** The API group, empty for the core group. */
    public String group() {
        return gvk().group();
    }

    /** Whether status is written through {@code /status}. */
    public boolean hasStatus() {
        return subresources.contains("status");
    }

    /** {@code plural.group}, or {@code plural} for the core group. */
    public String groupResource() {
        return group().isEmpty() ? plural : plural + "." + group();
    }

    /** {@code configmaps (v1)}, for messages. */
    @Override
    public String toString() {
        return plural + " (" + apiVersion + ")";
    }
}
