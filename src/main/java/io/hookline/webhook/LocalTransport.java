package io.hookline.webhook;

import io.hookline.hook.codec.HookBody;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.trace.Trace;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * Calls a hook of this process.
 *
 * <p>The hook runs on another thread, so that the caller can stop at the timeout even if the hook never returns. Its
 * thread is then interrupted.
 */
final class LocalTransport implements Transport {

    private final InProcessHooks catalog;
    private final WebhookUrl endpoint;
    private final Duration timeout;
    private final int maxBytes;
    private final Executor executor;

    LocalTransport(InProcessHooks catalog, WebhookUrl endpoint, Duration timeout, int maxBytes, Executor executor) {
        this.catalog = catalog;
        this.endpoint = endpoint;
        this.timeout = timeout;
        this.maxBytes = maxBytes;
        this.executor = executor;
    }

    @Override
    public Answer post(HookBody body, Optional<String> tag, Optional<Instant> now)
            throws Failure, InterruptedException {
        FutureTask<InProcessHooks.Response> task =
                new FutureTask<>(() -> catalog.serve(endpoint.path(), body.bytes(), now));
        try {
            executor.execute(Trace.inherited(task)); // what the hook logs belongs to the sync
            return answer(task.get(timeout.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException _) {
            throw Failure.timeout(endpoint.shown(), FailureMessages.timeout(timeout, false));
        } catch (ExecutionException e) {
            throw Failure.of(endpoint.shown(), "hook failed: " + e.getCause(), e.getCause());
        } catch (RejectedExecutionException e) {
            throw Failure.of(endpoint.shown(), "too many hook calls are running in this process", e);
        } finally {
            task.cancel(true);
        }
    }

    @Override
    public void close() {
        // holds nothing
    }

    private Answer answer(InProcessHooks.Response response) throws Failure {
        byte[] body = response.body().bytes();
        if (body.length > maxBytes && response.status() == 200) {
            throw Failure.of(endpoint.shown(), FailureMessages.tooLarge(maxBytes), null);
        }
        Map<String, String> headers = response.headers().entrySet().stream()
                .collect(Collectors.toMap(
                        header -> header.getKey().toLowerCase(Locale.ROOT), Map.Entry::getValue, (first, _) -> first));
        return new Answer(response.status(), headers, body, response.detail());
    }
}
