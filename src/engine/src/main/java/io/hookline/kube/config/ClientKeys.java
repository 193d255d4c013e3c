package io.hookline.kube.config;

import io.hookline.cluster.ClusterException;
import io.hookline.http.Pem;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** A client certificate that may be replaced between connections; none at first. */
@SuppressWarnings("NullAway") // every "no such key" of the JDK's interface is a null
final class ClientKeys extends X509ExtendedKeyManager {

    private final AtomicReference<Optional<X509ExtendedKeyManager>> current = new AtomicReference<>(Optional.empty());

    /** Sets a certificate and its key, both in PEM, for new connections. */
    void replace(String certificate, String key) {
        try {
            use(Pem.keys(certificate, key));
        } catch (GeneralSecurityException e) {
            throw new ClusterException.Unauthorized("client certificate cannot be used: " + e.getMessage());
        }
    }

    /** Sets a certificate and its key for new connections. */
    void use(X509ExtendedKeyManager keys) {
        current.set(Optional.of(keys));
    }

    private <T> @Nullable T query(Function<X509ExtendedKeyManager, @Nullable T> getter) {
        return current.get().map(getter).orElse(null);
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return query(keys -> keys.getClientAliases(keyType, issuers));
    }

    @Override
    public String chooseClientAlias(String[] keyType, Principal[] issuers, Socket socket) {
        return query(keys -> keys.chooseClientAlias(keyType, issuers, socket));
    }

    @Override
    public String chooseEngineClientAlias(String[] keyType, Principal[] issuers, SSLEngine engine) {
        return query(keys -> keys.chooseEngineClientAlias(keyType, issuers, engine));
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return query(keys -> keys.getCertificateChain(alias));
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return query(keys -> keys.getPrivateKey(alias));
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        return null;
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return null;
    }
}
