package io.hookline.kube;

import io.hookline.cluster.ClusterException;
import io.hookline.http.RequestTarget;
import io.hookline.object.ApiResource;
import io.hookline.object.LabelSelector;
import io.hookline.object.LabelSelector.Requirement;
import io.hookline.object.ObjectKey;
import java.util.StringJoiner;

/** Resources and selectors in the form of URLs. */
final class ResourcePaths {

    private ResourcePaths() {}

    /** All objects of a resource; an empty namespace is all namespaces. */
    static String collection(ApiResource resource, String namespace) {
        String root = resource.group().isEmpty() ? "/api/" : "/apis/";
        String scope =
                resource.namespaced() && !namespace.isEmpty() ? "/namespaces/" + segment("namespace", namespace) : "";
        return root + resource.apiVersion() + scope + "/" + resource.plural();
    }

    /** One object, or one of its subresources. */
    static String object(ApiResource resource, ObjectKey key, String subresource) {
        String path = collection(resource, key.namespace()) + "/" + segment("resource name", key.name());
        return subresource.isEmpty() ? path : path + "/" + subresource;
    }

    /**
     * Encodes a segment of a path. Rejects what client-go rejects: the path would point to another resource, and a
     * deletion without a name would delete the whole collection.
     */
    private static String segment(String what, String text) {
        String problem = text.isEmpty()
                ? "may not be empty"
                : text.equals(".") || text.equals("..")
                        ? "may not be '" + text + "'"
                        : text.contains("/") ? "may not contain '/'" : text.contains("%") ? "may not contain '%'" : "";
        if (!problem.isEmpty()) {
            throw new ClusterException.BadRequest("invalid " + what + " \"" + text + "\": " + problem);
        }
        return RequestTarget.encode(text);
    }

    /** The text form of a selector: {@code a in (b,c),!d}. */
    static String text(LabelSelector selector) {
        StringJoiner all = new StringJoiner(",");
        for (Requirement requirement : selector.requirements()) {
            String values = "(" + String.join(",", requirement.values()) + ")";
            all.add(
                    switch (requirement.operator()) {
                        case IN ->
                            requirement.values().size() == 1
                                    ? requirement.key() + "="
                                            + requirement.values().getFirst()
                                    : requirement.key() + " in " + values;
                        case NOT_IN -> requirement.key() + " notin " + values;
                        case EXISTS -> requirement.key();
                        case DOES_NOT_EXIST -> "!" + requirement.key();
                    });
        }
        return all.toString();
    }
}
