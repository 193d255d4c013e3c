package io.hookline.kube;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ClusterException.Detail;
import io.hookline.http.ConnectFailure;
import io.hookline.object.DecodeException;
import io.hookline.object.Json;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** Maps error responses and broken connections to failures. */
final class ErrorMapper {

    private static final int UNAUTHORIZED = 401;
    private static final String UNAUTHORIZED_TEXT = "Unauthorized";
    private static final int GONE = 410;
    private static final Set<String> EXPIRED_REASONS = Set.of("Expired", "Gone");
    private static final int MAX_TEXT = 300;
    private static final Pattern SECONDS = Pattern.compile("\\d{1,6}");

    private ErrorMapper() {}

    /**
     * The failure for a response that is not a success.
     *
     * @param host of the server
     */
    static ClusterException ofAnswer(KubeRequest request, String host, int code, String retryAfter, byte[] body) {
        Optional<JsonNode> status = status(body);
        if (code == UNAUTHORIZED && status.map(ErrorMapper::saysNothingElse).orElse(false)) {
            return new ClusterException.Unauthorized(
                    request + ": " + host + " does not accept the credentials: " + UNAUTHORIZED_TEXT);
        }
        if (status.isPresent()) {
            Duration after = after(retryAfter);
            return ofStatus(status.get(), code, after);
        }
        if (code == 404) { // no API serves this path, so the body is not a Status
            return new ClusterException.NotFound("the server could not find the requested resource (" + request + ")");
        }
        String text = new String(body, StandardCharsets.UTF_8).strip();
        String shown = text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "…" : text;
        return of(
                code,
                "",
                request + ": HTTP status " + code + (shown.isEmpty() ? "" : ": " + shown),
                List.of(),
                after(retryAfter));
    }

    /**
     * The failure for a Status object in a watch. An expired version is recognized by its reason too: a caller that
     * took it for a transient failure would request the same version for ever.
     */
    static ClusterException ofStatus(JsonNode status) {
        boolean expired = EXPIRED_REASONS.contains(status.path("reason").asText(""));
        return ofStatus(status, expired ? GONE : status.path("code").asInt(500), null);
    }

    private static ClusterException ofStatus(JsonNode status, int code, @Nullable Duration after) {
        String reason = status.path("reason").asText("");
        String message = status.path("message").asText(reason);
        int seconds = status.path("details").path("retryAfterSeconds").asInt(0);
        return of(
                code,
                reason,
                message,
                details(status.path("details").path("causes")),
                after != null || seconds <= 0 ? after : Duration.ofSeconds(seconds));
    }

    private static List<Detail> details(JsonNode causes) {
        List<Detail> details = new ArrayList<>();
        causes.forEach(cause -> details.add(new Detail(
                cause.path("reason").asText(),
                cause.path("message").asText(),
                cause.path("field").asText())));
        return details;
    }

    /** The usual message: it does not say which of several clusters refused. */
    private static boolean saysNothingElse(JsonNode unauthorized) {
        return unauthorized.path("message").asText(UNAUTHORIZED_TEXT).equals(UNAUTHORIZED_TEXT);
    }

    private static Optional<JsonNode> status(byte[] body) {
        try {
            return Optional.of(Json.parse(body))
                    .filter(json -> json.path("kind").asText().equals("Status"));
        } catch (DecodeException _) {
            return Optional.empty();
        }
    }

    private static @Nullable Duration after(String retryAfter) {
        return SECONDS.matcher(retryAfter).matches() ? Duration.ofSeconds(Long.parseLong(retryAfter)) : null;
    }

    private static ClusterException of(
            int code, String reason, String message, List<Detail> details, @Nullable Duration after) {
        return switch (code) {
            case UNAUTHORIZED -> new ClusterException.Unauthorized(message);
            case 403 -> new ClusterException.Forbidden(message, details);
            case 404 -> new ClusterException.NotFound(message);
            case 409 -> conflict(reason, message, details);
            case GONE -> new ClusterException.Expired(message);
            case 413 -> new ClusterException.TooLarge(message);
            case 422 -> new ClusterException.Invalid(message, details);
            case 429 -> new ClusterException.TooManyRequests(message, after);
            default ->
                code >= 500
                        ? new ClusterException.Unavailable(code, message, after)
                        : new ClusterException.BadRequest(code, reason.isEmpty() ? "BadRequest" : reason, message);
        };
    }

    private static ClusterException conflict(String reason, String message, List<Detail> details) {
        if (reason.equals("AlreadyExists")) {
            return new ClusterException.AlreadyExists(message);
        }
        return details.stream().anyMatch(detail -> detail.reason().equals(Detail.FIELD_MANAGER_CONFLICT))
                ? new ClusterException.FieldConflict(message, details)
                : new ClusterException.Conflict(message);
    }

    /** The failure if no complete response came. */
    static ClusterException lost(KubeRequest request, Throwable cause) {
        return noAnswer(request, describe(cause), cause);
    }

    /** The failure for a response that is not from an API server, such as the sign-in page of a proxy. */
    static ClusterException unreadable(KubeRequest request, DecodeException cause) {
        return noAnswer(request, "the answer cannot be read: " + cause.getMessage(), cause);
    }

    private static ClusterException noAnswer(KubeRequest request, String problem, Throwable cause) {
        String message = request + ": " + problem;
        return request.changes() && !isBeforeSending(cause)
                ? new ClusterException.OutcomeUnknown(message, cause)
                : new ClusterException.Unreachable(message, cause);
    }

    private static boolean isBeforeSending(Throwable cause) {
        for (Throwable e = cause; e != null; e = e.getCause()) {
            if (e instanceof ConnectFailure || e instanceof SSLHandshakeException || e instanceof GatedBody.Closed) {
                return true;
            }
        }
        return false;
    }

    /** The first message in the chain of causes; the JDK omits some of the most common messages. */
    private static String describe(Throwable cause) {
        if (cause instanceof ConnectFailure e) {
            return "cannot connect to " + e.server() + ": " + describe(requireNonNull(e.getCause()));
        }
        Throwable last = cause;
        for (Throwable e = cause; e != null; e = e.getCause()) {
            if (e instanceof UnknownHostException) {
                return "unknown host";
            }
            if (e instanceof ConnectException && e.getMessage() != null) {
                return e.getMessage().toLowerCase(Locale.ROOT);
            }
            last = e.getMessage() == null ? last : e;
        }
        return last.getMessage() == null ? last.toString() : last.getMessage();
    }
}
