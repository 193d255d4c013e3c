package io.hookline.object;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Random JSON documents as text, with all kinds of values, white space and escapes. */
final class JsonTexts {
    private JsonTexts() {}

    static Arbitrary<String> documents() {
        return documents(3);
    }

    private static Arbitrary<String> documents(int depth) {
        return depth == 0 ? scalars() : Arbitraries.oneOf(scalars(), lists(depth - 1), objects(depth - 1));
    }

    /** A document with one character replaced, removed or doubled: most are no JSON any more. */
    static Arbitrary<String> mutated() {
        Arbitrary<Integer> where = Arbitraries.integers().between(0, 1_000);
        Arbitrary<Character> what = Arbitraries.of(
                '{', '}', '[', ']', ',', ':', '"', '\\', '-', '+', '.', '0', '7', 'e', 'u', 'n', 't', ' ', '\n', '\t',
                '\u0001', 'é', '/');
        return Combinators.combine(
                        documents(), where, what, Arbitraries.integers().between(0, 2))
                .as(JsonTexts::mutate);
    }

    private static String mutate(String text, int where, char what, int how) {
        int at = where % text.length();
        String before = text.substring(0, at);
        return switch (how) {
            case 0 -> before + what + text.substring(at + 1);
            case 1 -> before + text.substring(at + 1);
            default -> before + what + text.substring(at);
        };
    }

    private static Arbitrary<String> scalars() {
        return Arbitraries.oneOf(
                Arbitraries.of("null", "true", "false", "-0", "0.0", "1e21", "1E-7", "12.50", "9223372036854775808"),
                Arbitraries.longs().map(String::valueOf),
                Arbitraries.doubles().between(-1e99, 1e99).map(String::valueOf),
                strings());
    }

    private static Arbitrary<String> strings() {
        Arbitrary<String> pieces = Arbitraries.of(
                "a",
                "key",
                "<",
                "&",
                "é",
                "漢",
                "😀",
                "\\n",
                "\\u0041",
                "\\ud83d\\ude00",
                "\\ud83d",
                "\\\"",
                "\\\\",
                "\\/",
                "\u2028",
                "\uffff",
                " ");
        return pieces.list().ofMaxSize(5).map(list -> "\"" + String.join("", list) + "\"");
    }

    /** The parser takes no lone surrogates here, in values it does. */
    private static Arbitrary<String> keys() {
        return strings().map(key -> key.replace("\\ud83d\\ude00", "😀").replace("\\ud83d", ""));
    }

    private static Arbitrary<String> space() {
        return Arbitraries.of("", "", "", " ", "\n\t");
    }

    private static Arbitrary<String> lists(int depth) {
        return Combinators.combine(documents(depth).list().ofMaxSize(4), space())
                .as((elements, space) -> "[" + space + String.join("," + space, elements) + space + "]");
    }

    private static Arbitrary<String> objects(int depth) {
        Arbitrary<String> field = Combinators.combine(keys(), space(), documents(depth))
                .as((key, space, value) -> key + space + ":" + value);
        return Combinators.combine(field.list().ofMaxSize(4), space())
                .as((fields, space) -> "{" + space + String.join(space + ",", fields) + space + "}");
    }
}
