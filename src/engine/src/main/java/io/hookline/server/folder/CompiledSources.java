package io.hookline.server.folder;

import static java.util.Objects.requireNonNull;

import io.hookline.hook.protocol.HookException;
import io.hookline.object.FileFailure;
import io.hookline.server.compiled.HookClassLoader;
import io.hookline.server.compiled.HookClassPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The Java sources of one hook, compiled and ready to load, without an instance of a hook.
 *
 * @param type the binary name of the class that a source file is named after
 * @param loader loads that class and those that it uses
 * @param files all sources of the hook
 */
public record CompiledSources(String type, ClassLoader loader, List<Path> files) {

    private static final Pattern PACKAGE = Pattern.compile("^\\s*package\\s+([\\w.]+)\\s*;", Pattern.MULTILINE);

    /**
     * Compiles the sources that a file belongs to: those of its Maven project, or else of its hook folder.
     *
     * @throws HookException with file and line of each error
     */
    public static CompiledSources of(Path file) {
        Path source = file.toAbsolutePath().normalize();
        String packageName = packageOf(source);
        HookSource hook = sourceOf(source, packageName);
        List<Path> sources = hook.files().stream()
                .filter(one -> one.toString().endsWith(".java"))
                .toList();
        HookClassPath classPath = hook.classPath();
        HookClassLoader loader =
                new HookClassLoader(hook.name(), HookLoader.compile(hook.folder(), sources, classPath), classPath);
        String name = source.getFileName().toString();
        String simple = name.substring(0, name.length() - ".java".length());
        return new CompiledSources(packageName.isEmpty() ? simple : packageName + "." + simple, loader, sources);
    }

    private static String packageOf(Path source) {
        try {
            Matcher declaration = PACKAGE.matcher(Files.readString(source));
            return declaration.find() ? declaration.group(1) : "";
        } catch (IOException e) {
            throw new HookException("cannot read " + FileFailure.at(source, e), e);
        }
    }

    private static HookSource sourceOf(Path source, String packageName) {
        for (Path folder = source.getParent(); folder != null; folder = folder.getParent()) {
            if (MavenLayout.isIn(folder) && MavenLayout.sources(folder).contains(source)) {
                return HookSource.of(folder);
            }
        }
        Path folder = requireNonNull(source.getParent());
        for (int i = packageName.isEmpty() ? 0 : packageName.split("\\.", -1).length; i > 0; i--) {
            folder = Objects.requireNonNullElse(folder.getParent(), folder);
        }
        boolean directlyInIt = folder.equals(source.getParent());
        return new HookSource(String.valueOf(folder.getFileName()), folder, directlyInIt && hasManifests(folder));
    }

    /** Beside manifests, only files directly in the folder belong to the hook, as in {@code hookline dev}. */
    private static boolean hasManifests(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> file.toString().endsWith(".yaml"));
        } catch (IOException e) {
            throw new HookException("cannot read " + FileFailure.at(folder, e), e);
        }
    }
}
