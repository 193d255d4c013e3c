package io.hookline.cli.warmup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Terminates TLS for the embedded API server, since a watcher connects to a real API server by TLS. */
final class TlsTerminatingProxy implements AutoCloseable {

    private final ServerSocket listening;
    private final int backendPort;
    private final String certificate;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private TlsTerminatingProxy(ServerSocket listening, int backendPort, String certificate) {
        this.listening = listening;
        this.backendPort = backendPort;
        this.certificate = certificate;
    }

    /**
     * Starts a proxy on a free port of the loopback address.
     *
     * @param backendPort the port of the server without TLS
     */
    static TlsTerminatingProxy start(int backendPort, SelfSignedCertificate identity) {
        try {
            ServerSocket listening = identity.context()
                    .getServerSocketFactory()
                    .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
            TlsTerminatingProxy proxy = new TlsTerminatingProxy(listening, backendPort, identity.certificate());
            proxy.threads.execute(proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The kubeconfig for clients: the address and the trusted certificate. */
    String kubeconfig() {
        String authority = Base64.getEncoder().encodeToString(certificate.getBytes(StandardCharsets.US_ASCII));
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: warmup
                  cluster:
                    server: https://127.0.0.1:%d
                    certificate-authority-data: %s
                users:
                - name: warmup
                  user: {token: warmup}
                contexts:
                - name: warmup
                  context: {cluster: warmup, user: warmup}
                current-context: warmup
                """.formatted(listening.getLocalPort(), authority);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                Socket backend = new Socket(InetAddress.getLoopbackAddress(), backendPort);
                threads.execute(() -> copy(client, backend));
                threads.execute(() -> copy(backend, client));
            } catch (IOException _) {
                // the proxy or the server is closed; the loop checks that
            }
        }
    }

    /** Copies one direction. When it ends, both sockets are closed. */
    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException _) {
            // the other side is closed
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        threads.shutdownNow();
    }
}
