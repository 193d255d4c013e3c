package io.hookline.object;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** Random JSON documents as text, with all kinds of values, white space and escapes. */
final class JsonTexts {

    private static final List<String> WORDS = List.of(
            "null",
            "true",
            "false",
            "0",
            "-0",
            "0.0",
            "1e21",
            "1E-7",
            "12.50",
            "9223372036854775807",
            "-9223372036854775808",
            "9223372036854775808");

    private static final List<String> PIECES = List.of(
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

    private static final String INSERTED = "{}[],:\"\\-+.07eunt \n\t\u0001é/";

    private JsonTexts() {}

    static String document(Random random) {
        return document(random, 3);
    }

    private static String document(Random random, int depth) {
        return switch (depth == 0 ? 0 : random.nextInt(3)) {
            case 0 -> scalar(random);
            case 1 -> list(random, depth - 1);
            default -> object(random, depth - 1);
        };
    }

    /** A document with one character replaced, removed or doubled: most are then not valid JSON. */
    static String mutated(Random random) {
        String text = document(random);
        int at = random.nextInt(text.length());
        char inserted = INSERTED.charAt(random.nextInt(INSERTED.length()));
        String before = text.substring(0, at);
        return switch (random.nextInt(3)) {
            case 0 -> before + inserted + text.substring(at + 1);
            case 1 -> before + text.substring(at + 1);
            default -> before + inserted + text.substring(at);
        };
    }

    private static String scalar(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> pick(random, WORDS);
            case 1 -> String.valueOf(random.nextLong() >> random.nextInt(Long.SIZE));
            case 2 -> String.valueOf(random.nextDouble(-1, 1) * Math.pow(10, random.nextInt(-99, 100)));
            default -> string(random);
        };
    }

    private static String string(Random random) {
        return "\"" + String.join("", some(random, 5, one -> pick(one, PIECES))) + "\"";
    }

    /** The parser rejects lone surrogates here, but accepts them in values. */
    private static String key(Random random) {
        return string(random).replace("\\ud83d\\ude00", "😀").replace("\\ud83d", "");
    }

    private static String space(Random random) {
        return pick(random, List.of("", "", "", " ", "\n\t"));
    }

    private static String list(Random random, int depth) {
        String space = space(random);
        return "[" + space + String.join("," + space, some(random, 4, one -> document(one, depth))) + space + "]";
    }

    private static String object(Random random, int depth) {
        String space = space(random);
        return "{" + space + String.join(space + ",", some(random, 4, one -> field(one, depth))) + space + "}";
    }

    private static String field(Random random, int depth) {
        return key(random) + space(random) + ":" + document(random, depth);
    }

    private static List<String> some(Random random, int most, Function<Random, String> one) {
        List<String> all = new ArrayList<>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            all.add(one.apply(random));
        }
        return all;
    }

    private static String pick(Random random, List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}
