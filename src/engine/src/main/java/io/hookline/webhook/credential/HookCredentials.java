package io.hookline.webhook.credential;

import io.hookline.http.BasicAuthorization;
import io.hookline.http.Pem;
import io.hookline.http.Request;
import io.hookline.spec.Credentials;
import io.hookline.spec.Credentials.Authorization;
import io.hookline.spec.Credentials.BasicAuth;
import io.hookline.spec.Credentials.CaBundle;
import io.hookline.spec.Credentials.ClientTls;
import io.hookline.spec.Credentials.Source;
import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The credentials of one hook, resolved again whenever a Secret or ConfigMap that they name has changed. If the new
 * ones cannot be used, the last valid ones stay. Thread-safe.
 */
public final class HookCredentials implements AutoCloseable {

    private final Credentials credentials;
    private final Map<Source, FollowedObjects.Lease> leases = new LinkedHashMap<>();
    private final CredentialsReader reader = new CredentialsReader(new SecretReader(this::content));
    private final Consumer<ResolvedCredentials> use;
    private final CredentialObserver observer;

    /** All guarded by this. The credentials are absent until they were resolved for the first time. */
    private @Nullable ResolvedCredentials valid;

    private Optional<String> problem = Optional.empty();
    private boolean closed;

    private HookCredentials(Credentials credentials, Consumer<ResolvedCredentials> use, CredentialObserver observer) {
        this.credentials = credentials;
        this.use = use;
        this.observer = observer;
    }

    /**
     * Reads the Secrets and ConfigMaps, and follows them from then on.
     *
     * @param use is called with the first credentials before this returns, and later with each new ones
     * @throws CredentialException that names what is missing or not valid
     */
    public static HookCredentials open(
            Credentials credentials,
            FollowedObjects objects,
            Consumer<ResolvedCredentials> use,
            CredentialObserver observer) {
        HookCredentials opened = new HookCredentials(credentials, use, observer);
        credentials.sources().forEach(source -> opened.leases.put(source, objects.follow(source, opened::changed)));
        try {
            opened.start();
            return opened;
        } catch (RuntimeException e) { // the caller gets no object that it could close
            opened.close();
            throw e;
        }
    }

    private void start() {
        leases.values().forEach(FollowedObjects.Lease::read);
        synchronized (this) {
            valid = reader.read(credentials);
            use.accept(valid);
        }
        leases.values().forEach(FollowedObjects.Lease::start);
    }

    private Content content(Source source) {
        return Objects.requireNonNull(leases.get(source), "each source has a lease")
                .content();
    }

    /** An object has changed, perhaps in a key that is not used here. */
    private synchronized void changed() {
        if (closed || valid == null) {
            return;
        }
        Optional<String> now = Optional.empty();
        try {
            ResolvedCredentials next = reader.read(credentials);
            if (!next.equals(valid)) {
                valid = next;
                use.accept(next);
            }
        } catch (CredentialException e) {
            now = Optional.ofNullable(e.getMessage());
        }
        if (!now.equals(problem)) {
            problem = now;
            observer.changed(now);
        }
    }

    /** Stops following. Never fails. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        leases.values().forEach(FollowedObjects.Lease::close);
    }

    /** Resolves credentials with the last known content of the Secrets and ConfigMaps that they name. */
    static final class CredentialsReader {

        private final SecretReader values;

        CredentialsReader(SecretReader values) {
            this.values = values;
        }

        /**
         * Resolves credentials.
         *
         * @throws CredentialException that names what is missing or not valid
         */
        ResolvedCredentials read(Credentials credentials) {
            Optional<String> authorization = credentials
                    .authorization()
                    .map(this::token)
                    .or(() -> credentials.basicAuth().map(this::basic));
            TlsMaterial tls = new TlsMaterial(
                    credentials.caBundle().map(this::roots),
                    credentials.clientTls().map(this::identity));
            return new ResolvedCredentials(authorization, tls);
        }

        private String roots(CaBundle bundle) {
            String pem = switch (bundle) {
                case CaBundle.Inline inline -> inline.pem();
                case CaBundle.FromSecret(var namespace, var name, var key) ->
                    values.secret("caBundle", namespace, name).value(key);
                case CaBundle.FromConfigMap(var namespace, var name, var key) ->
                    values.configMap("caBundle", namespace, name).value(key);
            };
            if (pem.isBlank()) {
                throw new CredentialException("caBundle: " + place(bundle) + " is empty");
            }
            try {
                Pem.trust(pem);
            } catch (GeneralSecurityException e) {
                throw new CredentialException("caBundle: " + place(bundle) + " has no valid PEM certificate", e);
            }
            return pem;
        }

        private static String place(CaBundle bundle) {
            return switch (bundle) {
                case CaBundle.Inline _ -> "inline";
                case CaBundle.FromSecret(var namespace, var name, var key) ->
                    "key \"" + key + "\" of Secret " + namespace + "/" + name;
                case CaBundle.FromConfigMap(var namespace, var name, var key) ->
                    "key \"" + key + "\" of ConfigMap " + namespace + "/" + name;
            };
        }

        private TlsMaterial.Identity identity(ClientTls tls) {
            SecretReader.Holder secret = values.secret("clientTLS", tls.namespace(), tls.secret());
            TlsMaterial.Identity identity =
                    new TlsMaterial.Identity(secret.value(tls.certKey()), secret.value(tls.privateKeyKey()));
            try {
                identity.keys();
            } catch (GeneralSecurityException e) {
                throw new CredentialException(
                        "clientTLS: Secret " + tls.namespace() + "/" + tls.secret() + ": " + e.getMessage(), e);
            }
            return identity;
        }

        private String token(Authorization authorization) {
            String token = values.secret("authorization", authorization.namespace(), authorization.secret())
                    .text(authorization.key())
                    .strip();
            return sendable(authorization.type() + " " + token);
        }

        private String basic(BasicAuth basic) {
            SecretReader.Holder secret = values.secret("basicAuth", basic.namespace(), basic.secret());
            String user = secret.text(basic.usernameKey()).strip();
            String password = secret.text(basic.passwordKey()).strip();
            if (user.contains(":")) {
                throw new CredentialException("basicAuth: key \"" + basic.usernameKey() + "\" of Secret "
                        + basic.namespace() + "/" + basic.secret() + ": a user name must not contain a colon");
            }
            return BasicAuthorization.of(user + ":" + password);
        }

        private static String sendable(String header) {
            if (!Request.Field.mayHold(header)) {
                throw new CredentialException(
                        "authorization: the value has characters that are not allowed in an HTTP header");
            }
            return header;
        }
    }
}
