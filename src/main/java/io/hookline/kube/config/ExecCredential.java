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
 * A credential plugin: a program that prints a token or a client certificate. It is run when a credential is first
 * needed, when the last one expires, and when the server refuses it; one run at a time.
 */
final class ExecCredential implements Credential {

    /** Asked for a little early, so that a request does not arrive with a token that just expired. */
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

    /** Where the plugin's client certificates go, for new connections. */
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
        // Another request may have fetched a new one meanwhile.
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
            throw refuse("printed neither a token nor a client certificate");
        }
        if (!Request.Field.mayHold(token)) {
            throw refuse("printed a token with control characters, which no HTTP header may hold");
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
                throw refuse("answered in apiVersion \"" + version + "\", asked for \"" + plugin.apiVersion() + "\"");
            }
            return answer.path("status");
        } catch (DecodeException _) { // whose message may hold what was printed: a bare token, maybe
            throw refuse("printed no ExecCredential: " + output.length + " bytes that are not JSON");
        }
    }

    private Instant expiry(String text) {
        try {
            return text.isEmpty() ? Instant.MAX : Instant.parse(text).minus(MARGIN);
        } catch (DateTimeParseException _) {
            throw refuse("printed an expirationTimestamp that is no time: " + text);
        }
    }

    private ClusterException refuse(String problem) {
        return new ClusterException.Unauthorized("credential plugin " + plugin + " " + problem);
    }
}
