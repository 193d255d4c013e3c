package io.hookline.kube;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.hookline.cluster.ClusterException;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends requests to one server: bounded in number and time, with the credential of the moment, every failure as a {@link
 * ClusterException}. Thread-safe.
 */
final class KubeHttp implements AutoCloseable {

    private static final int UNAUTHORIZED = 401;

    private final Connection connection;
    private final HttpClient client;
    private final Semaphore slots;
    private final Optional<TokenBucket> throttle;
    private final Duration timeout;
    private final Set<KubeWatch> watches = ConcurrentHashMap.newKeySet();

    KubeHttp(Connection connection, KubeOptions options, InstantSource clock, Executor executor) {
        this.connection = connection;
        this.client = HttpClients.open(connection, options.userAgent(), executor);
        this.slots = new Semaphore(options.maxInFlight(), true);
        this.throttle = options.qps() > 0
                ? Optional.of(new TokenBucket(options.qps(), options.burst(), clock))
                : Optional.empty();
        this.timeout = options.requestTimeout();
    }

    /** Sends a request and returns the body of its success. */
    byte[] call(KubeRequest request) {
        await(request, () -> {
            if (!slots.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new ClusterException.Unreachable(
                        request + ": not sent, as too many requests were under way for " + timeout, null);
            }
        });
        try {
            delay(request);
            return exchange(request);
        } finally {
            slots.release();
        }
    }

    private byte[] exchange(KubeRequest request) {
        String header = connection.credential().header();
        Answer answer = send(request, header);
        if (answer.code() == UNAUTHORIZED && connection.credential().renew(header)) {
            answer = send(request, connection.credential().header());
        }
        if (HttpResponse.isSuccessful(answer.code())) {
            return answer.body();
        }
        throw Failures.ofAnswer(request, answer.code(), answer.retryAfter(), answer.body());
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Answer(int code, String retryAfter, byte[] body) {}

    private Answer send(KubeRequest request, String header) {
        long deadline = System.nanoTime() + timeout.toNanos();
        BodyCollector collector = new BodyCollector();
        HttpResponse<AsyncBody> response = start(request, header, collector, deadline);
        return collect(request, response, collector, deadline);
    }

    private Answer collect(
            KubeRequest request, HttpResponse<AsyncBody> response, BodyCollector collector, long deadline) {
        AsyncBody body = response.body();
        body.consume();
        boolean whole = false;
        try {
            join(request, body.done(), deadline);
            whole = true;
        } finally {
            if (!whole) {
                body.cancel();
            }
        }
        return new Answer(
                response.code(),
                Optional.ofNullable(response.header("Retry-After")).orElse(""),
                collector.bytes());
    }

    /** Opens a stream; it counts against no limit but the throttle. */
    KubeWatch open(KubeRequest request, WatchStream stream) {
        delay(request);
        String header = connection.credential().header();
        try {
            return openOnce(request, header, stream);
        } catch (ClusterException.Unauthorized e) {
            if (connection.credential().renew(header)) {
                return openOnce(request, connection.credential().header(), stream);
            }
            throw e;
        }
    }

    private KubeWatch openOnce(KubeRequest request, String header, WatchStream stream) {
        long deadline = System.nanoTime() + timeout.toNanos();
        BodyCollector collector = new BodyCollector();
        // Nothing flows before the first consume(), so that the status is known by then.
        Switch target = new Switch(stream);
        HttpResponse<AsyncBody> response = start(request, header, target, deadline);
        if (response.isSuccessful()) {
            KubeWatch watch = stream.start(response.body());
            watches.add(watch);
            var _ = response.body().done().whenComplete((_, _) -> watches.remove(watch));
            return watch;
        }
        target.consumer = collector;
        Answer answer = collect(request, response, collector, deadline);
        throw Failures.ofAnswer(request, answer.code(), answer.retryAfter(), answer.body());
    }

    private static final class Switch implements AsyncBody.Consumer<List<ByteBuffer>> {
        private volatile AsyncBody.Consumer<List<ByteBuffer>> consumer;

        Switch(AsyncBody.Consumer<List<ByteBuffer>> consumer) {
            this.consumer = consumer;
        }

        @Override
        public void consume(List<ByteBuffer> buffers, AsyncBody body) throws Exception {
            consumer.consume(buffers, body);
        }
    }

    private HttpResponse<AsyncBody> start(
            KubeRequest request, String header, AsyncBody.Consumer<List<ByteBuffer>> consumer, long deadline) {
        CompletableFuture<HttpResponse<AsyncBody>> answer = client.consumeBytes(message(request, header), consumer);
        boolean arrived = false;
        try {
            HttpResponse<AsyncBody> response = join(request, answer, deadline);
            arrived = true;
            return response;
        } finally {
            if (!arrived) {
                // It may still come: its connection must not stay busy.
                var _ = answer.thenAccept(late -> late.body().cancel());
            }
        }
    }

    private HttpRequest message(KubeRequest request, String header) {
        HttpRequest.Builder message = client.newHttpRequestBuilder()
                .uri(request.at(connection.server()))
                .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .header("Accept", request.accept());
        if (!header.isEmpty()) {
            message.setHeader("Authorization", header);
        }
        if (request.body().length > 0) {
            message.method(
                    request.method(),
                    request.contentType(),
                    new ByteArrayInputStream(request.body()),
                    request.body().length);
        }
        return message.build();
    }

    private <T> T join(KubeRequest request, CompletableFuture<T> future, long deadline) {
        try {
            return future.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw Failures.lost(request, new TimeoutException("no answer within " + timeout));
        } catch (ExecutionException e) {
            throw Failures.lost(request, e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failures.lost(request, e);
        }
    }

    private void delay(KubeRequest request) {
        Duration wait = throttle.map(TokenBucket::take).orElse(Duration.ZERO);
        if (wait.isPositive()) {
            CountDownLatch never = new CountDownLatch(1);
            await(request, () -> {
                var _ = never.await(wait.toNanos(), TimeUnit.NANOSECONDS);
            });
        }
    }

    private interface Wait {
        void run() throws InterruptedException;
    }

    private static void await(KubeRequest request, Wait wait) {
        try {
            wait.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException.Unreachable(request + ": interrupted before it was sent", e);
        }
    }

    /** Ends the watches that are open, too. */
    @Override
    public void close() {
        watches.forEach(KubeWatch::close);
        client.close();
    }
}
