package io.hookline.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hookline.hook.protocol.HookClient;
import io.hookline.http.KeyPairs;
import io.hookline.http.ScriptedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Certificates of hook server and watcher that are replaced while calls run. */
final class RotatedCertificateTest {

    private static final String TLS = "\"caBundle\":{\"secretRef\":{\"namespace\":\"ns\",\"name\":\"s\"}},"
            + "\"clientTLS\":{\"secretRef\":{\"namespace\":\"ns\",\"name\":\"s\"}}";
    private static final int CALLERS = 4;

    private final Calls calls = new Calls();
    private final List<KeyPairs.Pair> pairs = new ArrayList<>();
    private final AtomicInteger ok = new AtomicInteger();
    private final List<Exception> failures = new CopyOnWriteArrayList<>();

    /** The client certificate and the server certificate of each call. */
    private final List<String> seen = new CopyOnWriteArrayList<>();

    private Listener listener;
    private ScriptedServer server;
    private volatile boolean stopped;

    @BeforeEach
    void serve() throws Exception {
        for (String name : List.of("server-1", "server-2", "client-1", "client-2")) {
            pairs.add(KeyPairs.ec(name));
        }
        listener = new Listener();
        listener.context = context(pairs.get(0));
        server = new ScriptedServer(listener, this::answer);
    }

    @AfterEach
    void close() {
        stopped = true;
        calls.close();
        server.close();
    }

    /** Takes the present certificate for each new connection. */
    private static final class Listener extends ServerSocket {
        private volatile SSLContext context;

        Listener() throws IOException {
            super(0, 50, InetAddress.getByName("127.0.0.1"));
        }

        @Override
        public Socket accept() throws IOException {
            SSLSocket socket =
                    (SSLSocket) context.getSocketFactory().createSocket(super.accept(), null, getLocalPort(), true);
            socket.setUseClientMode(false);
            socket.setNeedClientAuth(true);
            return socket;
        }
    }

    /** Trusts both client certificates. */
    private SSLContext context(KeyPairs.Pair own) throws GeneralSecurityException, IOException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own.store(), KeyPairs.PASSWORD);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        for (KeyPairs.Pair client : pairs.subList(2, 4)) {
            trusted.setCertificateEntry("c" + client.hashCode(), client.certificate());
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    /** Every seventh response closes its connection, so that there are always new ones. */
    private void answer(ScriptedServer.Received request, Socket socket) throws Exception {
        var session = ((SSLSocket) socket).getSession();
        seen.add(session.getPeerPrincipal().getName() + " "
                + session.getLocalPrincipal().getName());
        boolean last = request.number() % 7 == 0;
        ScriptedServer.send(
                socket, ScriptedServer.answer("200 OK", "{}", "Connection: " + (last ? "close" : "keep-alive")));
        if (last) {
            socket.close();
        }
    }

    private void secret(String authorities, KeyPairs.Pair client) {
        calls.cluster.secret(
                "s", Map.of("ca.crt", authorities, "tls.crt", client.certificatePem(), "tls.key", client.keyPem()));
    }

    private void callUntilStopped(HookClient hook) {
        while (!stopped) {
            try {
                Calls.call(hook);
                ok.incrementAndGet();
            } catch (Exception e) {
                failures.add(e);
                return;
            }
        }
    }

    /** Waits until calls show this, and then for some more of them. */
    private void awaitSeen(String both) {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> seen.contains(both));
        int before = ok.get();
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> ok.get() > before + 50 || !failures.isEmpty());
        assertThat(failures).isEmpty();
    }

    @Test
    void certificatesThatOverlapAreReplacedUnderLoadWithoutAFailedCall() throws Exception {
        String first = pairs.get(0).certificatePem();
        String second = pairs.get(1).certificatePem();
        secret(first, pairs.get(2));
        HookClient hook = calls.connect("https://127.0.0.1:" + server.port() + "/", TLS);
        for (int i = 0; i < CALLERS; i++) {
            calls.executor.execute(() -> callUntilStopped(hook));
        }
        awaitSeen("CN=client-1 CN=server-1");

        secret(first + second, pairs.get(3));
        awaitSeen("CN=client-2 CN=server-1");
        listener.context = context(pairs.get(1));
        awaitSeen("CN=client-2 CN=server-2");
        secret(second, pairs.get(3));
        awaitSeen("CN=client-2 CN=server-2");
        assertThat(calls.problems).isEmpty();
    }

    @Test
    void aCertificateThatIsNotValidKeepsTheLastOne() throws Exception {
        secret(pairs.get(0).certificatePem(), pairs.get(2));
        HookClient hook = calls.connect("https://127.0.0.1:" + server.port() + "/", TLS);
        calls.cluster.secret(
                "s",
                Map.of(
                        "ca.crt",
                        pairs.get(0).certificatePem(),
                        "tls.crt",
                        pairs.get(3).certificatePem(),
                        "tls.key",
                        pairs.get(2).keyPem()));
        await().atMost(Duration.ofSeconds(60)).until(() -> !calls.problems.isEmpty());
        Calls.call(hook);
        assertThat(seen).containsExactly("CN=client-1 CN=server-1");
        assertThat(calls.problems.getFirst())
                .hasValue("clientTLS: Secret ns/s: the private key does not belong to the certificate");
    }
}
