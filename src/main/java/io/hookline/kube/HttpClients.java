package io.hookline.kube;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import java.security.GeneralSecurityException;
import java.util.concurrent.Executor;

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
            builder.sslContext(connection.tls().context());
        } catch (GeneralSecurityException e) {
            throw unusable(connection, e);
        }
    }
}
