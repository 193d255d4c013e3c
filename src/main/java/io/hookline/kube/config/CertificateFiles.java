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
 * A client certificate in files that somebody else replaces before it expires, beside a credential of another kind. A
 * pair that cannot be used changes nothing: its second half may be still to come.
 */
final class CertificateFiles implements Credential {

    private static final Duration FRESH = Duration.ofMinutes(1);

    private final Credential other;
    private final Path certificate;
    private final Path key;
    private final InstantSource clock;
    private final ClientKeys keys = new ClientKeys();

    private String last = "";
    private long number;
    private Instant readAt;

    /**
     * Reads them.
     *
     * @param other what goes into the header
     */
    CertificateFiles(Credential other, Path certificate, Path key, InstantSource clock) {
        this.other = other;
        this.certificate = certificate;
        this.key = key;
        this.clock = clock;
        this.readAt = clock.instant();
        read();
    }

    /** Where the certificates go, for new connections. */
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
        if (readAt.plus(FRESH).isBefore(clock.instant())) {
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
            // the last pair is good until the server refuses it
        }
    }
}
