package io.hookline.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which entries of {@code managedFields} are cut out, and that everything else stays as it is. */
class ManagedFieldsCutTest {

    private static final Set<String> OURS = Set.of("ours", "o\u00fcrs \"2\"");

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"metadata":{"name":"a","managedFields":[{"manager":"x"},{"manager":"ours","f":{"b":[1]}}],"uid":"u"}} | {"metadata":{"name":"a","managedFields":[{"manager":"ours","f":{"b":[1]}}],"uid":"u"}}
            {"metadata":{"managedFields":[{"manager":"ours"},{"f":"]},","manager":"x"},{"op":1,"manager":"ours"}]}} | {"metadata":{"managedFields":[{"manager":"ours"},{"op":1,"manager":"ours"}]}}
            {"metadata":{"managedFields":[ {"manager":"x"} , {"manager":"ours"} ] }}                   | {"metadata":{"managedFields":[{"manager":"ours"}] }}
            {"metadata":{"managedFields":[{"manager":"o\\u00fcrs \\"2\\""},{"manager":"x"}]}}           | {"metadata":{"managedFields":[{"manager":"o\\u00fcrs \\"2\\""}]}}
            {"metadata":{"name":"a","managedFields":[{"manager":"x"}],"uid":"u"},"spec":{}}             | {"metadata":{"name":"a","uid":"u"},"spec":{}}
            {"metadata":{"managedFields":[{"manager":"x"}],"uid":"u"}}                                  | {"metadata":{"uid":"u"}}
            {"metadata":{ "managedFields" : [{"manager":"x"}] , "uid":"u"}}                             | {"metadata":{ "uid":"u"}}
            {"metadata":{"uid":"u" , "managedFields" : [{"manager":"x"}] }}                             | {"metadata":{"uid":"u" }}
            {"metadata":{"managedFields":[{"manager":"x"}]}}                                            | {"metadata":{}}
            {"metadata":{"managedFields":[{},7,{"manager":3}]}}                                         | {"metadata":{}}
            {"a":{"metadata":{"managedFields":[{"manager":"x"}]}},"metadata":{"managedFields":[{"manager":"y"}],"labels":{"managedFields":"z"}}} | {"a":{"metadata":{"managedFields":[{"manager":"x"}]}},"metadata":{"labels":{"managedFields":"z"}}}
            """)
    void entriesOfOtherManagersAreCut(String json, String left) {
        KubeObject object = KubeObject.of(json);
        KubeObject stripped = object.strippedTo(OURS);
        assertThat(stripped.json()).isEqualTo(left);
        assertThat(stripped.isStripped()).isTrue();
        assertThat(stripped.sharing(new Interner()).isStripped()).isTrue();
        assertThat(KubeObject.of(stripped.json())).as("the header").satisfies(read -> {
            assertThat(read.uid()).isEqualTo(stripped.uid());
            assertThat(read.labels()).isEqualTo(stripped.labels());
        });
        assertThat(stripped.strippedTo(OURS)).isSameAs(stripped);
        assertThat(object.isStripped()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"metadata":{"managedFields":[{"manager":"ours"},{"manager":"ours"}]}}
            {"metadata":{"managedFields":[]}}
            {"metadata":{"managedFields":null}}
            {"metadata":{"name":"a"},"managedFields":[{"manager":"x"}]}
            {"metadata":null}
            {"spec":{"managedFields":[{"manager":"x"}]}}
            {}
            """)
    void anObjectWithoutOtherManagersIsNotCopied(String json) {
        KubeObject object = KubeObject.of(json);
        assertThat(object.strippedTo(OURS)).isSameAs(object);
    }

    /** The API server forgets all managers if it gets an empty list, and those that are missing in any other. */
    @Test
    void anUpdateHasNoManagedFields() {
        KubeObject object = KubeObject.of(
                "{\"metadata\":{\"name\":\"a\",\"managedFields\":[{\"manager\":\"ours\"}]},\"data\":{\"k\":\"v\"}}");
        var tree = object.tree();
        assertThat(KubeObject.forUpdate(tree).json())
                .isEqualTo("{\"data\":{\"k\":\"v\"},\"metadata\":{\"name\":\"a\"}}");
        assertThat(tree).isEqualTo(object.tree());
    }
}
