package io.hookline.object;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonEqualityTest {

    @ParameterizedTest(name = "{0} and {1}: strict {2}, semantic {3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "1|1|true|true",
                "1|1.0|false|true",
                "1|2|false|false",
                "0.0|-0.0|true|true",
                "9007199254740993|9007199254740992.0|false|false",
                "9007199254740992|9007199254740992.0|false|true",
                "\"1\"|1|false|false",
                "null|null|true|true",
                "null|{}|false|false",
                "{}|[]|false|false",
                "{\"a\":null}|{}|false|true",
                "{\"a\":{\"b\":null}}|{\"a\":{}}|false|true",
                "{\"a\":{\"b\":null}}|{}|false|false",
                "{\"a\":null,\"c\":1}|{\"b\":null,\"c\":1.0}|false|true",
                "{\"a\":1,\"b\":2}|{\"b\":2,\"a\":1}|true|true",
                "{\"a\":1}|{\"b\":1}|false|false",
                "[1,2]|[2,1]|false|false",
                "[1,null]|[1]|false|false",
                "[1,{\"a\":1.0}]|[1.0,{\"a\":1,\"b\":null}]|false|true",
                "true|false|false|false",
            })
    void comparesByBothRules(String a, String b, boolean strict, boolean semantic) {
        assertThat(JsonEquality.strict(parse(a), parse(b))).isEqualTo(strict);
        assertThat(JsonEquality.strict(parse(b), parse(a))).isEqualTo(strict);
        assertThat(JsonEquality.semantic(parse(a), parse(b))).isEqualTo(semantic);
        assertThat(JsonEquality.semantic(parse(b), parse(a))).isEqualTo(semantic);
    }

    @Test
    void theWidthOfAnIntegerDoesNotMatter() {
        assertThat(JsonEquality.strict(IntNode.valueOf(1), LongNode.valueOf(1))).isTrue();
    }

    private static JsonNode parse(String json) {
        return Json.parse(json.getBytes(StandardCharsets.UTF_8));
    }
}
