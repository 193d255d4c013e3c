package io.hookline.local.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.hookline.cluster.ClusterException;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.FieldError;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusDocumentTest {

    private static final Optional<ApiPath> PATH =
            Optional.of(new ApiPath("example.com/v1", "default", "developers", "megyo", ""));

    @Test
    void theDetailsNameAMissingObject() {
        JsonNode status = StatusDocument.failure(
                new ClusterException.NotFound("developers.example.com \"megyo\" not found"), PATH);

        assertThat(GoJson.text(status))
                .isEqualTo("{\"apiVersion\":\"v1\",\"code\":404,\"details\":{\"group\":\"example.com\","
                        + "\"kind\":\"developers\",\"name\":\"megyo\"},\"kind\":\"Status\","
                        + "\"message\":\"developers.example.com \\\"megyo\\\" not found\",\"metadata\":{},"
                        + "\"reason\":\"NotFound\",\"status\":\"Failure\"}");
    }

    @Test
    void theDetailsNameTheObjectOfTheMessageIfThePathNamesAnotherOne() {
        Optional<ApiPath> collection = Optional.of(new ApiPath("example.com/v1", "default", "developers", "", ""));

        assertThat(details(
                        new ClusterException.AlreadyExists("developers.example.com \"megyo\" already exists"),
                        collection))
                .isEqualTo("{\"group\":\"example.com\",\"kind\":\"developers\",\"name\":\"megyo\"}");
        assertThat(details(new ClusterException.NotFound("namespaces \"default\" not found"), collection))
                .isEqualTo("{\"kind\":\"namespaces\",\"name\":\"default\"}");
        assertThat(details(
                        new ClusterException.NotFound("the server could not find the requested resource"), collection))
                .isEqualTo("null");
    }

    private static String details(ClusterException failure, Optional<ApiPath> path) {
        return GoJson.text(StatusDocument.failure(failure, path).path("details"));
    }

    @Test
    void theCausesOfAnInvalidObjectAreListed() {
        JsonNode details = StatusDocument.failure(
                        ApiErrors.invalid(
                                "Developer.example.com",
                                "megyo",
                                List.of(
                                        FieldError.required("spec.fullName", ""),
                                        FieldError.unsupported(
                                                new FieldPath("spec.level"), TextNode.valueOf("x"), List.of("a", "b")),
                                        FieldError.invalid(
                                                FieldPath.ROOT,
                                                NullNode.instance,
                                                "some validation rules were not checked"))),
                        PATH)
                .path("details");

        assertThat(details.path("kind").asText()).isEqualTo("Developer");
        assertThat(details.path("group").asText()).isEqualTo("example.com");
        assertThat(details.path("name").asText()).isEqualTo("megyo");
        assertThat(details.path("causes"))
                .extracting(cause -> cause.path("reason").asText() + "|"
                        + cause.path("field").asText() + "|"
                        + cause.path("message").asText())
                .containsExactly(
                        "FieldValueRequired|spec.fullName|Required value",
                        "FieldValueNotSupported|spec.level|Unsupported value: \"x\": supported values: \"a\", \"b\"",
                        "FieldValueInvalid|<nil>|Invalid value: null: some validation rules were not checked");
    }

    @Test
    void aBusyServerReportsWhenToRetry() {
        JsonNode status = StatusDocument.failure(
                new ClusterException.TooManyRequests("slow down", Duration.ofSeconds(7)), Optional.empty());

        assertThat(status.at("/details/retryAfterSeconds").asInt()).isEqualTo(7);
        assertThat(status.path("code").asInt()).isEqualTo(429);
    }
}
