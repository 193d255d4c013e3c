package io.hookline.server;

import io.hookline.http.RotatedFiles;
import io.hookline.object.FileFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tokens of the callers that may call hooks: the lines of a file, such as that of a mounted Secret. Tokens are replaced without a
 * restart: add the new one, change the callers, remove the old one. A new token is accepted at once, a removed one for a
 * second at most: to read the file at each call would cost more than to call a small hook. Thread-safe.
 */
public final class BearerTokens {

    private static final Logger LOG = LoggerFactory.getLogger(BearerTokens.class);

    /** HTTP compares the name of a scheme without regard to case. */
    private static final String SCHEME = "Bearer ";

    private static final long READ_AGAIN_AFTER = TimeUnit.SECONDS.toNanos(1);

    private final Path file;
    private final LongSupplier nanoTime;
    private final RotatedFiles<List<byte[]>> tokens;
    private volatile long readAt;

    /** Whether the failure to read the file is logged already: each call tries again. */
    private final AtomicBoolean unreadable = new AtomicBoolean();

    private BearerTokens(Path file, LongSupplier nanoTime) {
        this.file = file;
        this.nanoTime = nanoTime;
        this.tokens = new RotatedFiles<>(List.of(file), StandardCharsets.UTF_8, BearerTokens::parse);
    }

    /**
     * Reads tokens from a file.
     *
     * @throws IllegalArgumentException if the file cannot be read, or has no token
     */
    public static BearerTokens in(Path file) {
        return in(file, System::nanoTime);
    }

    static BearerTokens in(Path file, LongSupplier nanoTime) {
        try {
            BearerTokens known = new BearerTokens(file, nanoTime);
            known.read();
            if (known.tokens.value().isEmpty()) {
                throw new IllegalArgumentException(file + " has no token; write one in each line");
            }
            return known;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(file + " cannot be read: " + FileFailure.reason(e), e);
        }
    }

    private void read() throws IOException, GeneralSecurityException {
        long at = nanoTime.getAsLong();
        tokens.read();
        readAt = at;
    }

    private static List<byte[]> parse(List<String> texts) {
        return texts.getFirst()
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .map(line -> line.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    /** Whether a header {@code Authorization} has one of the tokens. The time that this takes does not depend on their content. */
    public boolean accept(@Nullable String authorization) {
        if (authorization == null) {
            return false;
        }
        String header = authorization.strip();
        if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return false;
        }
        byte[] sent = header.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8);
        boolean isRecent = nanoTime.getAsLong() - readAt < READ_AGAIN_AFTER;
        return (isRecent && hasToken(sent)) || (readAgain() && hasToken(sent));
    }

    private boolean hasToken(byte[] sent) {
        boolean found = false;
        for (byte[] token : tokens.value()) {
            found |= MessageDigest.isEqual(token, sent);
        }
        return found;
    }

    private boolean readAgain() {
        try {
            read();
            if (unreadable.compareAndSet(true, false)) {
                LOG.atInfo().addKeyValue("file", file).log("the tokens can be read again");
            }
            return true;
        } catch (IOException | GeneralSecurityException e) {
            if (unreadable.compareAndSet(false, true)) {
                LOG.atError()
                        .addKeyValue("file", file)
                        .addKeyValue("error", e.toString())
                        .log("cannot read the tokens, refusing calls until that succeeds");
            }
            return false;
        }
    }
}
