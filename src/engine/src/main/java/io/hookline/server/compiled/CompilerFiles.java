package io.hookline.server.compiled;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.tools.DiagnosticListener;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.JavaFileObject.Kind;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import org.jspecify.annotations.Nullable;

/** The files that the compiler sees: the shared classes of this process, and the libraries of the hook. */
final class CompilerFiles extends ForwardingJavaFileManager<StandardJavaFileManager> {

    private final StandardJavaFileManager shared;

    /**
     * Finds the files.
     *
     * @param shared the class path of this process: for all hooks, since it indexes each jar when it is first used
     */
    CompilerFiles(
            javax.tools.JavaCompiler compiler,
            DiagnosticListener<? super JavaFileObject> problems,
            StandardJavaFileManager shared,
            List<Path> libraries)
            throws IOException {
        super(compiler.getStandardFileManager(problems, Locale.ROOT, StandardCharsets.UTF_8));
        fileManager.setLocationFromPaths(StandardLocation.CLASS_PATH, libraries);
        this.shared = shared;
    }

    Iterable<? extends JavaFileObject> sources(List<Path> files) {
        return fileManager.getJavaFileObjectsFromPaths(files);
    }

    /** Lists classes of this process first, since they are also used at run time. */
    @Override
    public Iterable<JavaFileObject> list(Location location, String packageName, Set<Kind> kinds, boolean recurse)
            throws IOException {
        if (location != StandardLocation.CLASS_PATH) {
            return super.list(location, packageName, kinds, recurse);
        }
        List<JavaFileObject> found = new ArrayList<>();
        if (SharedClasses.contains(packageName)) {
            synchronized (shared) {
                shared.list(location, packageName, kinds, recurse).forEach(found::add);
            }
        }
        super.list(location, packageName, kinds, recurse).forEach(found::add);
        return found;
    }

    @Override
    public @Nullable String inferBinaryName(Location location, JavaFileObject file) {
        String name = super.inferBinaryName(location, file);
        if (name != null || location != StandardLocation.CLASS_PATH) {
            return name;
        }
        synchronized (shared) {
            return shared.inferBinaryName(location, file);
        }
    }
}
