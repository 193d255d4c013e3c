package io.hookline.webhook.credential;

import java.util.Optional;

/** Observes the credentials of one hook while its controller runs. Implementations are thread-safe, do not block and do not throw. */
@FunctionalInterface
public interface CredentialObserver {

    /** Ignores everything. */
    CredentialObserver NONE = _ -> {};

    /**
     * New credentials cannot be used, or can be used again.
     *
     * @param problem why the hook is called with the last valid credentials; empty when it is called with the present ones again
     */
    void changed(Optional<String> problem);
}
