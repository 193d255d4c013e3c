package io.hookline.kube;

import io.hookline.cluster.ClusterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** A token in a file that somebody else replaces before it expires, such as a pod's service account. */
final class TokenFile implements Credential {

    /** Tokens are replaced when a fifth of their life is left, so a minute of delay is nothing. */
    private static final Duration FRESH = Duration.ofMinutes(1);

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
        return known == null || readAt.plus(FRESH).isBefore(clock.instant()) ? read() : known;
    }

    @Override
    public synchronized boolean renew(String rejected) {
        return !read().equals(rejected);
    }

    private String read() {
        try {
            String token = Files.readString(file).strip();
            header = "Bearer " + token;
            readAt = clock.instant();
            return header;
        } catch (IOException e) {
            throw new ClusterException.Unauthorized("token file " + file + " cannot be read: " + e.getMessage());
        }
    }
}
