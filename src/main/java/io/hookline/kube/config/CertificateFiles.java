package io.hookline.kube.config;

import io.hookline.http.Pem;
import io.hookline.http.RotatedFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * A client certificate in files that another program replaces before it expires, together with a second credential. A
 * pair that cannot be used is ignored: its second file may not be written yet.
 */
final class CertificateFiles implements Credential {

    private static final Duration REREAD_AFTER = Duration.ofMinutes(1);

    private final Credential other;
    private final InstantSource clock;
    private final ClientKeys keys = new ClientKeys();
    private final RotatedFiles<X509ExtendedKeyManager> files;
    private Instant readAt;

    /**
     * Reads the files.
     *
     * @param other the credential of the Authorization header
     */
    CertificateFiles(Credential other, Path certificate, Path key, InstantSource clock) {
        this.other = other;
        this.clock = clock;
        this.files = new RotatedFiles<>(
                List.of(certificate, key),
                StandardCharsets.ISO_8859_1,
                texts -> Pem.keys(texts.getFirst(), texts.getLast()));
        this.readAt = clock.instant();
        read();
    }

    /** Receives the certificates, for new connections. */
    ClientKeys keys() {
        return keys;
    }

    @Override
    public String header() {
        return other.header();
    }

    @Override
    public boolean renew(String rejected) {
        read();
        return other.renew(rejected);
    }

    @Override
    public synchronized long certificate() {
        if (readAt.plus(REREAD_AFTER).isBefore(clock.instant())) {
            read();
        }
        return files.version();
    }

    private synchronized void read() {
        readAt = clock.instant();
        try {
            files.read(keys::use);
        } catch (IOException | GeneralSecurityException _) {
            // the last pair is used until the server rejects it
        }
    }
}
