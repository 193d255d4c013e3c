package io.hookline;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.hookline.cli.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The code that tests of the architecture look at. */
final class Code {

    static final String ROOT = "io.hookline";
    private static final Path MAIN = Path.of("src/main/java");
    private static final Path TEST = Path.of("src/test/java");
    static final JavaClasses PRODUCT = classesBeside(Main.class);
    static final JavaClasses TESTS = classesBeside(Code.class);

    private Code() {}

    /** All of one output folder: a search of the whole class path takes many times as long. */
    private static JavaClasses classesBeside(Class<?> one) {
        return new ClassFileImporter()
                .importUrl(one.getProtectionDomain().getCodeSource().getLocation());
    }

    /** The room of a class, such as {@code local.http}: its whole package below the root. Empty outside of all. */
    static String packageOf(JavaClass type) {
        String name = type.getPackageName();
        return name.length() <= ROOT.length() ? "" : name.substring(ROOT.length() + 1);
    }

    /** The files of the product. */
    static Stream<Path> sources() throws IOException {
        return sources(MAIN);
    }

    /** The files of the tests. */
    static Stream<Path> testSources() throws IOException {
        return sources(TEST);
    }

    /** The files of the product and of its tests. */
    static Stream<Path> allSources() throws IOException {
        return Stream.concat(sources(MAIN), sources(TEST));
    }

    private static Stream<Path> sources(Path folder) throws IOException {
        return Files.walk(folder).filter(file -> file.toString().endsWith(".java"));
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
