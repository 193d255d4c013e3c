package io.hookline.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.codec.HookBody;
import io.hookline.hook.codec.RequestCodec;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.hook.protocol.JsonText;
import io.hookline.hook.protocol.SourceVersion;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.SecretValues;
import io.hookline.webhook.CallObserver.Ending;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls one hook of one controller and interprets the status codes of its responses. */
final class WebhookClient implements HookClient {

    private static final Logger LOG = LoggerFactory.getLogger(WebhookClient.class);

    private static final String VERSION = SourceVersion.HEADER.toLowerCase(Locale.ROOT);

    private static final String RELOADED = InProcessHooks.RELOADED.toLowerCase(Locale.ROOT);

    /**
     * The part of the memory for plans that a child takes, beside its own bytes: at most four times as much of the
     * heap, for what is known of it as desired, as requested and as written, and for its failure.
     */
    private static final int CHILD = 1 << 10;

    /** How long an answer waits until syncs that process large ones have ended; then its sync is retried. */
    private static final Duration FOR_PLANS = Duration.ofSeconds(10);

    private final HookCall call;
    private final Transport transport;
    private final Optional<EtagCache> etags;
    private final CallObserver observer;
    private final InstantSource clock;
    private final int echoedBytes;
    private final AnswerMemory plans;

    /** The version of the last response; a call that timed out is taken for one of this version. */
    private volatile String version = "";

    WebhookClient(
            HookCall call,
            Transport transport,
            Optional<EtagCache> etags,
            CallObserver observer,
            InstantSource clock,
            int echoedBytes,
            AnswerMemory plans) {
        this.call = call;
        this.transport = transport;
        this.etags = etags;
        this.observer = observer;
        this.clock = clock;
        this.echoedBytes = echoedBytes;
        this.plans = plans;
    }

    @Override
    public HookReply call(HookRequest request) throws InterruptedException {
        HookBody body = RequestCodec.encode(request);
        Optional<EtagCache.Entry> known = etags.flatMap(cache -> cache.find(request));
        LOG.atTrace()
                .addKeyValue("url", call.url())
                .addKeyValue("body", () -> logged(body.bytes()))
                .log("hook request");
        Transport.Answer answer = observed(body, known.map(EtagCache.Entry::tag), request.now());
        LOG.atTrace()
                .addKeyValue("url", call.url())
                .addKeyValue("code", answer.status())
                .addKeyValue("body", () -> logged(answer.body()))
                .log("hook response");
        String sent = versionOf(answer);
        version = sent.isEmpty() ? version : sent;
        return interpret(request, answer, known);
    }

    @Override
    public Optional<String> servedVersion() throws InterruptedException {
        return transport.servedVersion();
    }

    @Override
    public void close() {
        transport.close();
    }

    private HookReply interpret(HookRequest request, Transport.Answer answer, Optional<EtagCache.Entry> known) {
        if (answer.status() == 429 || isReloaded(answer)) {
            return new HookReply.Later(retryAfter(answer));
        }
        if (answer.status() == 200) {
            JsonText body = new JsonText(answer.body(), releaseOf(answer));
            remember(request, answer, body);
            return new HookReply.Answered(body, versionOf(answer));
        }
        if (known.isPresent() && (answer.status() == 304 || answer.status() == 412)) {
            return new HookReply.Answered(known.get().answer(), versionOf(answer));
        }
        throw failure(answer);
    }

    /** The version that this very answer names, as one and the same text for equal ones. */
    private String versionOf(Transport.Answer answer) {
        String last = version;
        String sent = answer.header(VERSION).map(SourceVersion::of).orElse("");
        return sent.equals(last) ? last : sent;
    }

    /**
     * Waits for memory for the plan of an answer, whose children may be so small that the answer itself takes little.
     */
    private Runnable releaseOf(Transport.Answer answer) {
        long children = DecodedSize.objectsInLists(answer.body());
        long size = children * CHILD;
        AnswerMemory.Part part = plans.part();
        try {
            if (size > plans.maxBytes()) {
                throw new IOException("the answer lists " + children
                        + " objects, and with this heap a sync can process "
                        + plans.maxBytes() / CHILD + "; return fewer children for one parent, or give the watcher a"
                        + " larger heap");
            }
            part.reserve(size, FOR_PLANS);
        } catch (IOException e) {
            answer.release().run();
            throw new HookException(String.valueOf(e.getMessage()));
        }
        return () -> {
            part.release();
            answer.release().run();
        };
    }

    /** An edit of a hook during a call is not a failure: the new version is called at once. */
    private static boolean isReloaded(Transport.Answer answer) {
        return answer.status() == 503 && answer.header(RELOADED).isPresent();
    }

    /** A failure of a hook of Hookline is shown without its request id, so that equal failures are equal events. */
    private HookException failure(Transport.Answer answer) {
        Optional<String> known = HookServerError.in(answer.body());
        String status = "unsupported status code: " + answer.status() + " body: ";
        String message = status + known.map(this::cut).orElseGet(() -> echo(answer.body()));
        return HookException.response(
                message,
                known.orElse(message),
                answer.detail(),
                answer.status() == 503 ? retryAfter(answer) : Optional.empty(),
                versionOf(answer));
    }

    private Optional<Duration> retryAfter(Transport.Answer answer) {
        String header = answer.header("retry-after").orElse("");
        Optional<RetryAfter> after = RetryAfter.parse(header, clock.instant());
        after.filter(RetryAfter::isCut)
                .ifPresent(cut -> LOG.atWarn()
                        .addKeyValue("url", call.url())
                        .addKeyValue("retryAfter", header)
                        .addKeyValue("used", cut.kept())
                        .log("shortened the Retry-After of a hook"));
        return after.map(RetryAfter::kept);
    }

    private void remember(HookRequest request, Transport.Answer answer, JsonText body) {
        Optional<String> tag = answer.header("etag").filter(WebhookClient::canBeSentBack);
        if (tag.isPresent() && etags.isPresent()) {
            etags.get().remember(request, tag.get(), body, answer.body().length);
        }
    }

    private static boolean canBeSentBack(String tag) {
        return !tag.isEmpty() && tag.chars().allMatch(c -> c >= ' ' && c <= '~');
    }

    private Transport.Answer observed(HookBody body, Optional<String> tag, Optional<Instant> now)
            throws InterruptedException {
        Instant start = clock.instant();
        Ending ending = new Ending.Failed();
        observer.started(call);
        try {
            Transport.Answer answer = transport.post(body, tag, now);
            ending = new Ending.Responded(answer.status());
            return answer;
        } catch (Transport.Failure e) {
            if (e.isTimeout()) {
                ending = new Ending.TimedOut();
                String field = " (spec.hooks." + call.hook().text() + ".webhook.timeout)";
                throw HookException.response(
                        e.getMessage() + field, e.problem() + field, Optional.empty(), Optional.empty(), version);
            }
            throw new HookException(String.valueOf(e.getMessage()), e.getCause());
        } catch (InterruptedException e) {
            ending = new Ending.Abandoned();
            throw e;
        } finally {
            observer.ended(call, ending, Duration.between(start, clock.instant()));
        }
    }

    private String echo(byte[] body) {
        return body.length <= echoedBytes
                ? text(body)
                : new String(body, 0, echoedBytes, StandardCharsets.UTF_8) + "... (cut after " + echoedBytes
                        + " bytes)";
    }

    private String cut(String error) {
        return echo(error.getBytes(StandardCharsets.UTF_8));
    }

    /** A body for the log, without the values of Secrets: a hook may get and return them. */
    private static String logged(byte[] body) {
        try {
            return GoJson.text(withoutSecrets(body));
        } catch (DecodeException _) {
            return "(" + body.length + " bytes that are not JSON)";
        }
    }

    /** The body of an error, which is rarely JSON. */
    private static String text(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        try {
            return text.contains("Secret") ? GoJson.text(withoutSecrets(body)) : text;
        } catch (DecodeException _) {
            return text;
        }
    }

    private static JsonNode withoutSecrets(byte[] body) {
        return SecretValues.hidden(Json.parse(body));
    }

    /** The body of a failed response of Hookline's hook server: {@code {"error": "...", "requestId": "..."}}. */
    private static final class HookServerError {

        private HookServerError() {}

        /**
         * The error alone; empty if the body has another form, since other servers may use its fields in another way.
         */
        static Optional<String> in(byte[] body) {
            if (body.length == 0 || body[0] != '{') {
                return Optional.empty();
            }
            try {
                JsonNode json = Json.parse(body);
                boolean isOurs = json.size() == 2
                        && json.path("error").isTextual()
                        && json.path("requestId").isTextual();
                return isOurs ? Optional.of(json.path("error").textValue()) : Optional.empty();
            } catch (DecodeException _) {
                return Optional.empty();
            }
        }
    }
}
