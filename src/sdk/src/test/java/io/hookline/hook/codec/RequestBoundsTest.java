package io.hookline.hook.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.object.DecodeException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestBoundsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'a':1,'a':2} | a",
                "{'a':{'b':[0,{'c':1,'d':[],'c':{}}]}} | a.b[1].c",
                "{'a':'x','b':{},'\\u0061':1} | a",
                "{'é':1,'\\u00e9':2} | é",
                "{'a':{'a':1},'b':[{'a':1},{'a':2}],'b':0} | b",
                "{'':1,'':2} | document"
            })
    void aFieldThatOccursTwiceIsRefusedWithItsPlace(String json, String place) {
        assertThatThrownBy(() -> check(json)).hasMessage(place + ": the field occurs twice");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'a':{'a':{'a':1}},'b':'a','c':['a','a',{'a':1},{'a':1}]}",
                "{'a':'\\\"','b':'\\\\','c':'{\\\"c\\\":1,','d':[[],[[]],{}]}",
                "{'Aa':1,'BB':2,'AaAa':3,'BBBB':4,'AaBB':5}",
                "{}",
                "[]",
                "1"
            })
    void fieldsThatDifferOrAreInOtherObjectsAreAllowed(String json) {
        assertThatCode(() -> check(json)).doesNotThrowAnyException();
    }

    @Test
    void manyNamesOfOneHashAreComparedInReasonableTime() {
        StringBuilder json = new StringBuilder("{");
        for (int i = 0; i < 1 << 16; i++) {
            json.append('"');
            for (int bit = 0; bit < 16; bit++) {
                json.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            json.append("\":0,");
        }
        json.append("\"AaAaAaAaAaAaAaAaAaAaAaAaAaAaAaBB\":1}");

        assertThatThrownBy(() -> check(json.toString()))
                .hasMessage("AaAaAaAaAaAaAaAaAaAaAaAaAaAaAaBB: the field occurs twice");
    }

    @Test
    void invalidUtf8IsRefusedWithItsOffset() {
        byte[] json = "{\"a\":\"x\"}".getBytes(StandardCharsets.UTF_8);
        json[6] = (byte) 0xc3;

        assertThatThrownBy(() -> RequestBounds.check(json))
                .isInstanceOf(DecodeException.class)
                .hasMessage("document: request body is not valid UTF-8 at byte 6");
    }

    @Test
    void aThousandLevelsAreTheMost() {
        assertThatCode(() -> check("[".repeat(1000) + "]".repeat(1000))).doesNotThrowAnyException();
        assertThatThrownBy(() -> check("{'a':" + "[".repeat(1000) + "]".repeat(1000) + "}"))
                .satisfies(e -> assertThat(e).hasMessageStartingWith("a[0][0]"))
                .hasMessageEndingWith(": nested deeper than 1000 levels");
    }

    private static void check(String json) {
        RequestBounds.check(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
