package io.hookline.process;

import io.hookline.http.Pem;
import io.hookline.http.RotatedFiles;
import io.hookline.object.FileFailure;
import io.hookline.process.metrics.MetricFamilies;
import io.hookline.web.tls.AnyClientCertificate;
import io.hookline.web.tls.ServerTls;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key and certificate of a server, and the authorities of its clients, in files that are read again while it runs. Certificate and
 * key are used together: while only one of them is replaced, the former pair stays.
 */
public final class ServerTlsFiles implements ServerTls {

    /** Half of the 10 s within which a change is used, so that a failure can be seen twice in between. */
    private static final Duration INTERVAL = Duration.ofSeconds(4);

    private static final Logger LOG = LoggerFactory.getLogger(ServerTlsFiles.class);

    private final boolean asksForCertificates;
    private final Watched<Pair> pair;
    private volatile Consumer<SSLContext> use = _ -> {};

    /** The expired certificate that was logged. Used by the thread of the checks only. */
    private @Nullable Pair expired;

    /** @param expiry when the first certificate of the chain expires */
    private record Pair(SSLContext context, String subject, Instant expiry) {}

    private ServerTlsFiles(Path certificate, Path key, boolean asksForCertificates)
            throws IOException, GeneralSecurityException {
        this.asksForCertificates = asksForCertificates;
        this.pair = new Watched<>(List.of(certificate, key), this::pair);
    }

    /**
     * Reads the files of a server for the first time.
     *
     * @param asksForCertificates whether the server requests a certificate of each client
     * @throws IOException if a file cannot be read
     * @throws GeneralSecurityException if certificate and key cannot be used together
     */
    public static ServerTlsFiles read(Path certificate, Path key, boolean asksForCertificates)
            throws IOException, GeneralSecurityException {
        return new ServerTlsFiles(certificate, key, asksForCertificates);
    }

    /** The certificate authorities of clients, in a file that is read again. */
    public static final class Authorities implements Supplier<X509TrustManager> {

        private final Watched<X509TrustManager> files;

        private Authorities(Path file) throws IOException, GeneralSecurityException {
            this.files = new Watched<>(List.of(file), texts ->
                    (X509TrustManager) Pem.trust(texts.getFirst()).getFirst());
        }

        /**
         * Reads the file for the first time.
         *
         * @throws IOException if it cannot be read
         * @throws GeneralSecurityException if it has no certificate
         */
        public static Authorities read(Path file) throws IOException, GeneralSecurityException {
            return new Authorities(file);
        }

        @Override
        public X509TrustManager get() {
            return files.value();
        }

        /** Reads the file again now. */
        private void check(Reloads reloads) {
            reloads.count(files.check(_ -> LOG.atInfo().log("using the new certificate authorities of clients")));
        }
    }

    /** The result of a check. */
    private enum Check {
        UNCHANGED,
        REPLACED,
        FAILED
    }

    /** Files whose failures are logged, once. */
    private static final class Watched<T> {
        private final List<Path> files;
        private final RotatedFiles<T> content;

        /** The failure at the last check, and whether it was logged. A failure that one check sees may be a change in progress. */
        private Optional<String> failing = Optional.empty();

        private boolean logged;

        Watched(List<Path> files, RotatedFiles.Parser<T> parser) throws IOException, GeneralSecurityException {
            this.files = files;
            this.content = new RotatedFiles<>(files, StandardCharsets.ISO_8859_1, parser);
            content.read();
        }

        T value() {
            return content.value();
        }

        /** Reads the files again. Called by one thread at a time. */
        Check check(Consumer<T> whenReplaced) {
            try {
                boolean replaced = content.read(whenReplaced);
                failing = Optional.empty();
                return replaced ? Check.REPLACED : Check.UNCHANGED;
            } catch (NoSuchFileException e) {
                failed("there is no file " + e.getFile());
            } catch (IOException | GeneralSecurityException | RuntimeException e) {
                failed(FileFailure.text(e));
            }
            return Check.FAILED;
        }

        private void failed(String problem) {
            boolean again = failing.equals(Optional.of(problem));
            if (again && !logged) {
                LOG.atError()
                        .addKeyValue("files", files.stream().map(Path::toString).collect(Collectors.joining(", ")))
                        .addKeyValue("error", problem)
                        .log("changed files cannot be used, keeping their former content");
            }
            logged = again;
            failing = Optional.of(problem);
        }
    }

    /** Counts what the checks found. */
    private record Reloads(Counter all) {
        Reloads {
            all.initLabelValues("replaced");
            all.initLabelValues("failed");
        }

        void count(Check check) {
            switch (check) {
                case REPLACED -> all.labelValues("replaced").inc();
                case FAILED -> all.labelValues("failed").inc();
                case UNCHANGED -> {}
            }
        }
    }

    /** Reads the files again at intervals on a thread of this scheduler, and registers the metrics. */
    public void watch(Optional<Authorities> authorities, ScheduledExecutorService thread, PrometheusRegistry registry) {
        Runnable check = checks(authorities, registry);
        var _ = thread.scheduleWithFixedDelay(check, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Registers the metrics; returns what reads the files again. */
    Runnable checks(Optional<Authorities> authorities, PrometheusRegistry registry) {
        MetricFamilies families = new MetricFamilies(registry);
        families.gauge(
                "hookline_tls_certificate_expiry_timestamp_seconds",
                "Unix time at which the certificate of the server expires.",
                value -> value.call((double) expiry().getEpochSecond()));
        Reloads reloads = new Reloads(families.counter(
                "hookline_tls_reloads_total", "Checks of the TLS files that found new content, by result.", "result"));
        return () -> {
            check(reloads);
            authorities.ifPresent(files -> files.check(reloads));
        };
    }

    private void check(Reloads reloads) {
        reloads.count(pair.check(next -> {
            use.accept(next.context());
            LOG.atInfo()
                    .addKeyValue("subject", next.subject())
                    .addKeyValue("expires", next.expiry())
                    .log("using the new certificate for new connections");
        }));
        Pair used = pair.value();
        if (!used.equals(expired) && used.expiry().isBefore(Instant.now())) {
            expired = used;
            LOG.atError()
                    .addKeyValue("subject", used.subject())
                    .addKeyValue("expired", used.expiry())
                    .log("the certificate has expired, so that callers refuse it; replace the file");
        }
    }

    /** When the present certificate expires. */
    Instant expiry() {
        return pair.value().expiry();
    }

    @Override
    public SSLContext context() {
        return pair.value().context();
    }

    @Override
    public boolean asksForCertificates() {
        return asksForCertificates;
    }

    @Override
    public void whenReplaced(Consumer<SSLContext> then) {
        use = then;
    }

    private Pair pair(List<String> texts) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        TrustManager[] trust = {new AnyClientCertificate()}; // the server verifies them later, if it requests any
        context.init(new KeyManager[] {Pem.keys(texts.getFirst(), texts.getLast())}, trust, null);
        X509Certificate own = Pem.certificates(texts.getFirst()).getFirst();
        return new Pair(
                context,
                own.getSubjectX500Principal().getName(),
                own.getNotAfter().toInstant());
    }
}
