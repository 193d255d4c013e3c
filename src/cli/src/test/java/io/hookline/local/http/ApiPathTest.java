package io.hookline.local.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApiPathTest {

    @ParameterizedTest
    @CsvSource({
        "/api/v1/pods, v1, '', pods, '', ''",
        "/api/v1/namespaces, v1, '', namespaces, '', ''",
        "/api/v1/namespaces/a, v1, '', namespaces, a, ''",
        "/api/v1/namespaces/a/status, v1, '', namespaces, a, status",
        "/api/v1/namespaces/a/finalize, v1, '', namespaces, a, finalize",
        "/api/v1/namespaces/a/pods, v1, a, pods, '', ''",
        "/api/v1/namespaces/a/pods/p, v1, a, pods, p, ''",
        "/api/v1/namespaces/a/pods/p/log, v1, a, pods, p, log",
        "/api/v1/namespaces/a/pods/p/proxy/x/y, v1, a, pods, p, proxy/x/y",
        "/api/v1/nodes/n/status, v1, '', nodes, n, status",
        "/apis/apps/v1/namespaces/a/deployments/d/scale, apps/v1, a, deployments, d, scale",
        "/apis/apps/v1/deployments/, apps/v1, '', deployments, '', ''",
        "/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode+x, rbac.authorization.k8s.io/v1, '',"
                + " clusterroles, system:node+x, ''",
    })
    void aResourcePathIsTakenApart(
            String path, String apiVersion, String namespace, String plural, String name, String subresource) {
        assertThat(ApiPath.parse(path)).contains(new ApiPath(apiVersion, namespace, plural, name, subresource));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/api", "/api/v1", "/apis", "/apis/apps", "/apis/apps/v1", "/version", "/api/v1//x"})
    void otherPathsAreNone(String path) {
        assertThat(ApiPath.parse(path)).isEmpty();
    }

    @Test
    void anInvalidPercentEncodingIsRefused() {
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> ApiPath.parse("/api/v1/pods/%zz")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
