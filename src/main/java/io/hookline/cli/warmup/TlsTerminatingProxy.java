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

/** Speaks TLS in front of a server on this machine that does not: real API servers are reached by TLS only. */
final class TlsTerminatingProxy implements AutoCloseable {

    private final ServerSocket listening;
    private final int behind;
    private final String certificate;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private TlsTerminatingProxy(ServerSocket listening, int behind, String certificate) {
        this.listening = listening;
        this.behind = behind;
        this.certificate = certificate;
    }

    /**
     * Starts it on a free port of the loopback address.
     *
     * @param behind the port of the server without TLS
     */
    static TlsTerminatingProxy start(int behind, SelfSignedCertificate identity) {
        try {
            ServerSocket listening = identity.context()
                    .getServerSocketFactory()
                    .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
            TlsTerminatingProxy front = new TlsTerminatingProxy(listening, behind, identity.certificate());
            front.threads.execute(front::accept);
            return front;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For clients: its address and whom to trust. */
    String kubeconfig() {
        String authority = Base64.getEncoder().encodeToString(certificate.getBytes(StandardCharsets.US_ASCII));
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: training
                  cluster:
                    server: https://127.0.0.1:%d
                    certificate-authority-data: %s
                users:
                - name: training
                  user: {token: training}
                contexts:
                - name: training
                  context: {cluster: training, user: training}
                current-context: training
                """.formatted(listening.getLocalPort(), authority);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket outside = listening.accept();
                Socket inside = new Socket(InetAddress.getLoopbackAddress(), behind);
                threads.execute(() -> pass(outside, inside));
                threads.execute(() -> pass(inside, outside));
            } catch (IOException _) {
                // closed, or the server behind is: there is nobody to serve
            }
        }
    }

    /** Until one of them ends, which ends both. */
    private static void pass(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException _) {
            // the other side has gone
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        threads.shutdownNow();
    }
}
