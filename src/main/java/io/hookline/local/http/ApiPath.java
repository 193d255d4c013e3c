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
 * @param namespace empty where the path names none
 * @param plural the resource
 * @param name empty for the whole collection
 * @param subresource empty for the object itself
 */
record ApiPath(String apiVersion, String namespace, String plural, String name, String subresource) {

    /**
     * Reads a path as it stands in the request line, escapes and all.
     *
     * @return empty if it does not have the form of a resource path
     */
    static Optional<ApiPath> parse(String rawPath) {
        List<String> words = words(rawPath);
        if (words.size() >= 3 && words.getFirst().equals("api")) {
            return resource(words.get(1), words.subList(2, words.size()));
        }
        if (words.size() >= 4 && words.getFirst().equals("apis")) {
            return resource(words.get(1) + "/" + words.get(2), words.subList(3, words.size()));
        }
        return Optional.empty();
    }

    private static List<String> words(String rawPath) {
        List<String> words = new ArrayList<>();
        String path = rawPath.endsWith("/") ? rawPath.substring(0, rawPath.length() - 1) : rawPath;
        for (String word : path.substring(path.startsWith("/") ? 1 : 0).split("/", -1)) {
            // A plus is a plus in a path; only query strings read it as a space.
            words.add(URLDecoder.decode(word.replace("+", "%2B"), StandardCharsets.UTF_8));
        }
        return words;
    }

    private static Optional<ApiPath> resource(String apiVersion, List<String> words) {
        if (words.stream().anyMatch(String::isEmpty)) {
            return Optional.empty();
        }
        boolean scoped = words.getFirst().equals("namespaces") && words.size() > 2 && !isNamespaceSubresource(words);
        String namespace = scoped ? words.get(1) : "";
        List<String> rest = scoped ? words.subList(2, words.size()) : words;
        return Optional.of(new ApiPath(
                apiVersion,
                namespace,
                rest.getFirst(),
                rest.size() > 1 ? rest.get(1) : "",
                rest.size() > 2 ? String.join("/", rest.subList(2, rest.size())) : ""));
    }

    /** {@code namespaces/x/status} is a part of the Namespace x, not a collection in it. */
    private static boolean isNamespaceSubresource(List<String> words) {
        return words.size() == 3
                && (words.get(2).equals("status") || words.get(2).equals("finalize"));
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

    /** The same as a path of the object without its subresource. */
    ApiPath whole() {
        return new ApiPath(apiVersion, namespace, plural, name, "");
    }
}
