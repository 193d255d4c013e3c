package io.hookline.watcher;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Answers that no hook should return: some right, some nearly right, most not. The same seed gives the same answers.
 */
public final class RandomAnswers {

    private static final List<String> NAMES = List.of("a", "b", "c", "d", "victim", "owned-by-another");
    private static final List<String> STRANGE_STRINGS = List.of(
            "",
            "..",
            "../../pods/x",
            "A",
            "a/b",
            "a b",
            "\\u0000",
            "\\ud800",
            "\\udfff\\ud800",
            "\\ud83d\\ude00",
            "é😀",
            "kube-system",
            "default",
            "null",
            "v1",
            "apps/v1",
            "a/b/c",
            "/",
            "controller-uid",
            "%2e%2e",
            "-",
            "a.b.c");
    private static final List<String> NUMBERS = List.of(
            "0",
            "-0",
            "1",
            "1.0",
            "-1.5e3",
            "9223372036854775807",
            "9223372036854775808",
            "1e308",
            "1e309",
            "-1e400",
            "1e-400",
            "123456789012345678901234567890",
            "0.1",
            "1E+2",
            "01",
            "1.",
            ".5",
            "+1",
            "NaN",
            "Infinity",
            "-",
            "0x10",
            "1e");
    private static final List<String> FIELDS = List.of(
            "apiVersion",
            "kind",
            "metadata",
            "spec",
            "status",
            "data",
            "name",
            "namespace",
            "labels",
            "annotations",
            "generateName",
            "ownerReferences",
            "finalizers",
            "uid",
            "resourceVersion",
            "generation",
            "deletionTimestamp",
            "managedFields",
            "creationTimestamp",
            "items",
            "ports",
            "size",
            "");

    private final SplittableRandom random;
    private final String childrenField;

    public RandomAnswers(long seed, String childrenField) {
        this.random = new SplittableRandom(seed);
        this.childrenField = childrenField;
    }

    public byte[] next() {
        int kind = random.nextInt(1000);
        if (kind < 3) {
            return utf8(huge());
        }
        byte[] answer = utf8(answer());
        if (kind < 300) {
            int changes = random.nextInt(1, 5);
            for (int i = 0; i < changes; i++) {
                answer = mutated(answer);
            }
        }
        return answer;
    }

    private String huge() {
        int depth = random.nextInt(400, 20_000);
        String deep = random.nextBoolean()
                ? "[".repeat(depth) + "]".repeat(depth)
                : "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
        String value = switch (random.nextInt(4)) {
            case 0 -> "\"" + "x".repeat(random.nextInt(1_500_000)) + "\"";
            case 1 -> "9".repeat(random.nextInt(100_000));
            case 2 -> "{\"" + "n".repeat(random.nextInt(100_000)) + "\":1}";
            default -> deep;
        };
        String child =
                "{\"apiVersion\":\"test.hookline.io/v1\",\"kind\":\"Gadget\",\"metadata\":{\"name\":\"a\"},\"spec\":{\"x\":"
                        + value + "}}";
        return switch (random.nextInt(3)) {
            case 0 -> "{\"status\":{\"x\":" + value + "}}";
            case 1 -> "{\"" + childrenField + "\":[" + "null,".repeat(random.nextInt(2) * 10_000) + child + "]}";
            default -> "{\"" + childrenField + "\":[" + child + "]}";
        };
    }

    private String answer() {
        StringBuilder answer = new StringBuilder("{");
        field(answer, "status", 3, () -> mostly(12, () -> object(2)));
        field(answer, childrenField, 12, () -> mostly(30, this::children));
        field(answer, "labels", 1, () -> mostly(8, this::texts));
        field(answer, "annotations", 1, () -> mostly(8, this::texts));
        field(answer, "resyncAfterSeconds", 1, () -> mostly(4, () -> one(NUMBERS)));
        field(answer, "finalized", 1, () -> mostly(8, () -> random.nextBoolean() ? "true" : "false"));
        field(answer, "unknown", 1, () -> value(3));
        return answer.append('}').toString();
    }

    /** Adds a field in so many of 14 answers, sometimes twice. */
    private void field(StringBuilder answer, String name, int of14, Supplier<String> value) {
        if (random.nextInt(14) < of14) {
            answer.append(answer.length() > 1 ? "," : "")
                    .append('"')
                    .append(name)
                    .append("\":")
                    .append(value.get());
            if (random.nextInt(60) == 0) {
                field(answer, name, 14, value);
            }
        }
    }

    /** What is right, except once in so many times. */
    private String mostly(int times, Supplier<String> right) {
        return random.nextInt(times) == 0 ? value(3) : right.get();
    }

    private String children() {
        StringBuilder list = new StringBuilder("[");
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            list.append(i > 0 ? "," : "").append(mostly(40, this::child));
        }
        return list.append(']').toString();
    }

    private String child() {
        StringBuilder child = new StringBuilder("{");
        String[] kind = switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> new String[] {"v1", "ConfigMap"};
            case 4, 5, 6, 7 -> new String[] {"test.hookline.io/v1", "Gadget"};
            case 8, 9 -> new String[] {"v1", "Service"};
            case 10 -> new String[] {"v1", "Secret"};
            default -> new String[] {one(STRANGE_STRINGS), one(List.of("ConfigMap", "Namespace", "Thing", "x/y", ""))};
        };
        field(child, "apiVersion", 14, () -> mostly(100, () -> quoted(kind[0])));
        field(child, "kind", 14, () -> mostly(100, () -> quoted(kind[1])));
        field(child, "metadata", 14, () -> mostly(100, this::metadata));
        field(
                child,
                "spec",
                9,
                () -> mostly(
                        20,
                        () -> "{\"size\":" + mostly(6, () -> one(List.of("1", "2", "1.0"))) + ",\"ports\":"
                                + mostly(6, this::ports) + "}"));
        field(child, "data", 7, () -> mostly(20, this::texts));
        field(child, one(FIELDS), 1, () -> value(4));
        return child.append('}').toString();
    }

    private String metadata() {
        StringBuilder metadata = new StringBuilder("{");
        field(
                metadata,
                "name",
                14,
                () -> mostly(60, () -> quoted(random.nextInt(30) == 0 ? one(STRANGE_STRINGS) : one(NAMES))));
        field(metadata, "namespace", 1, () -> mostly(8, () -> quoted(one(STRANGE_STRINGS))));
        field(metadata, "labels", 2, () -> mostly(12, this::texts));
        field(metadata, "annotations", 2, () -> mostly(12, this::texts));
        field(
                metadata,
                "ownerReferences",
                1,
                () -> mostly(
                        3,
                        () -> "[{\"uid\":\"u\",\"name\":\"p\",\"kind\":\"Thing\",\"apiVersion\":\"v1\",\"controller\":"
                                + mostly(3, () -> "true") + "}]"));
        field(metadata, one(FIELDS), 1, () -> value(2));
        return metadata.append('}').toString();
    }

    private String ports() {
        StringBuilder ports = new StringBuilder("[");
        for (int i = random.nextInt(4); i > 0; i--) {
            ports.append(ports.length() > 1 ? "," : "").append("{\"port\":").append(random.nextInt(2) + 80);
            ports.append(",\"name\":\"n").append(i).append('"');
            ports.append(random.nextBoolean() ? ",\"protocol\":\"UDP\"}" : "}");
        }
        return ports.append(']').toString();
    }

    private String texts() {
        StringBuilder texts = new StringBuilder("{");
        for (int i = random.nextInt(3); i > 0; i--) {
            texts.append(texts.length() > 1 ? "," : "");
            texts.append(quoted(random.nextInt(9) == 0 ? one(STRANGE_STRINGS) : "k" + i))
                    .append(':');
            texts.append(mostly(25, () -> random.nextInt(9) == 0 ? "null" : quoted(one(NAMES))));
        }
        return texts.append('}').toString();
    }

    private String value(int depth) {
        return switch (random.nextInt(depth > 0 ? 9 : 6)) {
            case 0 -> "null";
            case 1 -> "true";
            case 2, 3 -> one(NUMBERS);
            case 4, 5 -> quoted(one(STRANGE_STRINGS));
            case 6, 7 -> object(depth - 1);
            default -> "[" + value(depth - 1) + "," + value(depth - 1) + "]";
        };
    }

    private String object(int depth) {
        StringBuilder object = new StringBuilder("{");
        for (int i = random.nextInt(4); i > 0; i--) {
            object.append(object.length() > 1 ? "," : "")
                    .append(quoted(one(FIELDS)))
                    .append(':')
                    .append(value(depth));
        }
        return object.append('}').toString();
    }

    private byte[] mutated(byte[] bytes) {
        int at = random.nextInt(bytes.length);
        int length = Math.min(random.nextInt(1, 30), bytes.length - at);
        byte[] piece = Arrays.copyOfRange(bytes, at, at + length);
        return switch (random.nextInt(4)) {
            case 0 -> spliced(bytes, at, bytes.length == length ? 0 : length, new byte[0]);
            case 1 -> spliced(bytes, random.nextInt(bytes.length), 0, piece);
            case 2 -> spliced(bytes, at, 1, new byte[] {(byte) random.nextInt(256)});
            default -> spliced(bytes, at, 1, utf8(one(List.of("{", "}", "[", "]", "\"", ",", ":", "null", "\\", "0"))));
        };
    }

    private static byte[] spliced(byte[] bytes, int at, int cut, byte[] insert) {
        byte[] result = new byte[bytes.length - cut + insert.length];
        System.arraycopy(bytes, 0, result, 0, at);
        System.arraycopy(insert, 0, result, at, insert.length);
        System.arraycopy(bytes, at + cut, result, at + insert.length, bytes.length - at - cut);
        return result;
    }

    private String one(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
