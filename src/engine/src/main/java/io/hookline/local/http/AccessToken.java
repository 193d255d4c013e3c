package io.hookline.local.http;

import io.hookline.cluster.ClusterException;
import io.hookline.object.FileFailure;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The bearer token that clients of a {@link LocalApiServer} need. A client that has it may do everything: write it only
 * to files that other users cannot read and to the terminal of the user, never to logs or to the arguments of a process. Immutable.
 */
public final class AccessToken {

    /** The characters of a bearer token (RFC 6750), which need no quotes in headers and in YAML strings. */
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

    /** All headers of a request together may have 8 KiB. */
    private static final int MAX_LENGTH = 4096;

    private static final int RANDOM_BYTES = 32;
    private static final String SCHEME = "Bearer ";

    /** Open to all, as the rights of a real server's anonymous user are by default: probes have no credentials. */
    private static final Pattern OPEN_PATHS = Pattern.compile("/(healthz|livez|readyz|version)(/.*)?");

    /** A web page cannot send headers of its own with a WebSocket, only names of subprotocols. */
    private static final String SUBPROTOCOL = "base64url.bearer.authorization.k8s.io.";

    private final String text;

    private AccessToken(String text) {
        this.text = text;
    }

    /** A new token that cannot be guessed. */
    public static AccessToken random(SecureRandom random) {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return new AccessToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /**
     * Reads a token from a file, which contains nothing else but white space around it.
     *
     * @throws IllegalArgumentException with the file and the problem, without its content
     */
    public static AccessToken read(Path file) {
        String token = content(file).strip();
        if (token.isEmpty()) {
            throw new IllegalArgumentException(file + " is empty; write one token into it");
        }
        if (token.lines().count() > 1) {
            throw new IllegalArgumentException(file + " has several lines; write one token into it");
        }
        if (token.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    file + " has a token of " + token.length() + " characters; the maximum is " + MAX_LENGTH);
        }
        if (!FORM.matcher(token).matches()) {
            throw new IllegalArgumentException(file + " is not a valid bearer token: it may have letters, digits and"
                    + " - . _ ~ + / and = at its end, and no spaces");
        }
        return new AccessToken(token);
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException _) {
            throw new IllegalArgumentException("there is no file " + file);
        } catch (CharacterCodingException _) {
            throw new IllegalArgumentException(file + " is not a text file; write one token into it");
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read: " + FileFailure.reason(e), e);
        }
    }

    /** The token itself, for the clients of the server. */
    public String text() {
        return text;
    }

    /**
     * Refuses a request without this token, unless its path needs none.
     *
     * @param rawPath as in the request line
     * @throws ClusterException.Unauthorized if it has none or another one
     */
    void check(Context request, String rawPath) {
        if (OPEN_PATHS.matcher(rawPath).matches() || accepts(request)) {
            return;
        }
        throw new ClusterException.Unauthorized(
                "Unauthorized: the request has no valid bearer token; use the kubeconfig of this API server, which has it");
    }

    private boolean accepts(Context request) {
        String header = request.header("Authorization");
        return header == null ? acceptsProtocols(request) : accept(header);
    }

    /** Whether a header {@code Authorization} has this token; null, as without the header, has not. */
    public boolean accept(@Nullable String authorization) {
        return authorization != null
                && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                && isThis(authorization.substring(SCHEME.length()).strip());
    }

    /**
     * Whether one of the subprotocols is the token, and another one is not: the server must choose one that is no
     * secret.
     */
    private boolean acceptsProtocols(Context request) {
        String offered = request.header("Sec-WebSocket-Protocol");
        if (offered == null || !"websocket".equalsIgnoreCase(request.header("Upgrade"))) {
            return false;
        }
        List<String> protocols =
                Arrays.stream(offered.split(",")).map(String::strip).toList();
        List<String> tokens =
                protocols.stream().filter(AccessToken::isSubprotocol).toList();
        return tokens.size() == 1 && protocols.size() > 1 && isThis(decoded(tokens.getFirst()));
    }

    /** Whether a subprotocol is the token of a caller. */
    static boolean isSubprotocol(String name) {
        return name.startsWith(SUBPROTOCOL);
    }

    private static String decoded(String subprotocol) {
        try {
            byte[] token = Base64.getUrlDecoder().decode(subprotocol.substring(SUBPROTOCOL.length()));
            return new String(token, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return "";
        }
    }

    /** Whether a text is this token, in a time that depends on no character of the token, so that it cannot be guessed one by one. */
    boolean isThis(String sent) {
        return MessageDigest.isEqual(text.getBytes(StandardCharsets.US_ASCII), sent.getBytes(StandardCharsets.UTF_8));
    }

    /** A text without the token. */
    @Override
    public String toString() {
        return "a bearer token";
    }
}
