package io.hookline.web;

import java.util.Optional;
import java.util.function.Function;

/** Sees each request after its response, also those that no route answered. Thread-safe; does not throw. */
@FunctionalInterface
public interface ResponseObserver {

    /** A response was sent, or the connection broke. */
    void answered(Exchange exchange);

    /**
     * A request and its response.
     *
     * @param path as the client sent it, without the query
     * @param nanos from the first byte of the request to the last one of the response
     * @param bytesIn of the body that the server has read
     * @param bytesOut of the body of the response
     * @param client the address of the other end of the connection
     * @param requestHeader finds a header of the request
     * @param responseHeader finds a header of the response
     */
    record Exchange(
            String method,
            String path,
            int status,
            long nanos,
            long bytesIn,
            long bytesOut,
            String client,
            Function<String, Optional<String>> requestHeader,
            Function<String, Optional<String>> responseHeader) {}
}
