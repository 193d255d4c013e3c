package io.hookline.cli.crd;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** The Javadoc comments of records and their components, as plain text. */
final class Javadocs {

    /** The start of a block tag such as {@code @param}. */
    private static final Pattern BLOCK = Pattern.compile("(?m)^\\s*@(?=\\w)");

    private static final Pattern PARAM = Pattern.compile("param\\s+(\\w+)\\s+(.*)", Pattern.DOTALL);
    private static final Pattern INLINE = Pattern.compile("\\{@\\w+\\s+([^}]*)}");
    private static final Pattern ELEMENT = Pattern.compile("</?\\w+[^>]*>");

    private final Map<String, String> texts = new HashMap<>();

    private Javadocs() {}

    /** Reads the comments of all classes in some source files. */
    static Javadocs read(List<Path> sources) {
        Javadocs docs = new Javadocs();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> ignored = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(ignored, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, ignored, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources));
            Trees trees = Trees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                docs.new Scanner(trees, unit).scan(unit, null);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return docs;
    }

    /** The description of a class, or an empty text. */
    String of(Class<?> type) {
        return texts.getOrDefault(type.getName(), "");
    }

    /** The description of a record's component by its {@code @param}, or an empty text. */
    String of(Class<?> type, String component) {
        return texts.getOrDefault(type.getName() + "#" + component, "");
    }

    private void add(String type, String comment) {
        String[] blocks = BLOCK.split(comment, -1);
        texts.put(type, plain(blocks[0]));
        for (int i = 1; i < blocks.length; i++) {
            Matcher param = PARAM.matcher(blocks[i]);
            if (param.matches()) {
                texts.put(type + "#" + param.group(1), sentence(plain(param.group(2))));
            }
        }
    }

    private static String plain(String comment) {
        String text = ELEMENT.matcher(INLINE.matcher(comment).replaceAll("$1")).replaceAll(" ");
        return text.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&")
                .replaceAll("\\s+", " ")
                .strip();
    }

    /** The text of a tag begins with a small letter and has no full stop; a description is a sentence. */
    private static String sentence(String text) {
        if (text.isEmpty()) {
            return text;
        }
        String capital = text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
        return capital.endsWith(".") ? capital : capital + ".";
    }

    /** Visits the classes of a file. */
    private final class Scanner extends TreePathScanner<@Nullable Void, @Nullable Void> {

        private final Trees trees;
        private String name;

        Scanner(Trees trees, CompilationUnitTree unit) {
            this.trees = trees;
            this.name = unit.getPackageName() == null ? "" : unit.getPackageName() + ".";
        }

        @Override
        public @Nullable Void visitClass(ClassTree tree, @Nullable Void nothing) {
            String outer = name;
            String type = outer + tree.getSimpleName();
            String comment = trees.getDocComment(getCurrentPath());
            if (comment != null) {
                add(type, comment);
            }
            name = type + "$";
            super.visitClass(tree, null);
            name = outer;
            return null;
        }
    }
}
