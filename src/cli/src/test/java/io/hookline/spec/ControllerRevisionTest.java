package io.hookline.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.KubeObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControllerRevisionTest {

    @Test
    void aRevisionIsReadAsMetacontrollerWritesIt() {
        ControllerRevision revision = ControllerRevision.read(KubeObject.of("""
                {"apiVersion":"metacontroller.k8s.io/v1alpha1","kind":"ControllerRevision",
                 "metadata":{"name":"webs.shop.example-3b1f","namespace":"shop",
                   "labels":{"controller-uid":"77aa","metacontroller.k8s.io/apiGroup":"shop.example"}},
                 "parentPatch":{"spec":{"template":{"b":1.0,"a":null}}},
                 "children":[{"apiGroup":"","kind":"Pod","names":["front-0","front-1"]},
                             {"apiGroup":"apps","kind":"StatefulSet","names":[]}]}
                """));
        assertThat(revision.source().name()).isEqualTo("webs.shop.example-3b1f");
        assertThat(GoJson.text(revision.parentPatch())).isEqualTo("{\"spec\":{\"template\":{\"a\":null,\"b\":1}}}");
        assertThat(revision.children())
                .containsExactly(
                        new ControllerRevision.Names("", "Pod", List.of("front-0", "front-1")),
                        new ControllerRevision.Names("apps", "StatefulSet", List.of()));
    }

    @Test
    void aRevisionMayHaveNoChildren() {
        assertThat(ControllerRevision.read(KubeObject.of("{\"parentPatch\":{}}"))
                        .children())
                .isEmpty();
        assertThat(ControllerRevision.read(KubeObject.of("{\"parentPatch\":{},\"children\":null}"))
                        .children())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                                     | parentPatch: expected an object, was missing
            {"parentPatch":[]}                                     | parentPatch: expected an object, was a list
            {"parentPatch":{},"children":{}}                       | children: expected a list, was an object
            {"parentPatch":{},"children":[{"apiGroup":""}]}        | children[0].kind: expected a string, was missing
            {"parentPatch":{},"children":[{"kind":"P","names":[1]}]} | children[0].names[0]: expected a string, was a number
            """)
    void aWrongFieldIsRefusedWithItsPlace(String json, String problem) {
        assertThatThrownBy(() -> ControllerRevision.read(KubeObject.of(json)))
                .isInstanceOf(DecodeException.class)
                .hasMessage(problem);
    }
}
