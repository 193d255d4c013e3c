package io.hookline.webhook;

import io.hookline.webhook.Requests.Hop;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * One call: a request, the redirects that follow, and its repetition if a used connection turned out to be dead before it
 * gave a byte of answer. Can be aborted at any time from any thread.
 */
final class HttpExchange {

    private static final int MAX_REDIRECTS = 10;

    /** Bodies up to this size are read although nobody wants them: the connection can then be used again. */
    private static final int UNWANTED_BYTES = 64 << 10;

    private final HttpClients.Lease lease;
    private final Requests requests;
    private final Requests.Content content;
    private final int maxBytes;

    private volatile URI at;
    private volatile @Nullable ResponseInfo head;
    private volatile boolean aborted;
    private volatile @Nullable CompletableFuture<?> current;

    HttpExchange(HttpClients.Lease lease, Requests requests, Requests.Content content, int maxBytes) {
        this.lease = lease;
        this.requests = requests;
        this.content = content;
        this.maxBytes = maxBytes;
        this.at = requests.origin();
    }

    /** Sends; call it once. */
    CompletableFuture<Transport.Answer> start() {
        Hop first = requests.first();
        boolean used = lease.idle().take(first.uri());
        return send(first)
                .exceptionallyCompose(failure -> used && diedUnanswered(failure) ? send(first) : failed(failure))
                .thenCompose(response -> follow(first, response));
    }

    /** Gives up, and cuts the connection if the answer is not complete. */
    void abort() {
        aborted = true;
        CompletableFuture<?> sent = current;
        if (sent != null) {
            sent.cancel(true);
        }
    }

    /** The url of the last request. */
    URI at() {
        return at;
    }

    /** The head of the answer to the last request, if it has come. */
    Optional<ResponseInfo> head() {
        return Optional.ofNullable(head);
    }

    private CompletableFuture<HttpResponse<byte[]>> send(Hop hop) {
        at = hop.uri();
        head = null;
        try {
            CompletableFuture<HttpResponse<byte[]>> sent =
                    lease.client().sendAsync(requests.build(hop, content), this::receive);
            current = sent;
            if (aborted) {
                sent.cancel(true);
            }
            return sent;
        } catch (IllegalArgumentException e) {
            return failed(e);
        }
    }

    private BodySubscriber<byte[]> receive(ResponseInfo received) {
        head = received;
        return received.statusCode() == 200 ? BoundedBody.failing(maxBytes) : BoundedBody.cutting(UNWANTED_BYTES);
    }

    private CompletableFuture<Transport.Answer> follow(Hop hop, HttpResponse<byte[]> response) {
        if (hop.redirects() == 0 && response.headers().allValues("Connection").isEmpty()) {
            lease.idle().give(hop.uri());
        }
        Optional<String> location = response.headers().firstValue("Location").filter(l -> !l.isEmpty());
        if (location.isEmpty() || !isRedirect(response.statusCode())) {
            return answer(response);
        }
        if (hop.redirects() == MAX_REDIRECTS) {
            return failed(new IOException("stopped after " + MAX_REDIRECTS + " redirects"));
        }
        try {
            Hop next = requests.next(hop, response.statusCode(), location.get());
            return send(next).thenCompose(there -> follow(next, there));
        } catch (IllegalArgumentException e) {
            return failed(new IOException("redirect to an invalid URL: \"" + location.get() + "\"", e));
        }
    }

    private CompletableFuture<Transport.Answer> answer(HttpResponse<byte[]> response) {
        try {
            return CompletableFuture.completedFuture(HttpAnswers.read(response, maxBytes));
        } catch (IOException e) {
            return failed(e);
        }
    }

    private static boolean isRedirect(int status) {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }

    /** A connection may end while it is idle, and we learn of it only when we write on it. */
    private boolean diedUnanswered(Throwable failure) {
        Throwable cause = Problems.unwrapped(failure);
        return !aborted
                && head == null
                && cause instanceof IOException
                && Problems.find(cause, SSLException.class) == null
                && !String.valueOf(cause.getMessage()).contains("parsing HTTP/1.1"); // an answer had begun
    }

    private static <T> CompletableFuture<T> failed(Throwable failure) {
        return CompletableFuture.failedFuture(
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure);
    }
}
