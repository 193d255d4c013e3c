package io.hookline.local.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A URL path that names a resource, an object or a subresource.
 *
 * @param apiVersion {@code group/version}, or {@code version} for the core group
 * @param namespace empty if the path contains none
 * @param plural the resource
 * @param name empty for the whole collection
 * @param subresource empty for the object itself
 */
record ApiPath(String apiVersion, String namespace, String plural, String name, String subresource) {

    /**
     * Parses a path from the request line, still percent-encoded.
     *
     * @return empty if it does not have the form of a resource path
     */
    static Optional<ApiPath> parse(String rawPath) {
        List<String> segments = segments(rawPath);
        if (segments.size() >= 3 && segments.getFirst().equals("api")) {
            return resource(segments.get(1), segments.subList(2, segments.size()));
        }
        if (segments.size() >= 4 && segments.getFirst().equals("apis")) {
            return resource(segments.get(1) + "/" + segments.get(2), segments.subList(3, segments.size()));
        }
        return Optional.empty();
    }

    private static List<String> segments(String rawPath) {
        List<String> segments = new ArrayList<>();
        String path = rawPath.endsWith("/") ? rawPath.substring(0, rawPath.length() - 1) : rawPath;
        for (String segment : path.substring(path.startsWith("/") ? 1 : 0).split("/", -1)) {
            // In a path, a plus is a plus; only in query strings it is a space.
            segments.add(URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8));
        }
        return segments;
    }

    private static Optional<ApiPath> resource(String apiVersion, List<String> segments) {
        if (segments.stream().anyMatch(String::isEmpty)) {
            return Optional.empty();
        }
        boolean scoped =
                segments.getFirst().equals("namespaces") && segments.size() > 2 && !isNamespaceSubresource(segments);
        String namespace = scoped ? segments.get(1) : "";
        List<String> rest = scoped ? segments.subList(2, segments.size()) : segments;
        return Optional.of(new ApiPath(
                apiVersion,
                namespace,
                rest.getFirst(),
                rest.size() > 1 ? rest.get(1) : "",
                rest.size() > 2 ? String.join("/", rest.subList(2, rest.size())) : ""));
    }

    /** {@code namespaces/x/status} is a subresource of the Namespace x, not a collection in it. */
    private static boolean isNamespaceSubresource(List<String> segments) {
        return segments.size() == 3
                && (segments.get(2).equals("status") || segments.get(2).equals("finalize"));
    }

    /** The API group, empty for the core group. */
    String group() {
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? "" : apiVersion.substring(0, slash);
    }

    /** {@code plural.group}, or {@code plural} for the core group. */
    String groupResource() {
        return group().isEmpty() ? plural : plural + "." + group();
    }

    /** The path of the object without the subresource. */
    ApiPath whole() {
        return new ApiPath(apiVersion, namespace, plural, name, "");
    }
}
