package io.hookline.webhook;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Receives a body up to a limit. One more byte either fails the exchange, or, where the rest is of no interest, ends it with
 * what is there; then a body that breaks off is good enough, too.
 */
final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {

    private final int maxBytes;
    private final boolean cutting;
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();

    /** Written by one thread at a time, as reactive streams promise. */
    private final List<ByteBuffer> pieces = new ArrayList<>();

    private int size;
    private Flow.@Nullable Subscription subscription;

    private BoundedBody(int maxBytes, boolean cutting) {
        this.maxBytes = maxBytes;
        this.cutting = cutting;
    }

    /** Fails when it is larger. */
    static BoundedBody failing(int maxBytes) {
        return new BoundedBody(maxBytes, false);
    }

    /** Takes the first bytes only. */
    static BoundedBody cutting(int maxBytes) {
        return new BoundedBody(maxBytes, true);
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription source) {
        subscription = source;
        source.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            int room = maxBytes - size;
            if (buffer.remaining() > room) {
                keep(buffer.slice(buffer.position(), room));
                stop();
                return;
            }
            keep(buffer);
        }
    }

    @Override
    public void onError(Throwable failure) {
        if (cutting) {
            whole.complete(join());
        } else {
            whole.completeExceptionally(failure);
        }
    }

    @Override
    public void onComplete() {
        whole.complete(join());
    }

    private void keep(ByteBuffer buffer) {
        size += buffer.remaining();
        pieces.add(buffer);
    }

    private void stop() {
        if (subscription != null) {
            subscription.cancel();
        }
        if (cutting) {
            whole.complete(join());
        } else {
            whole.completeExceptionally(new IOException(Problems.tooLarge(maxBytes)));
        }
        pieces.clear();
    }

    private byte[] join() {
        byte[] bytes = new byte[size];
        int at = 0;
        for (ByteBuffer piece : pieces) {
            int length = piece.remaining();
            piece.get(bytes, at, length);
            at += length;
        }
        return bytes;
    }
}
