package io.hookline.spec;

import io.hookline.object.DecodeException;
import io.hookline.spec.Credentials.Authorization;
import io.hookline.spec.Credentials.BasicAuth;
import io.hookline.spec.Credentials.CaBundle;
import io.hookline.spec.Credentials.ClientTls;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Decodes credentials, which have the same form in webhooks and in endpoint configs. */
final class CredentialsDecoder {
    private CredentialsDecoder() {}

    static EndpointConfig endpoint(FieldReader config) {
        return new EndpointConfig(config.required("host"), credentials(config).orElse(Credentials.NONE));
    }

    /** Decodes the credentials of an object; empty if it has none, so that those of an endpoint config apply. */
    static Optional<Credentials> credentials(FieldReader owner) {
        Credentials credentials = new Credentials(
                owner.object("caBundle", CredentialsDecoder::caBundle),
                owner.object("clientTLS", CredentialsDecoder::clientTls),
                owner.object("authorization", CredentialsDecoder::authorization),
                owner.object("basicAuth", CredentialsDecoder::basicAuth));
        if (credentials.authorization().isPresent() && credentials.basicAuth().isPresent()) {
            throw new DecodeException(owner.place(), "authorization and basicAuth are mutually exclusive");
        }
        return credentials.equals(Credentials.NONE) ? Optional.empty() : Optional.of(credentials);
    }

    private static CaBundle caBundle(FieldReader bundle) {
        Optional<CaBundle> inline = bundle.node("inline").map(_ -> new CaBundle.Inline(bundle.required("inline")));
        Optional<CaBundle> secret = bundle.object(
                "secretRef",
                ref -> new CaBundle.FromSecret(ref.required("namespace"), ref.required("name"), key(ref, "ca.crt")));
        Optional<CaBundle> configMap = bundle.object(
                "configMapRef",
                ref -> new CaBundle.FromConfigMap(ref.required("namespace"), ref.required("name"), key(ref, "ca.crt")));
        List<CaBundle> sources =
                Stream.of(inline, secret, configMap).flatMap(Optional::stream).toList();
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
