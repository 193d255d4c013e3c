package io.hookline.webhook;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Duration;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Messages for failed calls, for the author of a controller. */
final class FailureMessages {

    /** The JDK's words for an answer that is not TLS. */
    private static final String PLAIN = "Unsupported or unrecognized SSL message";

    private FailureMessages() {}

    static String timeout(Duration timeout, boolean readingBody) {
        return "timeout of " + seconds(timeout) + " exceeded while "
                + (readingBody ? "reading the body of the answer" : "waiting for the answer");
    }

    static String tooLarge(int maxBytes) {
        return "the answer is larger than " + maxBytes + " bytes";
    }

    static String describe(Throwable failure) {
        if (find(failure, UnknownHostException.class) != null) {
            return "no such host";
        }
        CertificateExpiredException expired = find(failure, CertificateExpiredException.class);
        if (expired != null) {
            return "tls: the server's certificate has expired: " + expired.getMessage();
        }
        CertificateNotYetValidException early = find(failure, CertificateNotYetValidException.class);
        if (early != null) {
            return "tls: the server's certificate is not valid yet, or the clock of this machine is wrong: "
                    + early.getMessage();
        }
        if (find(failure, CertPathBuilderException.class) != null) {
            return "tls: the server's certificate is not signed by a trusted authority: " + message(failure);
        }
        SSLException tls = find(failure, SSLException.class);
        if (tls != null) {
            return String.valueOf(tls.getMessage()).startsWith(PLAIN)
                    ? "tls: the server does not speak TLS; if it serves plain HTTP, begin the URL with http://"
                    : "tls: " + message(failure);
        }
        ConnectException refused = find(failure, ConnectException.class);
        return refused == null
                ? message(failure)
                : String.valueOf(refused.getMessage()).toLowerCase(Locale.ROOT);
    }

    static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> type) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (type.isInstance(t)) {
                return type.cast(t);
            }
        }
        return null;
    }

    private static String message(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t.getMessage() != null && !t.getMessage().isBlank()) {
                return t.getMessage();
            }
        }
        return failure.getClass().getSimpleName();
    }

    private static String seconds(Duration timeout) {
        return timeout.toMillis() % 1000 == 0 ? timeout.toSeconds() + "s" : timeout.toMillis() + "ms";
    }
}
