package io.hookline.webhook;

import io.hookline.hook.codec.HookBody;
import io.hookline.http.ConnectTrace;
import io.hookline.trace.Trace;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Calls a hook over HTTP/1.1 on pooled connections. */
final class HttpTransport implements Transport {

    private final HttpClients.Lease lease;
    private final WebhookUrl endpoint;
    private final RequestBuilder requests;
    private final Duration timeout;
    private final AnswerMemory memory;
    private final ConnectTrace trace;
    private final ServedVersions versions;

    HttpTransport(
            HttpClients.Lease lease,
            WebhookUrl endpoint,
            RequestBuilder requests,
            Duration timeout,
            AnswerMemory memory,
            ConnectTrace trace,
            ServedVersions versions) {
        this.lease = lease;
        this.endpoint = endpoint;
        this.requests = requests;
        this.timeout = timeout;
        this.memory = memory;
        this.trace = trace;
        this.versions = versions;
    }

    @Override
    public Answer post(HookBody body, Optional<String> tag, Optional<Instant> now)
            throws Failure, InterruptedException {
        Optional<String> traceParent = Optional.ofNullable(Trace.current()).map(Trace::nextParent);
        HttpExchange exchange = new HttpExchange(
                lease.client(), requests, new RequestBuilder.Content(body, tag, now, traceParent), memory, trace);
        try {
            return exchange.answer(timeout);
        } catch (IOException | IllegalArgumentException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw FailureMessages.find(e, SocketTimeoutException.class) != null
                    ? Failure.timeout(shown(exchange), FailureMessages.timeout(timeout, exchange.isHeadReceived()))
                    : Failure.of(shown(exchange), FailureMessages.describe(e), e);
        }
    }

    @Override
    public Optional<String> servedVersion() throws InterruptedException {
        String address = endpoint.uri().resolve("/").toString().replaceAll("/$", "");
        return versions.of(
                new ServedVersions.Server(lease.client(), address, requests.authorization()), endpoint.path());
    }

    @Override
    public void close() {
        lease.close();
    }

    /** The URL that failed: the hook's, or the target of a redirect. */
    private String shown(HttpExchange exchange) {
        return exchange.url().equals(endpoint.uri())
                ? endpoint.shown()
                : WebhookUrl.hidden(exchange.url().toString());
    }
}
