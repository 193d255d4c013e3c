package io.hookline.web;

import io.hookline.web.tls.ServerTls;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;

/**
 * The options of a server.
 *
 * @param maxRequestSize the maximum size of a body in bytes, decompressed; larger ones are refused with 413
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
        MemoryBudget memory,
        Duration requestTimeout,
        Duration stopWithin,
        ErrorBody errors,
        Optional<ServerTls> tls,
        Optional<ResponseObserver> observer) {

    /** The defaults: 64 MiB, 60 % of the heap for requests, 30 s for a request to arrive, 5 s to stop. */
    public static WebOptions at(Address address) {
        return new WebOptions(
                address,
                64L << 20,
                MemoryBudget.ofHeap(),
                Duration.ofSeconds(30),
                Duration.ofSeconds(5),
                (_, problem, _) -> ErrorBody.plain(problem),
                Optional.empty(),
                Optional.empty());
    }

    /** With another maximum size of bodies. */
    public WebOptions withMaxRequestSize(long bytes) {
        return with(draft -> draft.maxRequestSize = bytes);
    }

    /** With another maximum memory of all requests together. */
    public WebOptions withMemory(MemoryBudget budget) {
        return with(draft -> draft.memory = budget);
    }

    /** With another maximum time in which a request arrives. */
    public WebOptions withRequestTimeout(Duration limit) {
        return with(draft -> draft.requestTimeout = limit);
    }

    /** With another time limit for the stop. */
    public WebOptions withStopWithin(Duration bound) {
        return with(draft -> draft.stopWithin = bound);
    }

    /** With another form of errors that no handler answers. */
    public WebOptions withErrors(ErrorBody form) {
        return with(draft -> draft.errors = form);
    }

    /** With TLS: the context has the key and certificate of the server. */
    public WebOptions withTls(SSLContext context) {
        return withTls(ServerTls.of(context));
    }

    /** With TLS, whose certificate may be replaced. */
    public WebOptions withTls(ServerTls source) {
        return with(draft -> draft.tls = Optional.of(source));
    }

    /** With an observer of requests. */
    public WebOptions withObserver(ResponseObserver sees) {
        return with(draft -> draft.observer = Optional.of(sees));
    }

    private WebOptions with(Consumer<Draft> change) {
        Draft draft = new Draft();
        change.accept(draft);
        return draft.done();
    }

    /** The same fields, to be changed. */
    private final class Draft {
        private Address address = address();
        private long maxRequestSize = maxRequestSize();
        private MemoryBudget memory = memory();
        private Duration requestTimeout = requestTimeout();
        private Duration stopWithin = stopWithin();
        private ErrorBody errors = errors();
        private Optional<ServerTls> tls = tls();
        private Optional<ResponseObserver> observer = observer();

        private WebOptions done() {
            return new WebOptions(address, maxRequestSize, memory, requestTimeout, stopWithin, errors, tls, observer);
        }
    }
}
