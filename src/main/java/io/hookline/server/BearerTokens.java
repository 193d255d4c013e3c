package io.hookline.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tokens of the callers that may call hooks: the lines of a file, such as that of a mounted Secret. The file is read at each call,
 * so tokens are replaced without a restart: add the new one, change the callers, remove the old one.
 */
public final class BearerTokens {

    private static final Logger LOG = LoggerFactory.getLogger(BearerTokens.class);

    /** HTTP compares the name of a scheme without regard to case. */
    private static final String SCHEME = "Bearer ";

    private final Path file;

    private BearerTokens(Path file) {
        this.file = file;
    }

    /**
     * Reads tokens from a file.
     *
     * @throws IllegalArgumentException if the file cannot be read, or has no token
     */
    public static BearerTokens in(Path file) {
        BearerTokens tokens = new BearerTokens(file);
        try {
            if (tokens.read().isEmpty()) {
                throw new IllegalArgumentException(file + " has no token; write one in each line");
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read: " + e.getMessage(), e);
        }
        return tokens;
    }

    private List<String> read() throws IOException {
        return Files.readString(file)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
    }

    /** Whether a header {@code Authorization} has one of the tokens. The time that this takes does not depend on their content. */
    boolean accept(@Nullable String authorization) {
        if (authorization == null) {
            return false;
        }
        String header = authorization.strip();
        if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return false;
        }
        byte[] sent = header.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8);
        boolean known = false;
        try {
            for (String token : read()) {
                known |= MessageDigest.isEqual(token.getBytes(StandardCharsets.UTF_8), sent);
            }
        } catch (IOException e) {
            LOG.atError().setCause(e).addKeyValue("file", file).log("cannot read the tokens, refusing the call");
        }
        return known;
    }
}
