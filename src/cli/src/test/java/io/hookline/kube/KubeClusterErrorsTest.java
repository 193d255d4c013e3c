package io.hookline.kube;

import static io.hookline.kube.config.CannedServer.CONFIG_MAPS;
import static io.hookline.kube.config.CannedServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hookline.cluster.ClusterException;
import io.hookline.kube.config.CannedServer;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeClusterErrorsTest {

    private static final ObjectKey KEY = ObjectKey.parse("ns/a");

    @RegisterExtension
    private final CannedServer server = new CannedServer();

    private final KubeCluster cluster = server.cluster();

    @ParameterizedTest
    @CsvSource({
        "400, BadRequest,            BadRequest",
        "401, Unauthorized,          Unauthorized",
        "403, Forbidden,             Forbidden",
        "404, NotFound,              NotFound",
        "405, MethodNotAllowed,      BadRequest",
        "406, NotAcceptable,         BadRequest",
        "409, AlreadyExists,         AlreadyExists",
        "409, Conflict,              Conflict",
        "410, Expired,               Expired",
        "410, Gone,                  Expired",
        "413, RequestEntityTooLarge, TooLarge",
        "415, UnsupportedMediaType,  BadRequest",
        "422, Invalid,               Invalid",
        "429, TooManyRequests,       TooManyRequests",
        "500, InternalError,         Unavailable",
        "503, ServiceUnavailable,    Unavailable",
        "504, Timeout,               Unavailable"
    })
    void everyErrorOfTheServerHasItsExceptionAndItsMessage(int code, String reason, String kind) {
        server.then(
                code,
                "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"in its words\",\"reason\":\""
                        + reason + "\",\"code\":" + code + "}");

        ClusterException failure = catchThrowableOfType(ClusterException.class, () -> cluster.get(CONFIG_MAPS, KEY));

        assertThat(failure.getClass().getSimpleName()).isEqualTo(kind);
        assertThat(failure).hasMessage("in its words");
        assertThat(failure.code()).isEqualTo(code);
    }

    @Test
    void aServerThatOnlySaysUnauthorizedIsNamed() {
        server.then(401, "{\"kind\":\"Status\",\"reason\":\"Unauthorized\",\"message\":\"Unauthorized\"}");

        assertThatThrownBy(() -> cluster.get(CONFIG_MAPS, KEY))
                .isInstanceOf(ClusterException.Unauthorized.class)
                .hasMessageMatching("GET /api/v1/namespaces/ns/configmaps/a: 127\\.0\\.0\\.1:\\d+"
                        + " does not accept the credentials: Unauthorized");
    }

    @Test
    void theServersOwnReasonOfABadRequestIsKept() {
        server.then(405, "{\"kind\":\"Status\",\"reason\":\"MethodNotAllowed\",\"message\":\"no\"}");

        assertThat(catchThrowableOfType(ClusterException.class, () -> cluster.get(CONFIG_MAPS, KEY))
                        .reason())
                .isEqualTo("MethodNotAllowed");
    }

    @Test
    void theRetryDelayIsReadFromTheHeader() {
        server.then(json(429, "{\"kind\":\"Status\",\"message\":\"slow down\"}", "Retry-After", "7"))
                .then(json(503, "busy", "Retry-After", "3"));

        assertThat(catchThrowableOfType(ClusterException.TooManyRequests.class, () -> cluster.get(CONFIG_MAPS, KEY))
                        .after())
                .contains(Duration.ofSeconds(7));
        assertThat(catchThrowableOfType(ClusterException.Unavailable.class, () -> cluster.get(CONFIG_MAPS, KEY))
                        .after())
                .contains(Duration.ofSeconds(3));
    }

    @Test
    void theRetryDelayIsReadFromTheStatusIfThereIsNoHeader() {
        server.then(429, "{\"kind\":\"Status\",\"message\":\"slow down\",\"details\":{\"retryAfterSeconds\":2}}")
                .then(429, "{\"kind\":\"Status\",\"message\":\"slow down\"}");

        assertThat(catchThrowableOfType(ClusterException.TooManyRequests.class, () -> cluster.get(CONFIG_MAPS, KEY))
                        .after())
                .contains(Duration.ofSeconds(2));
        assertThat(catchThrowableOfType(ClusterException.TooManyRequests.class, () -> cluster.get(CONFIG_MAPS, KEY))
                        .after())
                .isEmpty();
    }

    @Test
    void aResponseThatIsNotAStatusIsReportedWithItsRequestAndShortened() {
        server.then(502, "<html>" + "x".repeat(1000));

        assertThatThrownBy(() -> cluster.get(CONFIG_MAPS, KEY))
                .isInstanceOf(ClusterException.Unavailable.class)
                .hasMessageStartingWith("GET /api/v1/namespaces/ns/configmaps/a: HTTP status 502: <html>xxx")
                .hasMessageEndingWith("x…");
    }

    @Test
    void aPathThatNoApiServesIsReportedInKubernetesWords() {
        server.then(404, "404 page not found");

        assertThatThrownBy(() -> cluster.get(CONFIG_MAPS, KEY))
                .isInstanceOf(ClusterException.NotFound.class)
                .hasMessage(
                        "the server could not find the requested resource (GET /api/v1/namespaces/ns/configmaps/a)");
    }

    @Test
    void aRedirectIsNotFollowed() {
        server.then(json(302, "", "Location", "/elsewhere"));

        assertThatThrownBy(() -> cluster.get(CONFIG_MAPS, KEY))
                .isInstanceOf(ClusterException.BadRequest.class)
                .hasMessage("GET /api/v1/namespaces/ns/configmaps/a: HTTP status 302");
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void noRequestIsRepeatedAutomatically() {
        server.then(500, "{}").then(200, CannedServer.CONFIG_MAP);

        assertThatThrownBy(() -> cluster.get(CONFIG_MAPS, KEY)).isInstanceOf(ClusterException.Unavailable.class);
        assertThat(server.received()).hasSize(1);
    }
}
