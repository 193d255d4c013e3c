package io.hookline.kube;

/** Observes every request to an API server, for metrics. Thread-safe; must return at once. */
@FunctionalInterface
public interface ApiRequestObserver {

    /** Ignores all requests. */
    ApiRequestObserver NONE = (_, _, _) -> {};

    /** The code of a request without a response. */
    String NO_RESPONSE = "<error>";

    /**
     * A request has got its response, or failed. A watch is one request, and a repeated request is two.
     *
     * @param code the status code, or {@link #NO_RESPONSE}
     * @param host the server's host and port
     */
    void ended(String method, String host, String code);
}
