package io.hookline.web;

import java.util.Optional;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/** Reads the body of one request as it arrives, without a thread that waits for it. */
final class AsyncBody implements Invocable.Task {

    private static final byte[] NOTHING = {};

    private final Request request;
    private final long limit;
    private final @Nullable BodyBuffer kept;
    private long size;
    private Consumer<byte[]> complete = _ -> {};
    private Consumer<RequestException> refused = _ -> {};
    private Consumer<Throwable> failed = _ -> {};

    /**
     * Prepares to read.
     *
     * @param limit the maximum number of bytes
     * @param kept where the body is kept; null if it is discarded
     */
    AsyncBody(Request request, long limit, @Nullable BodyBuffer kept) {
        this.request = request;
        this.limit = limit;
        this.kept = kept;
    }

    /**
     * Reads to the end of the body.
     *
     * @param then gets the body; empty if it is discarded
     * @param otherwise gets the problem if the body is too large, is not valid, ends too early, or does not arrive in time
     * @param failure gets any other exception or error, those of the two others too
     */
    void read(Consumer<byte[]> then, Consumer<RequestException> otherwise, Consumer<Throwable> failure) {
        complete = then;
        refused = otherwise;
        failed = failure;
        run();
    }

    /** Continues when further bytes have arrived. Jetty ignores an exception of this method, and the request would wait forever. */
    @Override
    public void run() {
        try {
            readMore();
        } catch (Throwable e) {
            failed.accept(e);
        }
    }

    private void readMore() {
        Optional<byte[]> body;
        try {
            body = next();
        } catch (RequestException e) {
            refused.accept(e);
            return;
        }
        body.ifPresent(complete);
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }

    /** Reads all that has arrived. Returns the body if it is complete; otherwise this task runs again. */
    private Optional<byte[]> next() {
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                request.demand(this);
                return Optional.empty();
            }
            if (Content.Chunk.isFailure(chunk)) {
                throw BodyReader.incomplete(chunk.getFailure(), request.getLength());
            }
            keep(chunk);
            if (chunk.isLast()) {
                return Optional.of(kept == null ? NOTHING : kept.toArray());
            }
        }
    }

    private void keep(Content.Chunk chunk) {
        try {
            size += chunk.remaining();
            if (size > limit) {
                throw BodyBuffer.tooLarge(limit);
            }
            if (kept != null) {
                kept.add(chunk.getByteBuffer());
            }
        } finally {
            chunk.release();
        }
    }
}
