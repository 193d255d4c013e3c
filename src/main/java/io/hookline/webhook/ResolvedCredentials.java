package io.hookline.webhook;

import java.util.Optional;

/**
 * Credentials with everything that they refer to; equal as long as nothing of that changes.
 *
 * @param authorization value of the header
 */
record ResolvedCredentials(Optional<String> authorization, TlsMaterial tls) {

    /** Without the secrets. */
    @Override
    public String toString() {
        return "Resolved[authorization=" + authorization.isPresent() + ", tls=" + tls + "]";
    }
}
