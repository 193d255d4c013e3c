package io.hookline.webhook.credential;

import io.hookline.spec.Credentials;
import io.hookline.spec.Credentials.Source;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The credentials of one hook, resolved again whenever a Secret or ConfigMap that they name has changed. If the new ones cannot be used,
 * the last valid ones stay. Thread-safe.
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
}
