package io.hookline.webhook;

import io.hookline.hook.codec.HookBody;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.JsonText;
import io.hookline.http.BasicAuthorization;
import io.hookline.http.ConnectTrace;
import io.hookline.http.EnvironmentProxies;
import io.hookline.webhook.credential.TlsMaterial;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The hook of a running server, for tests: it is called at {@code URL/sync}, {@code URL/finalize} and {@code URL/customize}.
 * Thread-safe.
 */
public final class UrlHook implements HookProgram {

    private static final int OK = 200;
    private static final int TOO_MANY_REQUESTS = 429;

    private final String base;
    private final Duration timeout;
    private final InstantSource clock;
    private final HttpClients clients;
    private final AnswerMemory memory = new AnswerMemory(
            WebhookLimits.DEFAULT.answerBytes(), Runtime.getRuntime().maxMemory());

    /**
     * Creates it without opening a connection.
     *
     * @param url of the hook, with or without the type of a call at its end
     * @param timeout of each call
     * @param clock for dates in {@code Retry-After}
     * @param environment the environment variables of the process, which name the proxies
     * @throws WebhookException if the URL or a proxy is not valid
     */
    public UrlHook(String url, Duration timeout, InstantSource clock, Map<String, String> environment) {
        WebhookUrl.parse(url);
        this.base = withoutType(url.replaceFirst("/+$", ""));
        this.timeout = timeout;
        this.clock = clock;
        this.clients = new HttpClients(new EnvironmentProxies(environment));
    }

    private static String withoutType(String url) {
        String path = URI.create(url).getPath();
        for (HookType type : HookType.ofControllers()) {
            if (path != null && path.endsWith("/" + type.text())) {
                return url.substring(0, url.length() - type.text().length() - 1);
            }
        }
        return url;
    }

    /** All that a watcher calls: only a call shows what a server implements. */
    @Override
    public Set<HookType> types() {
        return EnumSet.copyOf(HookType.ofControllers());
    }

    @Override
    public HookReply call(HookType type, byte[] request, Optional<Instant> now) throws InterruptedException {
        WebhookUrl endpoint = WebhookUrl.parse(base + "/" + type.text());
        RequestBuilder requests =
                RequestBuilder.to(endpoint.uri(), endpoint.userInfo().map(BasicAuthorization::of));
        try (Transport transport = new HttpTransport(
                clients.lease(TlsMaterial.NONE),
                endpoint,
                requests,
                timeout,
                memory,
                ConnectTrace.NONE,
                new ServedVersions(clock))) {
            return reply(endpoint, transport.post(HookBody.of(request), Optional.empty(), now));
        } catch (Transport.Failure e) {
            throw new HookException(String.valueOf(e.getMessage()), e);
        }
    }

    private HookReply reply(WebhookUrl endpoint, Transport.Answer answer) {
        answer.release().run(); // the calls of a test come one after the other, and nobody releases their answers
        return switch (answer.status()) {
            case OK -> new HookReply.Answered(new JsonText(answer.body()));
            case TOO_MANY_REQUESTS ->
                new HookReply.Later(
                        RetryAfter.parse(answer.header("retry-after").orElse(""), clock.instant())
                                .map(RetryAfter::kept));
            default ->
                throw new HookException(endpoint.shown() + " returned status " + answer.status() + ": "
                        + new String(answer.body(), StandardCharsets.UTF_8).strip());
        };
    }

    @Override
    public void close() {
        clients.close();
    }
}
