package io.hookline.web;

import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The options of a server.
 *
 * @param maxRequestSize the maximum size of a body in bytes, decompressed; larger ones are refused with 413
 * @param compressResponses whether responses are compressed for clients that accept gzip; off for servers with
 *     endless streams
 * @param stopWithin how long a stop waits for running requests
 * @param errors the form of errors that no handler answers
 * @param tls serves HTTPS instead of plain HTTP
 * @param observer sees each request
 */
public record WebOptions(
        Address address,
        long maxRequestSize,
        boolean compressResponses,
        Duration stopWithin,
        ErrorBody errors,
        Optional<ServerTls> tls,
        Optional<RequestObserver> observer) {

    /** The defaults: 64 MiB, no compression, 5 s to stop. */
    public static WebOptions at(Address address) {
        return new WebOptions(
                address,
                64L << 20,
                false,
                Duration.ofSeconds(5),
                (_, problem, _) -> ErrorBody.plain(problem),
                Optional.empty(),
                Optional.empty());
    }

    /** With another maximum size of bodies. */
    public WebOptions withMaxRequestSize(long bytes) {
        return new WebOptions(address, bytes, compressResponses, stopWithin, errors, tls, observer);
    }

    /** With response compression. */
    public WebOptions withCompressedResponses() {
        return new WebOptions(address, maxRequestSize, true, stopWithin, errors, tls, observer);
    }

    /** With another time limit for the stop. */
    public WebOptions withStopWithin(Duration bound) {
        return new WebOptions(address, maxRequestSize, compressResponses, bound, errors, tls, observer);
    }

    /** With another form of errors that no handler answers. */
    public WebOptions withErrors(ErrorBody form) {
        return new WebOptions(address, maxRequestSize, compressResponses, stopWithin, form, tls, observer);
    }

    /** With TLS: the context has the key and certificate of the server. */
    public WebOptions withTls(SSLContext context) {
        return withTls(ServerTls.of(context));
    }

    /** With TLS, whose certificate may be replaced. */
    public WebOptions withTls(ServerTls source) {
        return new WebOptions(
                address, maxRequestSize, compressResponses, stopWithin, errors, Optional.of(source), observer);
    }

    /** With an observer of requests. */
    public WebOptions withObserver(RequestObserver sees) {
        return new WebOptions(address, maxRequestSize, compressResponses, stopWithin, errors, tls, Optional.of(sees));
    }
}
