package io.hookline.hook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecordShapeTest {

    record Rule(String host, List<Rule> children) {}

    record Spec(
            int size,
            @JsonProperty("class") String type,
            Optional<Rule> fallback,
            List<Rule> rules,
            Map<String, Rule> named,
            List<String> texts,
            @JsonIgnore String computed,
            PodTemplateSpec template) {}

    record Site(ObjectMeta metadata, Spec spec) implements Parent {}

    static final class SiteHook implements SyncHook<Site> {
        @Override
        public Answer sync(Sync<Site> in) {
            return Answer.of();
        }
    }

    static final class UntypedHook implements SyncHook<KubeObject> {
        @Override
        public Answer sync(Sync<KubeObject> in) {
            return Answer.of();
        }
    }

    @Test
    void theShapeHasTheFieldsOfTheRecords() {
        String rule = "{\"host\":\"\",\"children\":[\"\"]}";
        JsonNode expected = Json.parse(("{\"metadata\":\"\",\"spec\":{\"size\":\"\",\"class\":\"\",\"fallback\":" + rule
                        + ",\"rules\":[" + rule + "],\"named\":{\"key\":" + rule
                        + "},\"texts\":\"\",\"template\":\"\"}}")
                .getBytes(StandardCharsets.UTF_8));

        assertThat(shape(new SiteHook())).contains(expected);
    }

    @Test
    void aHookWithoutARecordHasNoShape() {
        assertThat(shape(new UntypedHook())).isEmpty();
    }

    private static Optional<JsonNode> shape(Object hook) {
        return JavaHook.of(InstantSource.fixed(Instant.EPOCH), hook).parentShape();
    }
}
