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

/** A client certificate that may be replaced while connections are made; none at first. */
@SuppressWarnings("NullAway") // every "no such key" of the JDK's interface is a null
final class ClientKeys extends X509ExtendedKeyManager {

    private final AtomicReference<Optional<X509ExtendedKeyManager>> current = new AtomicReference<>(Optional.empty());

    /** Takes a certificate and its key, both in PEM, for connections made from now on. */
    void replace(String certificate, String key) {
        try {
            current.set(Optional.of(Pem.keys(certificate, key)));
        } catch (GeneralSecurityException e) {
            throw new ClusterException.Unauthorized("client certificate cannot be used: " + e.getMessage());
        }
    }

    private <T> @Nullable T ask(Function<X509ExtendedKeyManager, @Nullable T> question) {
        return current.get().map(question).orElse(null);
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return ask(keys -> keys.getClientAliases(keyType, issuers));
    }

    @Override
    public String chooseClientAlias(String[] keyType, Principal[] issuers, Socket socket) {
        return ask(keys -> keys.chooseClientAlias(keyType, issuers, socket));
    }

    @Override
    public String chooseEngineClientAlias(String[] keyType, Principal[] issuers, SSLEngine engine) {
        return ask(keys -> keys.chooseEngineClientAlias(keyType, issuers, engine));
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return ask(keys -> keys.getCertificateChain(alias));
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return ask(keys -> keys.getPrivateKey(alias));
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
