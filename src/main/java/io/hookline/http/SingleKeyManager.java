package io.hookline.http;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * The one key of a server or a client. A key store would encrypt the key first, only to decrypt it again, which takes longer than to
 * create a key.
 */
final class SingleKeyManager extends X509ExtendedKeyManager {

    private static final String ALIAS = "key";

    private final PrivateKey key;
    private final List<X509Certificate> chain;

    SingleKeyManager(PrivateKey key, List<X509Certificate> chain) {
        this.key = key;
        this.chain = List.copyOf(chain);
    }

    /** Whether a peer accepts the certificate: its type of key, and one of its issuers if the peer names any. */
    private boolean fits(String keyType, Principal @Nullable [] issuers) {
        return keyType.equals(key.getAlgorithm())
                && (issuers == null
                        || issuers.length == 0
                        || chain.stream()
                                .anyMatch(each -> Arrays.asList(issuers).contains(each.getIssuerX500Principal())));
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return fits(keyType, issuers) ? ALIAS : null;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return fits(keyType, issuers) ? ALIAS : null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return Arrays.stream(keyTypes).anyMatch(type -> fits(type, issuers)) ? ALIAS : null;
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return chooseClientAlias(keyTypes, issuers, null);
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return fits(keyType, issuers) ? new String[] {ALIAS} : null;
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return getServerAliases(keyType, issuers);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return chain.toArray(X509Certificate[]::new);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return key;
    }
}
