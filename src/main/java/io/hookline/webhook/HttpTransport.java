package io.hookline.webhook;

import io.hookline.hook.HookBody;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks a hook over HTTP/1.1 on pooled connections. */
final class HttpTransport implements Transport {

    private final HttpClients.Lease lease;
    private final Endpoint endpoint;
    private final Requests requests;
    private final Duration timeout;
    private final int maxBytes;

    HttpTransport(HttpClients.Lease lease, Endpoint endpoint, Requests requests, Duration timeout, int maxBytes) {
        this.lease = lease;
        this.endpoint = endpoint;
        this.requests = requests;
        this.timeout = timeout;
        this.maxBytes = maxBytes;
    }

    @Override
    public Answer post(HookBody body, Optional<String> tag) throws Failure, InterruptedException {
        HttpExchange exchange = new HttpExchange(lease, requests, new Requests.Content(body, tag), maxBytes);
        CompletableFuture<Answer> answer = exchange.start();
        try {
            return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            return late(exchange);
        } catch (ExecutionException e) {
            Throwable cause = Problems.unwrapped(e);
            throw Failure.of(shown(exchange), Problems.describe(cause), cause);
        } finally {
            exchange.abort();
        }
    }

    @Override
    public void close() {
        lease.close();
    }

    /** Who is asked to come back later need not wait for the words that go with it. */
    private Answer late(HttpExchange exchange) throws Failure {
        Optional<ResponseInfo> head = exchange.head();
        if (head.isPresent() && head.get().statusCode() == 429) {
            return new Answer(429, HttpAnswers.headers(head.get().headers()), new byte[0]);
        }
        throw Failure.timeout(shown(exchange), Problems.timeout(timeout, head.isPresent()));
    }

    /** The url that failed: the hook's, or the one that it sent us on to. */
    private String shown(HttpExchange exchange) {
        return exchange.at().equals(endpoint.uri())
                ? endpoint.shown()
                : exchange.at().toString();
    }
}
