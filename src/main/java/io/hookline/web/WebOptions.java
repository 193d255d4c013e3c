package io.hookline.web;

import io.hookline.web.tls.ServerTls;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The options of a server.
 *
 * @param maxRequestSize the maximum size of a body in bytes, decompressed; larger ones are refused with 413
 * @param compressResponses whether responses are compressed for clients that accept gzip; off for servers with
 *     endless streams
 * @param memory the maximum memory of all requests together
 * @param requestTimeout the maximum time in which a request arrives, from its first byte to its last one, and in which a client
 *     reads what is written to it
 * @param stopWithin how long a stop waits for running requests
 * @param errors the form of errors that no handler answers
 * @param tls serves HTTPS instead of plain HTTP
 * @param observer sees each request
 */
public record WebOptions(
        Address address,
        long maxRequestSize,
        boolean compressResponses,
        MemoryBudget memory,
        Duration requestTimeout,
        Duration stopWithin,
        ErrorBody errors,
        Optional<ServerTls> tls,
        Optional<ResponseObserver> observer) {

    /** The defaults: 64 MiB, no compression, 60 % of the heap for requests, 30 s for a request to arrive, 5 s to stop. */
    public static WebOptions at(Address address) {
        return new WebOptions(
                address,
                64L << 20,
                false,
                MemoryBudget.ofHeap(),
                Duration.ofSeconds(30),
                Duration.ofSeconds(5),
                (_, problem, _) -> ErrorBody.plain(problem),
                Optional.empty(),
                Optional.empty());
    }

    /** With another maximum size of bodies. */
    public WebOptions withMaxRequestSize(long bytes) {
        return new WebOptions(
                address, bytes, compressResponses, memory, requestTimeout, stopWithin, errors, tls, observer);
    }

    /** With response compression. */
    public WebOptions withCompressedResponses() {
        return new WebOptions(address, maxRequestSize, true, memory, requestTimeout, stopWithin, errors, tls, observer);
    }

    /** With another maximum memory of all requests together. */
    public WebOptions withMemory(MemoryBudget budget) {
        return new WebOptions(
                address, maxRequestSize, compressResponses, budget, requestTimeout, stopWithin, errors, tls, observer);
    }

    /** With another maximum time in which a request arrives. */
    public WebOptions withRequestTimeout(Duration limit) {
        return new WebOptions(
                address, maxRequestSize, compressResponses, memory, limit, stopWithin, errors, tls, observer);
    }

    /** With another time limit for the stop. */
    public WebOptions withStopWithin(Duration bound) {
        return new WebOptions(
                address, maxRequestSize, compressResponses, memory, requestTimeout, bound, errors, tls, observer);
    }

    /** With another form of errors that no handler answers. */
    public WebOptions withErrors(ErrorBody form) {
        return new WebOptions(
                address, maxRequestSize, compressResponses, memory, requestTimeout, stopWithin, form, tls, observer);
    }

    /** With TLS: the context has the key and certificate of the server. */
    public WebOptions withTls(SSLContext context) {
        return withTls(ServerTls.of(context));
    }

    /** With TLS, whose certificate may be replaced. */
    public WebOptions withTls(ServerTls source) {
        return new WebOptions(
                address,
                maxRequestSize,
                compressResponses,
                memory,
                requestTimeout,
                stopWithin,
                errors,
                Optional.of(source),
                observer);
    }

    /** With an observer of requests. */
    public WebOptions withObserver(ResponseObserver sees) {
        return new WebOptions(
                address,
                maxRequestSize,
                compressResponses,
                memory,
                requestTimeout,
                stopWithin,
                errors,
                tls,
                Optional.of(sees));
    }
}
