package io.hookline.distribution;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Sends requests to a container as a kubelet does: it accepts any certificate. */
public final class ContainerClient {

    private ContainerClient() {}

    /** Returns the response of a GET. */
    public static HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri).build());
    }

    /** Returns the status of a hook call with a token, or without one if it is empty. */
    public static int callStatus(URI uri, String token) throws IOException, InterruptedException {
        HttpRequest.Builder call = HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.ofString("{}"));
        if (!token.isEmpty()) {
            call.header("Authorization", "Bearer " + token);
        }
        return send(call.build()).statusCode();
    }

    private static HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(trustingAll()).build()) {
            return client.send(request, BodyHandlers.ofString());
        }
    }

    private static SSLContext trustingAll() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new AnyServer()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The extended form is called in place of the check of the host. */
    private static final class AnyServer extends X509ExtendedTrustManager {
        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
