package io.hookline.contract;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;

/** A kind of our own with several versions, a status, a scale, and a schema that uses much of what schemas can do. */
public abstract class TraineeFixture extends ClusterFixture {

    protected static final String GROUP = "contract.example.com";
    protected ApiResource trainees;

    @BeforeEach
    final void define() {
        String json = definition();
        if (cluster().discover().find(GROUP + "/v1", "trainees").isEmpty()) {
            cluster().create(definitions(), KubeObject.of(json), WriteOptions.PLAIN);
        }
        trainees = served("trainees");
    }

    /** A real server needs some moments until it serves a new kind, and discovery knows it first. */
    protected final ApiResource served(String plural) {
        return Awaitility.await(plural + " are served")
                .atMost(Duration.ofSeconds(60))
                .ignoreExceptionsInstanceOf(ClusterException.class)
                .until(
                        () -> {
                            ApiResource found = cluster()
                                    .discover()
                                    .find(GROUP + "/v1", plural)
                                    .orElse(null);
                            if (found != null) {
                                cluster().list(found, ListOptions.ALL.inNamespace(namespace()));
                            }
                            return found;
                        },
                        Objects::nonNull);
    }

    protected final ApiResource definitions() {
        return resource("apiextensions.k8s.io/v1", "customresourcedefinitions");
    }

    protected static String definition() {
        try (InputStream in = TraineeFixture.class.getResourceAsStream("/fixtures/contract/trainees.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    protected final KubeObject trainee(String name, String specJson) {
        return KubeObject.of("{\"apiVersion\":\"" + GROUP + "/v1\",\"kind\":\"Trainee\",\"metadata\":{\"name\":\""
                + name + "\",\"namespace\":\"" + namespace() + "\"},\"spec\":" + specJson + "}");
    }

    protected final KubeObject create(String name, String specJson) {
        return cluster().create(trainees, trainee(name, specJson), WriteOptions.PLAIN);
    }

    protected final KubeObject get(String name) {
        return cluster().get(trainees, key(name));
    }

    protected static JsonNode spec(KubeObject object) {
        return object.tree().path("spec");
    }

    protected final KubeObject merge(String name, String patch, WriteOptions options) {
        return cluster().patch(trainees, key(name), Patch.merge(patch), options);
    }
}
