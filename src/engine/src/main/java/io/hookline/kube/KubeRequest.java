package io.hookline.kube;

import io.hookline.http.RequestTarget;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One request to an API server.
 *
 * @param path from the root, with every segment encoded
 * @param query names and values before encoding
 * @param contentType of the body; empty if there is none
 * @param accept the media types that the client accepts
 * @param changes whether the request may change the server's state
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and the array is not shared
record KubeRequest(
        String method,
        String path,
        Map<String, String> query,
        String contentType,
        byte[] body,
        String accept,
        boolean changes) {

    static final String JSON = "application/json";
    private static final byte[] NO_BODY = {};

    static KubeRequest get(String path, Map<String, String> query) {
        return new KubeRequest("GET", path, query, "", NO_BODY, JSON, false);
    }

    /** A write. One with {@code dryRun} in its query changes nothing. */
    static KubeRequest write(String method, String path, Map<String, String> query, String contentType, byte[] body) {
        return new KubeRequest(method, path, query, contentType, body, JSON, !query.containsKey("dryRun"));
    }

    KubeRequest accepting(String representation) {
        return new KubeRequest(method, path, query, contentType, body, representation, changes);
    }

    /** Path and query. */
    String place() {
        if (query.isEmpty()) {
            return path;
        }
        StringBuilder text = new StringBuilder(path);
        char separator = '?';
        for (Map.Entry<String, String> parameter : query.entrySet()) {
            text.append(separator)
                    .append(parameter.getKey())
                    .append('=')
                    .append(RequestTarget.encode(parameter.getValue()));
            separator = '&';
        }
        return text.toString();
    }

    /** Adds a parameter unless its value is empty. */
    static void put(Map<String, String> query, String name, String value) {
        if (!value.isEmpty()) {
            query.put(name, value);
        }
    }

    /** An empty query that keeps the order of its parameters. */
    static Map<String, String> newQuery() {
        return new LinkedHashMap<>();
    }

    /** {@code GET /api/v1/namespaces/default/configmaps/a}, for messages. */
    @Override
    public String toString() {
        return method + " " + path;
    }
}
