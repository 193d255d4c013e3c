package io.hookline.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.protocol.HookException;
import io.hookline.object.KubeObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AbsentFieldsTest {

    private static final JsonBinding BINDING = new JsonBinding(AbsentFieldsTest.class.getClassLoader());

    enum Size {
        SMALL
    }

    record Optionals(
            String text,
            Integer number,
            Boolean flag,
            Size size,
            Optional<String> maybe,
            OptionalInt count,
            List<String> list,
            Set<Integer> set,
            Map<String, String> map,
            SortedMap<String, String> sorted) {}

    record WithOptionals(ObjectMeta metadata, Optionals spec) {}

    record Spec(int replicas, boolean paused, List<Port> ports) {}

    record Port(String name, int number) {}

    record Status(int ready, boolean done, Nested nested) {
        record Nested(long seen) {}
    }

    record WebApp(ObjectMeta metadata, Spec spec, Status status) {}

    record Numbers(long a) {}

    record WithDouble(Numbers spec) {}

    @Test
    void anAbsentComponentIsNullOrEmpty() {
        for (String spec : List.of(
                "{}",
                "{\"text\":null,\"maybe\":null,\"count\":null,\"list\":null,\"set\":null,\"map\":null,\"sorted\":null}")) {
            Optionals read = read(WithOptionals.class, "\"spec\":" + spec).spec();
            assertThat(read.text()).isNull();
            assertThat(read.number()).isNull();
            assertThat(read.flag()).isNull();
            assertThat(read.size()).isNull();
            assertThat(read.maybe()).isEmpty();
            assertThat(read.count()).isEmpty();
            assertThat(read.list()).isEmpty();
            assertThat(read.set()).isEmpty();
            assertThat(read.map()).isEmpty();
            assertThat(read.sorted()).isEmpty();
        }
        assertThat(read(WithOptionals.class, "\"other\":1").spec()).isNull();
    }

    @Test
    void aPresentOptionalIsReadAndWrittenAsItsValue() {
        Optionals read = read(WithOptionals.class, "\"spec\":{\"maybe\":\"yes\",\"count\":3}")
                .spec();

        assertThat(read.maybe()).contains("yes");
        assertThat(read.count()).hasValue(3);
        assertThat(BINDING.status(read).toString())
                .isEqualTo("{\"count\":3,\"list\":[],\"map\":{},\"maybe\":\"yes\",\"set\":[],\"sorted\":{}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|spec.replicas is not set, and int cannot be null; use Integer, or a default in the CRD",
                "{\"replicas\":null}|spec.replicas is null, and int cannot be null; use Integer, or a default in the CRD",
                "{\"replicas\":\"\"}|spec.replicas is empty, and int cannot be null; use Integer, or a default in the CRD",
                "{\"replicas\":1}|spec.paused is not set, and boolean cannot be null; use Boolean, or a default in the CRD",
                "{\"replicas\":1,\"paused\":true,\"ports\":[{\"number\":1},{}]}|spec.ports[1].number is not set, and int"
                        + " cannot be null; use Integer, or a default in the CRD"
            })
    void anAbsentPrimitiveIsRefusedByName(String spec, String message) {
        assertThatThrownBy(() -> read(WebApp.class, "\"spec\":" + spec))
                .isInstanceOf(HookException.class)
                .hasMessage("WebApp default/shop: " + message);
    }

    @Test
    void anAbsentPrimitiveOfAnOlderStatusIsZero() {
        String spec = "\"spec\":{\"replicas\":0,\"paused\":false},";

        assertThat(read(WebApp.class, spec + "\"status\":{}").status()).isEqualTo(new Status(0, false, null));
        assertThat(read(WebApp.class, spec + "\"status\":{\"nested\":{\"status\":1},\"ready\":null}")
                        .status())
                .isEqualTo(new Status(0, false, new Status.Nested(0)));
    }

    @Test
    void aFieldNamedStatusElsewhereIsNoStatus() {
        record Deep(Numbers status) {}
        record Deeper(Deep spec) {}

        assertThatThrownBy(() -> read(Deeper.class, "\"spec\":{\"status\":{}}"))
                .hasMessageContaining("spec.status.a is not set, and long cannot be null; use Long");
        assertThatThrownBy(() -> read(Deeper.class, "\"status\":{},\"spec\":{\"status\":{}}"))
                .hasMessageContaining("spec.status.a is not set");
    }

    @Test
    void presentPrimitivesAreReadAsBefore() {
        record All(int i, long l, double d, float f, short s, byte b, boolean z, char c) {}
        record Holder(All spec) {}

        assertThat(read(
                                Holder.class,
                                "\"spec\":{\"i\":1,\"l\":2,\"d\":3.5,\"f\":4.5,\"s\":5,\"b\":6,\"z\":true,\"c\":\"x\"}")
                        .spec())
                .isEqualTo(new All(1, 2, 3.5, 4.5f, (short) 5, (byte) 6, true, 'x'));
        assertThatThrownBy(() -> read(WithDouble.class, "\"spec\":{\"a\":\"x\"}"))
                .hasMessage("WebApp default/shop: spec.a: expected a number, was a string");
    }

    @Test
    void aFractionIsNotCutToAWholeNumber() {
        assertThatThrownBy(() -> read(WebApp.class, "\"spec\":{\"replicas\":0.5,\"paused\":false}"))
                .isInstanceOf(HookException.class)
                .hasMessage("WebApp default/shop: spec.replicas: expected a whole number, was 0.5");
        assertThatThrownBy(() -> read(WithOptionals.class, "\"spec\":{\"number\":1.9}"))
                .hasMessage("WebApp default/shop: spec.number: expected a whole number, was 1.9");
    }

    @Test
    void nullsInAnswersAreOmittedExceptInMaps() {
        Map<String, String> map = new HashMap<>();
        map.put("none", null);

        assertThat(BINDING.status(map).toString()).isEqualTo("{\"none\":null}");
        assertThat(BINDING.status(new Port(null, 0)).toString()).isEqualTo("{\"number\":0}");
    }

    private static <T> T read(Class<T> type, String fields) {
        return BINDING.read(
                KubeObject.of("{\"apiVersion\":\"demo.example.com/v1\",\"kind\":\"WebApp\",\"metadata\":"
                        + "{\"namespace\":\"default\",\"name\":\"shop\"}," + fields + "}"),
                type);
    }
}
