package io.hookline.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.OwnerReference;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ChildCreationTest {

    private static final OwnerReference PARENT = new OwnerReference("e.com/v1", "Thing", "t", "u1", true, true);
    private static final String PARENT_JSON = "{\"apiVersion\":\"e.com/v1\",\"blockOwnerDeletion\":true,"
            + "\"controller\":true,\"kind\":\"Thing\",\"name\":\"t\",\"uid\":\"u1\"}";

    @Test
    void theLastAppliedAnnotationContainsNeitherOwnerNorItself() {
        ObjectNode desired = json("{\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\",\"annotations\":{\"a\":\"b\"}}}");
        ObjectNode sent = LastApplied.with(desired, "whatever the hook put there");
        assertThat(GoJson.text(ChildCreation.body(sent, PARENT)))
                .isEqualTo("{\"kind\":\"Pod\",\"metadata\":{\"annotations\":{\"a\":\"b\","
                        + "\"metacontroller.k8s.io/last-applied-configuration\":"
                        + "\"{\\\"kind\\\":\\\"Pod\\\",\\\"metadata\\\":{\\\"annotations\\\":{\\\"a\\\":\\\"b\\\"},"
                        + "\\\"name\\\":\\\"p\\\"}}\"},\"name\":\"p\",\"ownerReferences\":[" + PARENT_JSON + "]}}");
    }

    @Test
    void theParentComesAfterTheOwnersThatTheHookNames() {
        ObjectNode body = ChildCreation.body(json("{\"metadata\":{\"ownerReferences\":[{\"uid\":\"u0\"}]}}"), PARENT);
        assertThat(GoJson.text(body.path("metadata").path("ownerReferences")))
                .isEqualTo("[{\"uid\":\"u0\"}," + PARENT_JSON + "]");
    }

    @Test
    void aParentThatTheHookNamesItselfIsNotAddedTwiceAndGetsItsVersion() {
        ObjectNode body = ChildCreation.body(json("{\"metadata\":{\"ownerReferences\":[{\"uid\":\"u1\"}]}}"), PARENT);
        assertThat(GoJson.text(body.path("metadata").path("ownerReferences")))
                .isEqualTo("[{\"apiVersion\":\"e.com/v1\",\"kind\":\"Thing\",\"name\":\"t\",\"uid\":\"u1\"}]");
    }

    @Test
    void theDesiredChildIsNotChanged() {
        ObjectNode desired = json("{\"metadata\":{\"name\":\"p\",\"ownerReferences\":[]}}");
        String before = desired.toString();
        ChildCreation.body(desired, PARENT);
        assertThat(desired.toString()).isEqualTo(before);
    }

    @Test
    void aNewChildNeedsNoUpdate() {
        ObjectNode desired = json("{\"metadata\":{\"name\":\"p\"},\"spec\":{\"a\":1.0,\"b\":null}}");
        assertThat(ChildUpdate.of(ChildCreation.body(desired, PARENT), desired).differs())
                .isFalse();
    }

    @Test
    void ownerReferencesThatAreNotAListAreRefused() {
        assertThatThrownBy(() -> ChildCreation.body(json("{\"metadata\":{\"ownerReferences\":{}}}"), PARENT))
                .isInstanceOf(DecodeException.class)
                .hasMessage("metadata.ownerReferences: expected a list, was an object");
    }

    private static ObjectNode json(String text) {
        return Json.object(text.getBytes(StandardCharsets.UTF_8));
    }
}
