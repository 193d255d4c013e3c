package io.hookline.kube.config;

import io.hookline.cluster.ClusterException;
import io.hookline.http.Request;
import io.hookline.http.RotatedFiles;
import io.hookline.object.FileFailure;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** A token in a file that another program replaces before it expires, such as a pod's service account token. */
final class TokenFile implements Credential {

    /** Tokens are replaced when a fifth of their lifetime is left, so a delay of a minute does not matter. */
    private static final Duration REREAD_AFTER = Duration.ofMinutes(1);

    private final Path file;
    private final InstantSource clock;
    private final RotatedFiles<String> header;
    private Instant readAt = Instant.MIN;

    TokenFile(Path file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
        this.header = new RotatedFiles<>(List.of(file), StandardCharsets.UTF_8, texts -> header(texts.getFirst()));
    }

    @Override
    public long certificate() {
        return 0;
    }

    /** The last token if the file cannot be read: it may still be valid. If it is rejected, {@link #renew} throws. */
    @Override
    public synchronized String header() {
        if (header.version() == 0) {
            read();
        } else if (readAt.plus(REREAD_AFTER).isBefore(clock.instant())) {
            try {
                read();
            } catch (ClusterException.Unauthorized _) {
                return header.value();
            }
        }
        return header.value();
    }

    @Override
    public synchronized boolean renew(String rejected) {
        read();
        return !header.value().equals(rejected);
    }

    private void read() {
        try {
            header.read();
            readAt = clock.instant();
        } catch (CharacterCodingException _) {
            throw new ClusterException.Unauthorized("token file " + file + " is not UTF-8 text");
        } catch (IOException | GeneralSecurityException e) {
            throw new ClusterException.Unauthorized("token file " + file + " cannot be read: " + FileFailure.reason(e));
        }
    }

    private String header(String text) {
        String token = text.strip();
        if (token.isEmpty()) {
            throw new ClusterException.Unauthorized("token file " + file + " is empty");
        }
        if (!Request.Field.mayHold(token)) {
            throw new ClusterException.Unauthorized(
                    "token file " + file + " has control characters, which no HTTP header may hold");
        }
        return "Bearer " + token;
    }
}
