package io.hookline.webhook.credential;

import java.util.Optional;

/**
 * Credentials with the content of the Secrets and ConfigMaps that they name.
 *
 * @param authorization the value of the header {@code Authorization}
 */
public record ResolvedCredentials(Optional<String> authorization, TlsMaterial tls) {

    /** Does not contain secrets. */
    @Override
    public String toString() {
        return "Resolved[authorization=" + authorization.isPresent() + ", tls=" + tls + "]";
    }
}
