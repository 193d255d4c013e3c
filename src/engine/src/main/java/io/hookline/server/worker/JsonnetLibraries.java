package io.hookline.server.worker;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The class path of the processes that evaluate Jsonnet. */
final class JsonnetLibraries {

    /** Its class is in the jar of the commands, and loaded by those processes only. */
    static final String MAIN = "io.hookline.server.worker.jsonnet.JsonnetWorker";

    private JsonnetLibraries() {}

    /** The libraries are in a folder beside the jars of Hookline, or on the class path of a test. */
    static Optional<String> classPath() {
        Path own = own();
        Path libraries = own.resolveSibling("jsonnet");
        if (Files.isDirectory(libraries)) {
            return Optional.of(jars(own) + File.pathSeparator + libraries.resolve("*"));
        }
        return Optional.of(System.getProperty("java.class.path"))
                .filter(path -> path.contains("sjsonnet"))
                .map(JsonnetLibraries::absolute);
    }

    /**
     * Those of Hookline; and the interpreter cannot be linked without a YAML reader. It gets the one of the server, in the server's
     * version.
     */
    private static String jars(Path own) {
        Path folder = Objects.requireNonNull(own.getParent(), "a jar is in a folder");
        try (Stream<Path> jars = Files.list(folder)) {
            return jars.filter(jar -> jar.getFileName().toString().matches("(hookline|snakeyaml)-.*\\.jar"))
                    .sorted()
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String absolute(String classPath) {
        return Stream.of(classPath.split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path own() {
        try {
            return Path.of(JsonnetLibraries.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
