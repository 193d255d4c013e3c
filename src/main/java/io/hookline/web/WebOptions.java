package io.hookline.web;

import java.time.Duration;

/**
 * How a server is set up.
 *
 * @param maxRequestSize of a body in bytes, after it was inflated; more is answered with 413
 * @param compressResponses whether clients that accept gzip get it; off for servers of endless streams
 * @param stopWithin how long a stop waits for requests in flight
 * @param errors words errors that no handler answers
 */
public record WebOptions(
        Address address, long maxRequestSize, boolean compressResponses, Duration stopWithin, ErrorBody errors) {

    /** 64 MiB, no compression, 5 s to stop. */
    public static WebOptions at(Address address) {
        return new WebOptions(
                address, 64L << 20, false, Duration.ofSeconds(5), (_, problem, _) -> ErrorBody.plain(problem));
    }

    /** With another limit for bodies. */
    public WebOptions withMaxRequestSize(long bytes) {
        return new WebOptions(address, bytes, compressResponses, stopWithin, errors);
    }

    /** With response compression. */
    public WebOptions withCompressedResponses() {
        return new WebOptions(address, maxRequestSize, true, stopWithin, errors);
    }

    /** With another bound for the stop. */
    public WebOptions withStopWithin(Duration bound) {
        return new WebOptions(address, maxRequestSize, compressResponses, bound, errors);
    }

    /** With another form of errors that no handler answers. */
    public WebOptions withErrors(ErrorBody form) {
        return new WebOptions(address, maxRequestSize, compressResponses, stopWithin, form);
    }
}
