package io.hookline.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.hookline.object.KubeObject;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HashTest {

    private static final JsonBinding BINDING = new JsonBinding(HashTest.class.getClassLoader());

    record Old(String a, Integer b) {}

    record New(Integer b, String a, String more) {}

    @Test
    void theHashOfATextIsItsSha256() {
        assertThat(Hash.of("abc").hex())
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
                .isEqualTo(Hash.of("abc").toString());
    }

    @Test
    void theOrderOfFieldsAndKeysDoesNotCount() {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("a", "x");
        one.put("b", Map.of("c", 1, "d", 2));
        Map<String, Object> other = new LinkedHashMap<>();
        Map<String, Integer> inner = new LinkedHashMap<>();
        inner.put("d", 2);
        inner.put("c", 1);
        other.put("b", inner);
        other.put("a", "x");
        ObjectNode tree = KubeObject.of("{\"b\":{\"d\":2,\"c\":1},\"a\":\"x\"}").tree();

        assertThat(BINDING.hash(one)).isEqualTo(BINDING.hash(other)).isEqualTo(BINDING.hash(tree));
        assertThat(BINDING.hash(one)).isNotEqualTo(BINDING.hash(Map.of("a", "x")));
    }

    @Test
    void aComponentThatIsNullDoesNotCount() {
        assertThat(BINDING.hash(new New(1, "x", null))).isEqualTo(BINDING.hash(new Old("x", 1)));
    }

    @Test
    void anObjectOfTheModelCanBeHashed() {
        ConfigMapBuilder map = new ConfigMapBuilder().addToData("k", "v");

        assertThat(BINDING.hash(map.build()))
                .isEqualTo(BINDING.hash(map.build()))
                .isNotEqualTo(BINDING.hash(map.addToData("k", "w").build()));
    }

    @Test
    void theShortTextSuitsNamesAndLabels() {
        Set<String> texts = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            texts.add(Hash.of("content " + i).text());
        }
        assertThat(texts).hasSize(10_000).allMatch(text -> text.matches("[bcdfghjklmnpqrstvwxz2456789]{10}"));
    }

    @Test
    void aNameThatIsShortEnoughIsNotChanged() {
        assertThat(Names.label("shop", "web")).isEqualTo("shop-web");
        assertThatThrownBy(() -> Names.subdomain("shop", "")).hasMessage("part 2 of a name is empty: [shop, ]");
        assertThat(Names.label("a".repeat(63))).isEqualTo("a".repeat(63));
        assertThat(Names.subdomain("a".repeat(253))).hasSize(253).doesNotContain("-");
    }

    @Test
    void aNameThatIsTooLongEndsWithAHashOfAllOfIt() {
        String one = Names.label("a".repeat(62), "x");
        String other = Names.label("a".repeat(62), "y");

        assertThat(one).hasSize(63).startsWith("a".repeat(52) + "-").isEqualTo(Names.label("a".repeat(62), "x"));
        assertThat(other).hasSize(63).isNotEqualTo(one);
        assertThat(Names.subdomain("b".repeat(300))).hasSize(253).matches("b{242}-[a-z0-9]{10}");
    }

    @Test
    void aCutNameIsStillAValidName() {
        assertThat(Names.subdomain("c".repeat(240) + ".-." + "d".repeat(30))).matches("c{240}-[a-z0-9]{10}");
    }
}
