package io.hookline.local.fields;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class FieldSetTest {

    private static final String SPEC =
            "{'f:spec':{'.':{},'f:a':{},'f:list':{'k:{`name`:`x`,`port`:1}':{'.':{},'f:q':{}},"
                    + "'v:`s`':{},'i:0':{}}}}";

    private static FieldSet set(String json) {
        String text = json.replace('\'', '"').replace("`", "\\\"");
        return FieldSet.fromJson(Json.parse(text.getBytes(StandardCharsets.UTF_8)), PathElement::normalize);
    }

    private static String text(FieldSet set) {
        return GoJson.text(set.toJson()).replace("\\\"", "`").replace('"', '\'');
    }

    @Test
    void fieldsV1IsWrittenAsItWasRead() {
        assertThat(text(set(SPEC)))
                .isEqualTo("{'f:spec':{'.':{},'f:a':{},'f:list':{'i:0':{},'k:{`name`:`x`,`port`:1}':{'.':{},'f:q':{}},"
                        + "'v:`s`':{}}}}");
        assertThat(text(FieldSet.EMPTY)).isEqualTo("{}");
    }

    @Test
    void keysAreWrittenInOneNotation() {
        assertThat(set("{'k:{ `port`:1, `name`:`x` }':{}}")).isEqualTo(set("{'k:{`name`:`x`,`port`:1}':{}}"));
    }

    @Test
    void stepsOfUnknownKindsAreIgnored() {
        assertThat(set("{'f:a':{},'x:b':{},'long':{}}")).isEqualTo(FieldSet.ofPath("a"));
    }

    @Test
    void aDifferenceKeepsWhatIsBelowAPath() {
        assertThat(text(set(SPEC).difference(FieldSet.ofPath("spec"))))
                .isEqualTo("{'f:spec':{'f:a':{},'f:list':{'i:0':{},'k:{`name`:`x`,`port`:1}':{'.':{},'f:q':{}},"
                        + "'v:`s`':{}}}}");
        assertThat(set(SPEC).without(FieldSet.ofPath("spec"))).isEqualTo(FieldSet.EMPTY);
    }

    @Test
    void unionAndIntersectionComparePaths() {
        FieldSet one = FieldSet.ofPath("a").union(FieldSet.ofPath("b", "c"));
        FieldSet two = FieldSet.ofPath("b").union(FieldSet.ofPath("b", "c"));

        assertThat(text(one.union(two))).isEqualTo("{'f:a':{},'f:b':{'.':{},'f:c':{}}}");
        assertThat(one.intersection(two)).isEqualTo(FieldSet.ofPath("b", "c"));
    }

    @Test
    void pathsAreListedLevelByLevelAndNumbersByValue() {
        FieldSet set = set("{'f:b':{'f:x':{}},'f:c':{},'f:p':{'k:{`port`:80}':{},'k:{`port`:443}':{},'v:`t`':{}}}");

        assertThat(set.paths().stream().map(PathElement::print).toList())
                .isEqualTo(List.of(".c", ".b.x", ".p[port=80]", ".p[port=443]", ".p[=\"t\"]"));
    }
}
