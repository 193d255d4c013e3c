package io.hookline.server.compiled;

import io.hookline.hook.protocol.HookException;
import io.hookline.object.FileFailure;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * What a Java hook brings besides its sources.
 *
 * @param libraries jars, and folders of class files
 * @param resources folders with files that the hook reads by {@link Class#getResource}
 * @param files files beside the sources, which the hook reads in the same way by their relative paths
 */
public record HookClassPath(List<Path> libraries, List<Path> resources, Map<String, Path> files) {

    /** The class path of a hook that consists of its sources. */
    public static final HookClassPath EMPTY = new HookClassPath(List.of(), List.of(), Map.of());

    /**
     * Creates a class loader for the libraries and resources, which does not load any class yet.
     *
     * <p>Nothing closes it: a call of an earlier version of the hook may still load classes. The JVM closes the jars when no
     * class of them is in use.
     *
     * @param hook the name of the hook
     * @param shared the classes that the hook shares with this process; they are used instead of those in libraries
     */
    public ClassLoader loader(String hook, ClassLoader shared) {
        if (libraries.isEmpty() && resources.isEmpty()) {
            return shared;
        }
        URL[] urls = Stream.concat(resources.stream(), libraries.stream())
                .map(HookClassPath::url)
                .toArray(URL[]::new);
        return new LibraryLoader(hook, urls, shared);
    }

    private static URL url(Path entry) {
        try {
            return entry.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(entry + " has no URL", e);
        }
    }

    /**
     * Checks that all libraries can be read.
     *
     * @param folder the folder to which paths in messages are relative
     * @throws HookException with the path of the first library that cannot
     */
    public void check(Path folder) {
        for (Path library : libraries) {
            if (Files.isDirectory(library)) {
                continue;
            }
            try (JarFile jar = new JarFile(library.toFile())) {
                jar.getManifest();
            } catch (IOException e) {
                throw new HookException(
                        relative(folder, library) + ": not a valid jar: " + FileFailure.reason(e)
                                + "; replace or delete it",
                        e);
            }
        }
    }

    private static Path relative(Path folder, Path library) {
        Path absolute = folder.toAbsolutePath().normalize();
        Path target = library.toAbsolutePath().normalize();
        return target.startsWith(absolute) ? absolute.relativize(target) : target;
    }
}
