package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.object.KubeObject;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What a cluster promises of objects whose definition has a schema: what is dropped, filled in and refused. */
class CustomSchemaContractTest extends TraineeFixture {

    private void refused(String specJson, String... messages) {
        Consumer<Throwable> says = e -> {
            assertThat(e).isInstanceOf(ClusterException.Invalid.class);
            assertThat(e.getMessage())
                    .contains("Trainee.contract.example.com \"wrong\" is invalid: ")
                    .contains(messages);
        };
        assertThatThrownBy(() -> create("wrong", specJson)).satisfies(says);
    }

    @Test
    void unknownFieldsAreDroppedAndDefaultsFilledIn() {
        KubeObject created = create(
                "shaped",
                "{\"fullName\":\"A\",\"nonsense\":1,\"free\":{\"any\":{\"thing\":[1]}},\"address\":{},\"count\":9007199254740993}");

        assertThat(spec(created).has("nonsense")).isFalse();
        assertThat(spec(created).path("free").toString()).isEqualTo("{\"any\":{\"thing\":[1]}}");
        assertThat(spec(created).path("level").asText()).isEqualTo("junior");
        assertThat(spec(created).path("address").path("country").asText()).isEqualTo("HU");
        assertThat(spec(created).path("count").asLong()).isEqualTo(9_007_199_254_740_993L);
    }

    @Test
    void everyErrorIsNamedInTheServersWords() {
        refused("{}", "spec.fullName: Required value");
        refused(
                "{\"fullName\":\"A\",\"email\":\"x\"}",
                "spec.email: Invalid value: \"x\": spec.email in body should match '^[^@]+@[^@]+$'");
        refused(
                "{\"fullName\":\"A\",\"level\":\"wizard\"}",
                "spec.level: Unsupported value: \"wizard\": supported values: \"junior\", \"senior\"");
        refused(
                "{\"fullName\":\"A\",\"age\":\"old\"}",
                "spec.age: Invalid value: \"string\": spec.age in body must be of type integer: \"string\"");
        refused(
                "{\"fullName\":\"A\",\"age\":-1}",
                "spec.age: Invalid value: -1: spec.age in body should be greater than or equal to 0");
        refused("{\"fullName\":null}", "spec.fullName: Required value");
        refused(
                "{\"fullName\":\"A\",\"age\":1.5}",
                "spec.age: Invalid value: \"number\": spec.age in body must be of type integer: \"number\"");
        refused(
                "{\"fullName\":\"A\",\"replicas\":-5}",
                ".spec.replicas: Invalid value: -5: should be a non-negative integer");
        refused("{\"fullName\":\"this name is too long\"}", "spec.fullName: Too long: may not be more than 10 bytes");
        refused(
                "{\"fullName\":\"A\",\"skills\":[\"a\",\"b\",\"c\"]}",
                "spec.skills: Too many: 3: must have at most 2 items");
        refused(
                "{\"fullName\":\"A\",\"port\":true}",
                "spec.port: Invalid value: \"boolean\": spec.port in body must be of type integer,string: \"boolean\"");
    }

    @Test
    void nullsThatMayNotBeAreAsIfAbsent() {
        KubeObject created =
                create("nulls", "{\"fullName\":\"A\",\"email\":null,\"level\":null,\"free\":{\"a\":null}}");

        assertThat(spec(created).has("email")).isFalse();
        assertThat(spec(created).path("level").asText()).isEqualTo("junior");
        assertThat(spec(created).path("free").toString()).isEqualTo("{\"a\":null}");
    }

    @Test
    void severalErrorsAreToldTogether() {
        refused("{\"age\":-1}", "[", "spec.fullName: Required value", "spec.age: Invalid value: -1", "]");
    }

    @Test
    void listsOfTypeSetAndMapHoldEachElementOnce() {
        refused("{\"fullName\":\"A\",\"tags\":[\"x\",\"x\"]}", "spec.tags[1]: Duplicate value: \"x\"");
        refused(
                "{\"fullName\":\"A\",\"pets\":[{\"name\":\"Rex\"},{\"name\":\"Rex\"}]}",
                "spec.pets[1]: Duplicate value: {\"name\":\"Rex\"}");
    }
}
