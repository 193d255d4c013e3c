package io.hookline.local.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JSON patches as the API server applies them. The tests use single quotes. */
class JsonPatchTest {

    private static String apply(String document, String patch) throws JsonPatch.Rejected {
        return GoJson.text(JsonPatch.apply(parse(document), parse(patch))).replace('"', '\'');
    }

    private static com.fasterxml.jackson.databind.JsonNode parse(String json) {
        return Json.parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a':1} | [{'op':'add','path':'/b','value':2}] | {'a':1,'b':2}",
                "{'a':[1,3]} | [{'op':'add','path':'/a/1','value':2}] | {'a':[1,2,3]}",
                "{'a':[1]} | [{'op':'add','path':'/a/-','value':2}] | {'a':[1,2]}",
                "{'a':[1,3]} | [{'op':'add','path':'/a/-2','value':2}] | {'a':[1,2,3]}",
                "{'a':1,'b':2} | [{'op':'remove','path':'/a'}] | {'b':2}",
                "{'a':[1,2]} | [{'op':'remove','path':'/a/-1'}] | {'a':[1]}",
                "{'a':1} | [{'op':'replace','path':'/b','value':2}] | {'a':1,'b':2}",
                "{'a':[1,2]} | [{'op':'replace','path':'/a/0','value':9}] | {'a':[9,2]}",
                "{'a':{'x':1}} | [{'op':'move','from':'/a/x','path':'/b'}] | {'a':{},'b':1}",
                "{'a':{'x':1}} | [{'op':'copy','from':'/a','path':'/b'}] | {'a':{'x':1},'b':{'x':1}}",
                "{'a':1} | [{'op':'test','path':'/b','value':null},{'op':'test','path':'/a','value':1}] | {'a':1}",
                "{'a':1} | [{'op':'add','path':'ignored/b','value':2}] | {'a':1,'b':2}",
                "{'a':1} | [{'op':'test','path':'','value':{'a':1}}] | {'a':1}",
                "{'a/b':{'~':1}} | [{'op':'replace','path':'/a~1b/~0','value':2}] | {'a/b':{'~':2}}",
            })
    void anOperationIsCarriedOut(String document, String patch, String expected) throws JsonPatch.Rejected {
        assertThat(apply(document, patch)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[{'op':'remove','path':'/nope'}]",
                "[{'op':'test','path':'/a','value':2}]",
                "[{'op':'test','path':'/a','value':1.0}]",
                "[{'op':'add','path':'/nope/deep','value':1}]",
                "[{'op':'add','path':'/list/5','value':1}]",
                "[{'op':'replace','path':'/list/5','value':1}]",
                "[{'op':'move','from':'/nope','path':'/b'}]",
                "[{'op':'dance','path':'/a'}]",
                "[{'op':'add','path':'a','value':1}]",
                "[{'op':'add','path':'','value':{}}]",
                "[{'op':'remove','path':''}]",
                "[{'op':'replace','path':'','value':'text'}]",
                "[{'op':'copy','from':'','path':'/b'}]",
                "[{'op':'move','from':'','path':'/b'}]",
                "[{'op':'move','from':'/list','path':''}]",
                "[{'op':'test','path':'','value':{}}]",
            })
    void whatCannotBeDoneIsRejected(String patch) {
        assertThatThrownBy(() -> apply("{'a':1,'list':[1]}", patch)).isInstanceOf(JsonPatch.Rejected.class);
    }

    @Test
    void theWholeDocumentCanBeReplaced() throws JsonPatch.Rejected {
        assertThat(apply("{'a':1}", "[{'op':'replace','path':'','value':{'b':2}}]"))
                .isEqualTo("{'b':2}");
    }
}
