package io.hookline.server;

import io.hookline.hook.protocol.InProcessHooks.Response;
import java.util.Map;
import java.util.Set;

/** The paths of the server itself, which are no hooks. */
final class OwnPaths {

    private static final Set<String> ALL = Set.of("/", "/hooks", "/healthz", "/readyz", "/metrics");

    private OwnPaths() {}

    static boolean contains(String path) {
        return ALL.contains(path);
    }

    static Response wrongMethod(String path, String method, String requestId) {
        return ErrorResponses.error(
                405, Map.of("Allow", "GET, HEAD"), path + " is read with GET, not " + method, requestId);
    }
}
