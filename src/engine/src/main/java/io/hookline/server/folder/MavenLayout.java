package io.hookline.server.folder;

import io.hookline.hook.protocol.HookException;
import io.hookline.object.FileFailure;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of a hook in a Maven project: its sources, its resources, and the libraries that Maven has resolved.
 *
 * <p>Maven does not run here. The project's build writes the class path to {@code target/hookline.classpath}.
 */
final class MavenLayout {

    private static final String CLASS_PATH = "target/hookline.classpath";

    /** What the compiler reports of a package that no library has. */
    private static final Pattern MISSING_LIBRARY = Pattern.compile("package \\S+ does not exist");

    private MavenLayout() {}

    /** Whether a folder is a Maven project with Java sources. */
    static boolean isIn(Path folder) {
        return Files.isRegularFile(folder.resolve("pom.xml")) && Files.isDirectory(sourceFolder(folder));
    }

    /** The Maven project whose Java sources are in a folder; empty if it is another folder. */
    static Optional<Path> projectOf(Path sources) {
        Path folder = sources.toAbsolutePath().normalize();
        return folder.endsWith("src/main/java")
                ? Optional.of(folder.resolve("../../..").normalize()).filter(MavenLayout::isIn)
                : Optional.empty();
    }

    private static Path sourceFolder(Path folder) {
        return folder.resolve("src/main/java");
    }

    /** The folder of the resources. */
    static Path resourceFolder(Path folder) {
        return folder.resolve("src/main/resources");
    }

    /** All sources, sorted by path. */
    static List<Path> sources(Path folder) {
        return filesIn(sourceFolder(folder)).stream()
                .filter(file -> file.toString().endsWith(".java"))
                .toList();
    }

    /** The files whose change loads the hook again, except for libraries. */
    static List<Path> files(Path folder) {
        Path classPath = folder.resolve(CLASS_PATH);
        return Stream.of(
                        sources(folder).stream(),
                        filesIn(resourceFolder(folder)).stream(),
                        Stream.of(classPath).filter(Files::isRegularFile))
                .flatMap(files -> files)
                .toList();
    }

    /** All files in a folder and its sub-folders, sorted by path; none if it does not exist. */
    static List<Path> filesIn(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException | UncheckedIOException e) {
            throw new HookException("cannot read " + FileFailure.at(folder, e), e);
        }
    }

    /** The jars and folders that Maven has resolved; none before the first build. */
    static List<Path> libraries(Path folder) {
        Path file = folder.resolve(CLASS_PATH);
        if (!Files.isRegularFile(file)) {
            return List.of();
        }
        try {
            return Files.readString(file)
                    .lines()
                    .flatMap(line -> Stream.of(line.split(File.pathSeparator)))
                    .map(String::strip)
                    .filter(entry -> !entry.isEmpty())
                    .map(entry -> folder.resolve(entry))
                    .toList();
        } catch (IOException e) {
            throw new HookException(file + " cannot be read: " + FileFailure.reason(e), e);
        }
    }

    /** What the author must do if an error of the compiler names a missing library; empty if that is not known. */
    static String hint(Path folder, String error) {
        return MISSING_LIBRARY.matcher(error).find() && isIn(folder) && !Files.exists(folder.resolve(CLASS_PATH))
                ? "\nthere is no " + CLASS_PATH
                        + ": if the hook uses libraries, run `mvn compile`, which writes that file"
                : "";
    }

    /** @throws HookException if a library does not exist */
    static void check(List<Path> libraries) {
        libraries.stream().filter(Files::notExists).findFirst().ifPresent(missing -> {
            throw new HookException(CLASS_PATH + " names " + missing
                    + ", which does not exist; run `mvn compile`, which writes that file again");
        });
    }
}
