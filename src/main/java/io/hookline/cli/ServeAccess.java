package io.hookline.cli;

import io.hookline.cli.terminal.CliErrors;
import io.hookline.http.Pem;
import io.hookline.server.BearerTokens;
import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code hookline serve} for TLS, the credentials of callers and the time of their requests. */
final class ServeAccess {

    @Option(
            names = "--tls-cert-file",
            paramLabel = "FILE",
            description = "Serve HTTPS with this certificate (PEM), followed by its intermediate certificates; needs"
                    + " --tls-private-key-file.")
    private @Nullable Path certificate;

    @Option(
            names = "--tls-private-key-file",
            paramLabel = "FILE",
            description = "The private key of that certificate (PEM).")
    private @Nullable Path key;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "Call hooks only for requests with a bearer token of this file, which has one in each line and is read"
                            + " at each call (default: for all requests).")
    private @Nullable Path tokens;

    @Option(
            names = "--request-timeout",
            paramLabel = "DURATION",
            defaultValue = "30s",
            description =
                    "Maximum time in which a request arrives, from its first byte to its last one, and in which a client"
                            + " reads a response (default: ${DEFAULT-VALUE}).")
    private Duration requestTimeout = Duration.ofSeconds(30);

    /** The options of the server. */
    WebOptions at(Address address) {
        if (!requestTimeout.isPositive()) {
            throw new CliErrors.UsageError("--request-timeout must be longer than 0");
        }
        WebOptions options = WebOptions.at(address).withRequestTimeout(requestTimeout);
        if (certificate == null && key == null) {
            return options;
        }
        if (certificate == null || key == null) {
            throw new CliErrors.UsageError("--tls-cert-file and --tls-private-key-file need each other");
        }
        return options.withTls(context(certificate, key));
    }

    private static SSLContext context(Path certificate, Path key) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            KeyManager keys = Pem.keys(
                    Files.readString(existing("--tls-cert-file", certificate)),
                    Files.readString(existing("--tls-private-key-file", key)));
            context.init(new KeyManager[] {keys}, null, null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new CliErrors.UsageError(
                    "--tls-cert-file " + certificate + ", --tls-private-key-file " + key + ": " + e.getMessage());
        }
    }

    private static Path existing(String option, Path file) {
        if (Files.notExists(file)) {
            throw new CliErrors.UsageError(option + ": there is no file " + file);
        }
        return file;
    }

    /** Those of the callers; empty if everybody may call. */
    Optional<BearerTokens> tokens() {
        try {
            return Optional.ofNullable(tokens)
                    .map(file -> existing("--token-file", file))
                    .map(BearerTokens::in);
        } catch (IllegalArgumentException e) {
            throw new CliErrors.UsageError("--token-file: " + e.getMessage());
        }
    }
}
