package io.hookline.kube.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.http.Request;
import io.hookline.object.DecodeException;
import io.hookline.object.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The credential of a plugin, a program that prints a token or a client certificate. It runs when a credential is first
 * needed, when the last one expires, and when the server rejects it; one run at a time.
 */
final class ExecCredential implements Credential {

    /** Tokens are renewed before they expire, so that no request arrives with an expired one. */
    private static final Duration MARGIN = Duration.ofSeconds(10);

    private final ExecPlugin plugin;
    private final InstantSource clock;
    private final ClientKeys keys = new ClientKeys();

    private @Nullable String header;
    private String lastCertificate = "";
    private final AtomicLong certificates = new AtomicLong();
    private Instant expires = Instant.MAX;

    ExecCredential(ExecPlugin plugin, InstantSource clock) {
        this.plugin = plugin;
        this.clock = clock;
    }

    /** Receives the plugin's client certificates, for new connections. */
    ClientKeys keys() {
        return keys;
    }

    @Override
    public synchronized String header() {
        String known = header;
        return known == null || !clock.instant().isBefore(expires) ? run() : known;
    }

    @Override
    public long certificate() {
        return certificates.get();
    }

    @Override
    public synchronized boolean renew(String rejected) {
        // Another request may have renewed it meanwhile.
        String known = header;
        if (known == null || known.equals(rejected)) {
            known = run();
        }
        return !known.equals(rejected);
    }

    private String run() {
        JsonNode status = status(plugin.run());
        String certificate = status.path("clientCertificateData").asText("");
        String token = status.path("token").asText("");
        if (token.isEmpty() && certificate.isEmpty()) {
            throw failure("printed neither a token nor a client certificate");
        }
        if (!Request.Field.mayHold(token)) {
            throw failure("printed a token with control characters, which no HTTP header may hold");
        }
        if (!certificate.isEmpty() && !certificate.equals(lastCertificate)) {
            keys.replace(certificate, status.path("clientKeyData").asText(""));
            lastCertificate = certificate;
            certificates.incrementAndGet();
        }
        String text = token.isEmpty() ? "" : "Bearer " + token;
        header = text;
        expires = expiry(status.path("expirationTimestamp").asText(""));
        return text;
    }

    private JsonNode status(byte[] output) {
        try {
            JsonNode answer = Json.parse(output);
            String version = answer.path("apiVersion").asText("");
            if (!version.equals(plugin.apiVersion())) {
                throw failure("printed apiVersion \"" + version + "\", expected \"" + plugin.apiVersion() + "\"");
            }
            return answer.path("status");
        } catch (DecodeException _) { // its message may contain the output, which may be a token
            throw failure("did not print an ExecCredential: " + output.length + " bytes that are not JSON");
        }
    }

    private Instant expiry(String text) {
        try {
            return text.isEmpty() ? Instant.MAX : Instant.parse(text).minus(MARGIN);
        } catch (DateTimeParseException _) {
            throw failure("printed an expirationTimestamp that is not a valid time: " + text);
        }
    }

    private ClusterException failure(String problem) {
        return new ClusterException.Unauthorized("credential plugin " + plugin + " " + problem);
    }
}
