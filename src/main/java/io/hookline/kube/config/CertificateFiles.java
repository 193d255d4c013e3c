package io.hookline.kube.config;

import io.hookline.cluster.ClusterException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * A client certificate in files that another program replaces before it expires, together with a second credential. A
 * pair that cannot be used is ignored: its second file may not be written yet.
 */
final class CertificateFiles implements Credential {

    private static final Duration REREAD_AFTER = Duration.ofMinutes(1);

    private final Credential other;
    private final Path certificate;
    private final Path key;
    private final InstantSource clock;
    private final ClientKeys keys = new ClientKeys();

    private String last = "";
    private long number;
    private Instant readAt;

    /**
     * Reads the files.
     *
     * @param other the credential of the Authorization header
     */
    CertificateFiles(Credential other, Path certificate, Path key, InstantSource clock) {
        this.other = other;
        this.certificate = certificate;
        this.key = key;
        this.clock = clock;
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
        return number;
    }

    private synchronized void read() {
        readAt = clock.instant();
        try {
            String chain = Files.readString(certificate, StandardCharsets.ISO_8859_1);
            String secret = Files.readString(key, StandardCharsets.ISO_8859_1);
            if (!last.equals(chain + secret)) {
                keys.replace(chain, secret);
                last = chain + secret;
                number++;
            }
        } catch (IOException | ClusterException.Unauthorized _) {
            // the last pair is used until the server rejects it
        }
    }
}
