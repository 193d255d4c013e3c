package io.hookline.kube.config;

import io.hookline.cluster.ClusterException;
import io.hookline.http.Request;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** A token in a file that another program replaces before it expires, such as a pod's service account token. */
final class TokenFile implements Credential {

    /** Tokens are replaced when a fifth of their lifetime is left, so a delay of a minute does not matter. */
    private static final Duration REREAD_AFTER = Duration.ofMinutes(1);

    private final Path file;
    private final InstantSource clock;

    private @Nullable String header;
    private Instant readAt = Instant.MIN;

    TokenFile(Path file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
    }

    @Override
    public long certificate() {
        return 0;
    }

    @Override
    public synchronized String header() {
        String known = header;
        if (known == null) {
            return read();
        }
        return readAt.plus(REREAD_AFTER).isBefore(clock.instant()) ? readOr(known) : known;
    }

    @Override
    public synchronized boolean renew(String rejected) {
        return !read().equals(rejected);
    }

    /**
     * Returns the last token if the file cannot be read: it may still be valid. A rejected token is read by {@link
     * #renew}, which throws.
     */
    private String readOr(String known) {
        try {
            return read();
        } catch (ClusterException.Unauthorized _) {
            return known;
        }
    }

    private String read() {
        try {
            String token = Files.readString(file).strip();
            if (token.isEmpty()) {
                throw new ClusterException.Unauthorized("token file " + file + " is empty");
            }
            if (!Request.Field.mayHold(token)) {
                throw new ClusterException.Unauthorized(
                        "token file " + file + " has control characters, which no HTTP header may hold");
            }
            header = "Bearer " + token;
            readAt = clock.instant();
            return header;
        } catch (CharacterCodingException _) {
            throw new ClusterException.Unauthorized("token file " + file + " is not UTF-8 text");
        } catch (IOException e) {
            throw new ClusterException.Unauthorized("token file " + file + " cannot be read: " + e.getMessage());
        }
    }
}
