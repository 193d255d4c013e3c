import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.util.Map;
import java.util.Optional;

/**
 * Stores the template of a ReplicaSet in an annotation. The template in the ReplicaSet itself cannot be compared with that of
 * the parent, because the API server sets defaults in it.
 */
final class PodTemplates {

    static final String ANNOTATION = "bluegreendeployments.ctl.enisoc.com/pod-template-json";

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private PodTemplates() {}

    static String text(PodTemplateSpec template) {
        try {
            return JSON.writeValueAsString(template);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e); // it came from JSON
        }
    }

    /**
     * The template in the annotation. If a user has removed or damaged it, it is what new Pods would get: with its defaults it
     * differs from that of the parent, so the Pods are replaced.
     */
    static PodTemplateSpec originalOf(ReplicaSet set) {
        return stored(set).orElseGet(() -> withoutColor(set.getSpec().getTemplate()));
    }

    private static Optional<PodTemplateSpec> stored(ReplicaSet set) {
        Map<String, String> annotations = set.getMetadata().getAnnotations();
        String text = annotations == null ? "" : annotations.getOrDefault(ANNOTATION, "");
        try {
            return Optional.ofNullable(JSON.readValue(text, PodTemplateSpec.class))
                    .filter(template -> template.getMetadata() != null && template.getSpec() != null);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    static PodTemplateSpec withColor(PodTemplateSpec template, String color) {
        return new PodTemplateSpecBuilder(template)
                .editMetadata()
                .addToLabels(Children.COLOR, color)
                .endMetadata()
                .build();
    }

    private static PodTemplateSpec withoutColor(PodTemplateSpec template) {
        return new PodTemplateSpecBuilder(template)
                .editMetadata()
                .removeFromLabels(Children.COLOR)
                .endMetadata()
                .build();
    }
}
