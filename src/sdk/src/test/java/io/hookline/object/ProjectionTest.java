package io.hookline.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is left of an object. */
class ProjectionTest {

    private static final Projection SOME = new Projection(Map.of(
            "kind",
            Projection.WHOLE,
            "metadata",
            new Projection(Map.of("name", Projection.WHOLE)),
            "spec",
            new Projection(Map.of("versions", new Projection(Map.of("name", Projection.WHOLE)))),
            "status",
            new Projection(Map.of("conditions", Projection.WHOLE))));

    private static String projected(String json) {
        return SOME.of(KubeObject.of(json)).json();
    }

    @Test
    void onlyTheKeptFieldsAreLeft() {
        assertThat(projected("""
                { "apiVersion" : "v1", "kind" : "A\\"b", "metadata" : { "uid": "u", "name" : "n", "labels": {"name": "x"} },
                  "spec" : { "versions" : [ { "schema": {"name": "deep"}, "name" : "v1" }, {"name": "v2"}, {} ], "x": [1] },
                  "status": {"conditions": [ {"type": "A"} ]} }
                """))
                .isEqualTo("{\"kind\":\"A\\\"b\",\"metadata\":{\"name\":\"n\"},"
                        + "\"spec\":{\"versions\":[{\"name\":\"v1\"},{\"name\":\"v2\"},{}]},"
                        + "\"status\":{\"conditions\":[ {\"type\": \"A\"} ]}}");
    }

    @Test
    void emptyListsNullsAndValuesOfAnotherTypeStay() {
        assertThat(projected("{\"metadata\":{\"name\":\"n\"},\"spec\":{\"versions\":[]},\"status\":null}"))
                .isEqualTo("{\"metadata\":{\"name\":\"n\"},\"spec\":{\"versions\":[]},\"status\":null}");
        assertThat(projected("{\"metadata\":{\"name\":\"n\"},\"spec\":7}"))
                .isEqualTo("{\"metadata\":{\"name\":\"n\"},\"spec\":7}");
    }

    @Test
    void theProjectionKnowsNothingThatWasDropped() {
        KubeObject left = SOME.of(KubeObject.of(
                "{\"kind\":\"A\",\"metadata\":{\"name\":\"n\",\"labels\":{\"a\":\"b\"},\"finalizers\":[\"f\"]}}"));

        assertThat(left.labels()).isEmpty();
        assertThat(left.finalizers()).isEmpty();
        assertThat(left.name()).isEqualTo("n");
    }
}
