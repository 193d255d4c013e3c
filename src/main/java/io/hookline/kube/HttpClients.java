package io.hookline.kube;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.internal.CertUtils;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.concurrent.Executor;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * Makes the HTTP client of one connection: HTTP/1.1 (a watch then has a connection of its own), no redirects, no retries
 * and no tokens of the library's, and no trust in other authorities than the cluster's own.
 */
final class HttpClients extends JdkHttpClientFactory {

    private final Connection connection;
    private final Executor executor;

    private HttpClients(Connection connection, Executor executor) {
        this.connection = connection;
        this.executor = executor;
    }

    /**
     * Makes it.
     *
     * @throws KubeconfigException if a certificate or key cannot be used
     */
    static HttpClient open(Connection connection, String userAgent, Executor executor) {
        Config config = connection.config();
        config.setHttp2Disable(true);
        config.setRequestRetryBackoffLimit(0);
        config.setUserAgent(userAgent);
        try {
            HttpClient.Builder builder = new HttpClients(connection, executor).newBuilder(config);
            builder.addOrReplaceInterceptor(TokenRefreshInterceptor.NAME, null);
            return builder.build();
        } catch (RuntimeException e) {
            throw unusable(connection, e);
        }
    }

    private static KubeconfigException unusable(Connection connection, Exception e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return new KubeconfigException(
                "context " + connection.context() + ": certificates, keys or proxy cannot be used: "
                        + cause.getMessage(),
                e);
    }

    @Override
    protected java.net.http.HttpClient.Builder createNewHttpClientBuilder() {
        return java.net.http.HttpClient.newBuilder().executor(executor);
    }

    @Override
    protected void additionalConfig(java.net.http.HttpClient.Builder builder) {
        builder.followRedirects(java.net.http.HttpClient.Redirect.NEVER);
        if (connection.config().getHttpsProxy() == null) {
            builder.proxy(java.net.http.HttpClient.Builder.NO_PROXY);
        }
        try {
            builder.sslContext(tls());
        } catch (GeneralSecurityException | IOException e) {
            throw unusable(connection, e);
        }
    }

    private SSLContext tls() throws GeneralSecurityException, IOException {
        KeyManager[] keys = connection.keys().isPresent()
                ? new KeyManager[] {connection.keys().get()}
                : SSLUtils.keyManagers(connection.config());
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(keys, trust(), new SecureRandom());
        return tls;
    }

    /** The library's own would trust every public authority besides the cluster's. */
    private TrustManager[] trust() throws GeneralSecurityException, IOException {
        Config config = connection.config();
        boolean hasOwn = config.getCaCertData() != null || config.getCaCertFile() != null;
        if (config.isTrustCerts() || !hasOwn) {
            return SSLUtils.trustManagers(config);
        }
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream pem = CertUtils.getInputStreamFromDataOrFile(config.getCaCertData(), config.getCaCertFile())) {
            int count = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                store.setCertificateEntry("ca-" + count++, certificate);
            }
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }
}
