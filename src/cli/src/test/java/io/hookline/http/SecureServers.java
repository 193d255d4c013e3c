package io.hookline.http;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.function.Consumer;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;

/** Servers over TLS whose certificate is for 127.0.0.1 only, and a client's trust in it. */
public record SecureServers(KeyPairs.Pair pair) {

    /** Creates a new key. */
    public static SecureServers generate() throws GeneralSecurityException {
        return new SecureServers(KeyPairs.ec("server"));
    }

    /** Serves requests. */
    public ScriptedServer serve(ScriptedServer.Script script) throws Exception {
        return serving(_ -> {}, script);
    }

    /** Serves requests with these TLS parameters. */
    ScriptedServer serving(Consumer<SSLParameters> terms, ScriptedServer.Script script) throws Exception {
        return new ScriptedServer(listener(terms), script);
    }

    ScriptedServer raw(ScriptedServer.Conversation conversation) throws Exception {
        return ScriptedServer.raw(listener(_ -> {}), conversation);
    }

    private ServerSocket listener(Consumer<SSLParameters> terms) throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(pair.store(), KeyPairs.PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        SSLServerSocket listener = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        SSLParameters parameters = listener.getSSLParameters();
        terms.accept(parameters);
        listener.setSSLParameters(parameters);
        return listener;
    }

    TlsLayer trusting() throws GeneralSecurityException {
        return trusting(Optional.empty());
    }

    TlsLayer trusting(Optional<String> serverName) throws GeneralSecurityException {
        SSLContext context = trustingContext();
        return new TlsLayer(() -> context, serverName);
    }

    SSLContext trustingContext() throws GeneralSecurityException {
        return TlsLayer.context(Pem.trust(pair.certificatePem()), Optional.empty());
    }
}
