package io.hookline.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.object.DecodeException;
import io.hookline.object.KubeObject;
import io.hookline.spec.ControllerDecoder.Decoded;
import io.hookline.spec.ControllerSpec.DeletionPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the deletion policy of a controller is read. */
class DeletionPolicyTest {

    private static KubeObject controller(String annotations, String spec) {
        return KubeObject.of("{\"metadata\":{\"name\":\"c\",\"annotations\":" + annotations
                + "},\"spec\":{\"resources\":[],\"hooks\":{}" + spec + "}}");
    }

    private static String annotation(String value) {
        return "{\"hookline.io/deletion-policy\":\"" + value + "\"}";
    }

    @ParameterizedTest
    @CsvSource({"'',,ORPHAN", "'',Undo,UNDO", "Orphan,Undo,ORPHAN", "Undo,Orphan,UNDO", "Undo,,UNDO"})
    void theFieldCountsMoreThanTheAnnotation(String field, String annotation, DeletionPolicy policy) {
        KubeObject source = controller(
                annotation == null ? "{}" : annotation(annotation),
                field.isEmpty() ? "" : ",\"deletionPolicy\":\"" + field + "\"");
        Decoded<DecoratorController> decoded = ControllerDecoder.decorator(source);
        assertThat(decoded.value().deletionPolicy()).isEqualTo(policy);
        assertThat(decoded.warnings()).isEmpty();
    }

    @Test
    void anotherValueIsRefusedAtItsPlace() {
        assertThatThrownBy(() -> ControllerDecoder.decorator(controller("{}", ",\"deletionPolicy\":\"Delete\"")))
                .isInstanceOf(DecodeException.class)
                .hasMessage("spec.deletionPolicy: expected Orphan or Undo, was \"Delete\"");
        assertThatThrownBy(() -> ControllerDecoder.decorator(controller("{}", ",\"deletionPolicy\":true")))
                .hasMessageStartingWith("spec.deletionPolicy: expected a string");
        assertThatThrownBy(() -> ControllerDecoder.decorator(controller(annotation("undo"), "")))
                .hasMessageContaining("\"hookline.io/deletion-policy\"")
                .hasMessageEndingWith("expected Orphan or Undo, was \"undo\"");
    }

    @Test
    void aChangedAnnotationIsAnotherController() {
        assertThat(ControllerDecoder.areEquivalent(controller("{}", ""), controller(annotation("Undo"), "")))
                .isFalse();
        assertThat(ControllerDecoder.areEquivalent(
                        controller(annotation("Undo"), ""), controller(annotation("Undo"), "")))
                .isTrue();
    }
}
