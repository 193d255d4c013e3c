package io.hookline.yaml;

import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.reader.ReaderException;

/**
 * Reads YAML as the Go libraries of kubectl and kube-apiserver do: mostly YAML 1.1. So {@code yes} is true,
 * {@code 0644} is octal, aliases and merges are resolved, and every key is a string.
 */
public final class Yaml {

    /** The maximum nesting, the same as for JSON. */
    static final int DEEPEST = 1000;

    private static final Pattern AFTER_KEY = Pattern.compile(":[ \t]*$");

    private static final Pattern JSON_START = Pattern.compile("\\s*[\\[{]");

    private Yaml() {}

    /**
     * Reads all documents of a text, including empty ones.
     *
     * @throws YamlException for the first value that is not valid YAML or has no counterpart in JSON
     */
    public static List<YamlDocument> documents(String text) {
        return read(text, _ -> true);
    }

    /**
     * Reads the first document of a request body or a file; others are ignored, as in kube-apiserver.
     *
     * @throws YamlException if the text is not valid UTF-8 or YAML, or has no counterpart in JSON
     */
    public static YamlDocument first(byte[] text) {
        List<YamlDocument> documents = read(decode(text), List::isEmpty);
        return documents.isEmpty() ? NodeReader.NOTHING : documents.getFirst();
    }

    /** UTF-8, or UTF-16 with a byte order mark, which PowerShell writes by default. */
    private static String decode(byte[] text) {
        Charset charset =
                isMark(text, 0xFF, 0xFE) || isMark(text, 0xFE, 0xFF) ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
        try {
            return charset.newDecoder().decode(ByteBuffer.wrap(text)).toString();
        } catch (CharacterCodingException _) {
            throw new YamlException(1, 1, FieldPath.ROOT, "invalid " + charset.name());
        }
    }

    private static boolean isMark(byte[] text, int first, int second) {
        return text.length >= 2 && (text[0] & 0xFF) == first && (text[1] & 0xFF) == second;
    }

    private static List<YamlDocument> read(String text, Predicate<List<YamlDocument>> more) {
        StringBuilder content = new StringBuilder(withoutTabs(text.startsWith("\uFEFF") ? text.substring(1) : text));
        while (true) {
            try {
                return parse(content.toString(), more);
            } catch (YamlException e) {
                if (!replaceTab(content, e.line(), e.column())) {
                    throw e;
                }
            }
        }
    }

    /**
     * Replaces a tab between a key and its value, which Go reads as a space and the library refuses.
     *
     * @return whether there was one at this place
     */
    private static boolean replaceTab(StringBuilder text, int line, int column) {
        int start = 0;
        for (int i = 1; i < line; i++) {
            start = text.indexOf("\n", start) + 1;
            if (start == 0) {
                return false;
            }
        }
        int rest = text.indexOf("\n", start);
        String whole = text.substring(start, rest < 0 ? text.length() : rest);
        if (whole.codePointCount(0, whole.length()) < column) {
            return false;
        }
        int at = whole.offsetByCodePoints(0, column - 1);
        if (whole.charAt(at) != '\t'
                || !AFTER_KEY.matcher(whole.substring(0, at)).find()) {
            return false;
        }
        text.setCharAt(start + at, ' ');
        return true;
    }

    private static List<YamlDocument> parse(String content, Predicate<List<YamlDocument>> more) {
        LoaderOptions options = options();
        List<YamlDocument> documents = new ArrayList<>();
        try {
            GoComposer composer = new GoComposer(content, options);
            while (more.test(documents) && composer.checkNode()) {
                documents.add(NodeReader.read(composer.getNode()));
            }
        } catch (MarkedYAMLException e) {
            throw failure(e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark(), e.getProblem());
        } catch (ReaderException e) {
            throw unreadable(content, e.getPosition());
        } catch (YAMLException e) {
            throw new YamlException(1, 1, FieldPath.ROOT, String.valueOf(e.getMessage()));
        }
        return documents;
    }

    /**
     * Replaces tabs in JSON: JSON may be indented by tabs, which the library refuses. In JSON, tabs are only between
     * values.
     */
    private static String withoutTabs(String text) {
        if (text.indexOf('\t') < 0 || !JSON_START.matcher(text).lookingAt()) {
            return text;
        }
        try {
            Json.parse(text.getBytes(StandardCharsets.UTF_8));
            return text.replace('\t', ' ');
        } catch (DecodeException _) {
            return text;
        }
    }

    private static YamlException failure(Mark mark, String problem) {
        return new YamlException(mark.getLine() + 1, mark.getColumn() + 1, FieldPath.ROOT, problem);
    }

    private static YamlException unreadable(String text, int at) {
        int line = (int) text.codePoints().limit(at).filter(c -> c == '\n').count() + 1;
        return new YamlException(line, 1, FieldPath.ROOT, "control characters are not allowed");
    }

    /**
     * Switches off the library's limits except the one for depth: callers limit the size,
     * {@link NodeReader.AliasBudget} the aliases.
     */
    private static LoaderOptions options() {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(Integer.MAX_VALUE);
        options.setMaxAliasesForCollections(Integer.MAX_VALUE);
        options.setAllowRecursiveKeys(true);
        options.setNestingDepthLimit(DEEPEST);
        options.setTagInspector(_ -> true);
        return options;
    }
}
