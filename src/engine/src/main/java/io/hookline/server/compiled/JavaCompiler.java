package io.hookline.server.compiled;

import io.hookline.hook.protocol.HookException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles the Java sources of a hook to class files in memory. */
public final class JavaCompiler {

    /** The options of the compiler, besides the class path. */
    public static final List<String> OPTIONS = List.of("-proc:none", "-parameters", "-g");

    private JavaCompiler() {}

    /**
     * Compiles sources and returns the class files by their binary names.
     *
     * @param folder the folder to which paths in messages are relative
     * @param libraries jars and folders with classes that the sources use, besides the shared classes of this process
     * @throws HookException with file, line and message of each error
     */
    public static Map<String, byte[]> compile(Path folder, List<Path> sources, List<Path> libraries) {
        javax.tools.JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new HookException(
                    "cannot compile Java sources: this Java runtime has no compiler; run Hookline with a JDK,"
                            + " or in the image hookline-hooks");
        }
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        try (CompilerFiles files = new CompilerFiles(compiler, problems, Shared.FILES, libraries);
                CompiledClasses classes = new CompiledClasses(files)) {
            boolean success = compiler.getTask(null, classes, problems, OPTIONS, null, files.sources(sources))
                    .call();
            if (!success) {
                throw new HookException(describe(folder, problems));
            }
            return classes.bytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The class path of this process, which does not change. It stays open, as it is for the class loader. Locked while it is used. */
    private static final class Shared {
        static final StandardJavaFileManager FILES =
                ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);

        static {
            FILES.handleOption(
                    "-classpath", List.of(System.getProperty("java.class.path")).iterator());
        }
    }

    private static String describe(Path folder, DiagnosticCollector<JavaFileObject> problems) {
        return problems.getDiagnostics().stream()
                .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
                .map(problem -> place(folder, problem) + problem.getMessage(Locale.ROOT))
                .collect(Collectors.joining("\n"));
    }

    private static String place(Path folder, Diagnostic<? extends JavaFileObject> problem) {
        JavaFileObject source = problem.getSource();
        if (source == null) {
            return "";
        }
        Path file = folder.toAbsolutePath().relativize(Path.of(source.toUri()));
        return file + ":" + problem.getLineNumber() + ": ";
    }
}
