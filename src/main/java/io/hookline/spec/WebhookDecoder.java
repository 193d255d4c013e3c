package io.hookline.spec;

import io.hookline.spec.Hooks.Hook;
import io.hookline.spec.Webhook.Etag;
import java.time.Duration;
import java.util.Optional;

/** Decodes the hooks of a controller and their webhooks. */
final class WebhookDecoder {

    private static final String MODE = "responseUnMarshallMode";

    private WebhookDecoder() {}

    static Hook hook(FieldReader hook) {
        String version = hook.text("version").orElse("");
        int number = switch (version) {
            case "", "v1" -> 1;
            case "v2" -> 2;
            default -> throw hook.wrong("version", "expected v1 or v2, was \"" + version + "\"");
        };
        if (hook.node("webhook").isEmpty()) {
            hook.warn("webhook", "is missing: the hook is never called");
        }
        return new Hook(number, hook.object("webhook", webhook -> webhook(webhook, number)));
    }

    private static Webhook webhook(FieldReader webhook, int version) {
        return new Webhook(
                url(webhook),
                timeout(webhook),
                webhook.object("etag", WebhookDecoder::etag).flatMap(enabled -> enabled),
                strict(webhook, version),
                webhook.text(MODE).filter("loose"::equals).isPresent(),
                CredentialsDecoder.credentials(webhook));
    }

    /** A complete URL takes precedence over service and path, as in Metacontroller. */
    private static String url(FieldReader webhook) {
        String url = webhook.text("url").orElse("");
        Optional<String> path = webhook.text("path");
        Optional<String> service = webhook.object("service", fields -> address(fields, url.isEmpty()));
        if (!url.isEmpty()) {
            return url;
        }
        if (service.isEmpty() || path.isEmpty()) {
            throw webhook.wrong("url", "expected a url, or service and path");
        }
        return service.get() + path.get();
    }

    private static String address(FieldReader service, boolean used) {
        String name = used ? service.required("name") : service.text("name").orElse("");
        String namespace =
                used ? service.required("namespace") : service.text("namespace").orElse("");
        int port = service.integer("port").orElse(80);
        return service.text("protocol").orElse("http") + "://" + name + "." + namespace + ":" + port;
    }

    private static Duration timeout(FieldReader webhook) {
        Optional<String> text = webhook.text("timeout");
        try {
            Duration timeout = text.map(GoDuration::parse).orElse(Webhook.DEFAULT_TIMEOUT);
            if (timeout.isPositive()) {
                return timeout;
            }
        } catch (IllegalArgumentException e) {
            throw webhook.wrong("timeout", String.valueOf(e.getMessage()));
        }
        webhook.warn("timeout", "must be positive, was " + text.orElse("") + ": the default of 10s is used");
        return Webhook.DEFAULT_TIMEOUT;
    }

    private static Optional<Etag> etag(FieldReader etag) {
        boolean enabled = etag.flag("enabled");
        Etag rules = new Etag(seconds(etag, "cacheTimeoutSeconds"), seconds(etag, "cacheCleanupSeconds"));
        return enabled ? Optional.of(rules) : Optional.empty();
    }

    private static Optional<Duration> seconds(FieldReader etag, String name) {
        return etag.integer(name).filter(seconds -> seconds > 0).map(Duration::ofSeconds);
    }

    private static boolean strict(FieldReader webhook, int version) {
        String mode = webhook.text(MODE).orElse("");
        return switch (mode) {
            case "" -> version == 2;
            case "loose" -> false;
            case "strict" -> true;
            default -> throw webhook.wrong(MODE, "expected loose or strict, was \"" + mode + "\"");
        };
    }
}
