package io.hookline.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ListSlicerTest {

    @Test
    void itemsOfBuiltInListsGetTheKindOfTheirList() {
        ListSlicer list = slice("""
                {"items":[ {"metadata":{"name":"a"}} ,{ }],"kind":"PodList","apiVersion":"v1",
                 "metadata":{"resourceVersion":"9","continue":"tok","remainingItemCount":3}}
                """);
        assertThat(list.resourceVersion()).isEqualTo("9");
        assertThat(list.continueToken()).isEqualTo("tok");
        assertThat(list.items())
                .extracting(KubeObject::json)
                .containsExactly(
                        "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"}}",
                        "{\"kind\":\"Pod\",\"apiVersion\":\"v1\" }");
    }

    @Test
    void itemsWithAKindOfTheirOwnStayAsTheyAre() {
        ListSlicer list =
                slice("{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":[{\"kind\":\"A\",\"apiVersion\":\"g/v1\"}]}");
        assertThat(list.items())
                .extracting(KubeObject::json)
                .containsExactly("{\"kind\":\"A\",\"apiVersion\":\"g/v1\"}");
    }

    @Test
    void aListWithoutItemsIsEmpty() {
        assertThat(slice("{\"kind\":\"PodList\",\"items\":null}").items()).isEmpty();
        assertThat(slice("{\"kind\":\"PodList\",\"items\":[]}").items()).isEmpty();
        assertThat(slice("{\"kind\":\"PodList\"}").items()).isEmpty();
    }

    @Test
    void anItemThatIsNotAnObjectIsNamed() {
        assertThatThrownBy(() -> slice("{\"items\":[{},null]}"))
                .isInstanceOf(DecodeException.class)
                .hasMessage("items[1]: expected an object, was null");
    }

    @Test
    void anObjectThatIsNotAListIsRejected() {
        assertThatThrownBy(() -> slice("{}"))
                .isInstanceOf(DecodeException.class)
                .hasMessage("kind: expected the kind of a list, was absent");
    }

    @Test
    void aTruncatedListIsRejected() {
        assertThatThrownBy(() -> slice("{\"items\":[{}")).isInstanceOf(DecodeException.class);
    }

    private static ListSlicer slice(String json) {
        return ListSlicer.slice(json.getBytes(StandardCharsets.UTF_8));
    }
}
