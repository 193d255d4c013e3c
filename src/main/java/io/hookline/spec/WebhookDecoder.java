package io.hookline.spec;

import io.hookline.object.DecodeException;
import io.hookline.spec.Credentials.Authorization;
import io.hookline.spec.Credentials.BasicAuth;
import io.hookline.spec.Credentials.CaBundle;
import io.hookline.spec.Credentials.ClientTls;
import io.hookline.spec.Hooks.Hook;
import io.hookline.spec.Webhook.Etag;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

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

    /** Decodes credentials, which have the same form in webhooks and in endpoint configs. */
    static final class CredentialsDecoder {
        private CredentialsDecoder() {}

        static Endpoints.EndpointConfig endpoint(FieldReader config) {
            return new Endpoints.EndpointConfig(
                    config.required("host"), credentials(config).orElse(Credentials.NONE));
        }

        /** Decodes the credentials of an object; empty if it has none, so that those of an endpoint config apply. */
        static Optional<Credentials> credentials(FieldReader owner) {
            Credentials credentials = new Credentials(
                    owner.object("caBundle", CredentialsDecoder::caBundle),
                    owner.object("clientTLS", CredentialsDecoder::clientTls),
                    owner.object("authorization", CredentialsDecoder::authorization),
                    owner.object("basicAuth", CredentialsDecoder::basicAuth));
            if (credentials.authorization().isPresent()
                    && credentials.basicAuth().isPresent()) {
                throw new DecodeException(owner.place(), "authorization and basicAuth are mutually exclusive");
            }
            return credentials.equals(Credentials.NONE) ? Optional.empty() : Optional.of(credentials);
        }

        private static CaBundle caBundle(FieldReader bundle) {
            Optional<CaBundle> inline = bundle.node("inline").map(_ -> new CaBundle.Inline(bundle.required("inline")));
            Optional<CaBundle> secret = bundle.object(
                    "secretRef",
                    ref -> new CaBundle.FromSecret(
                            ref.required("namespace"), ref.required("name"), key(ref, "ca.crt")));
            Optional<CaBundle> configMap = bundle.object(
                    "configMapRef",
                    ref -> new CaBundle.FromConfigMap(
                            ref.required("namespace"), ref.required("name"), key(ref, "ca.crt")));
            List<CaBundle> sources = Stream.of(inline, secret, configMap)
                    .flatMap(Optional::stream)
                    .toList();
            if (sources.size() != 1) {
                throw new DecodeException(
                        bundle.place(),
                        "expected exactly one of inline, secretRef and configMapRef, was " + sources.size());
            }
            return sources.getFirst();
        }

        private static String key(FieldReader ref, String byDefault) {
            return textOr(ref, "key", byDefault);
        }

        private static ClientTls clientTls(FieldReader tls) {
            SecretRef ref = tls.requiredObject("secretRef", SecretRef::read);
            return new ClientTls(
                    ref.namespace(),
                    ref.name(),
                    textOr(tls, "certKey", "tls.crt"),
                    textOr(tls, "privateKeyKey", "tls.key"));
        }

        private static Authorization authorization(FieldReader authorization) {
            String type = authorization.text("type").orElse("").strip();
            if (type.toLowerCase(Locale.ROOT).equals("basic")) {
                throw authorization.wrong("type", "must not be \"" + type + "\": use basicAuth instead");
            }
            return authorization.requiredObject(
                    "secretRef",
                    ref -> new Authorization(
                            type.isEmpty() ? "Bearer" : type,
                            ref.required("namespace"),
                            ref.required("name"),
                            ref.required("key")));
        }

        private static BasicAuth basicAuth(FieldReader basic) {
            SecretRef ref = basic.requiredObject("secretRef", SecretRef::read);
            return new BasicAuth(
                    ref.namespace(),
                    ref.name(),
                    textOr(basic, "usernameKey", "username"),
                    textOr(basic, "passwordKey", "password"));
        }

        private static String textOr(FieldReader fields, String name, String byDefault) {
            return fields.text(name).filter(text -> !text.isEmpty()).orElse(byDefault);
        }

        private record SecretRef(String namespace, String name) {
            static SecretRef read(FieldReader ref) {
                return new SecretRef(ref.required("namespace"), ref.required("name"));
            }
        }
    }
}
