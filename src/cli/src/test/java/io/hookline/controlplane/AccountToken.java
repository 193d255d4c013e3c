package io.hookline.controlplane;

import io.hookline.object.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;

/** Asks a server for a token of a service account, as a kubelet does before it starts a Pod. */
record AccountToken(String server, ServerCertificate certificate) {

    /** One day: longer than the longest test, so that no test depends on a renewal. */
    private static final String REQUEST = "{\"spec\":{\"expirationSeconds\":86400}}";

    String of(String namespace, String account) throws IOException, InterruptedException {
        URI uri = URI.create(server + "/api/v1/namespaces/" + namespace + "/serviceaccounts/" + account + "/token");
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Authorization", "Bearer " + ControlPlane.token(ControlPlane.ADMIN))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(REQUEST))
                .build();
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(certificate.trust()).build()) {
            HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            String token = Json.parse(answer.body()).at("/status/token").asText();
            if (token.isEmpty()) {
                throw new IOException("no token for " + namespace + "/" + account + ": " + new String(answer.body()));
            }
            return token;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    /** Writes what a Pod of the account finds in its container. */
    void mount(String namespace, String account, Path plane, Path mount) throws IOException, InterruptedException {
        Files.createDirectories(mount);
        Files.writeString(mount.resolve("token"), of(namespace, account));
        Files.copy(plane.resolve("certificates/apiserver.crt"), mount.resolve("ca.crt"));
        Files.writeString(mount.resolve("namespace"), namespace);
    }
}
