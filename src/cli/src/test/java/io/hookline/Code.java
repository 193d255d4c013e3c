package io.hookline;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.hookline.cli.Main;
import io.hookline.cluster.Cluster;
import io.hookline.hook.SyncHook;
import io.hookline.testing.FixtureRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The code that tests of the architecture look at. */
final class Code {

    static final String ROOT = "io.hookline";
    private static final List<String> MODULES = List.of("sdk", "engine", "testing", "cli");
    static final JavaClasses PRODUCT =
            classesBeside(List.of(SyncHook.class, Cluster.class, FixtureRunner.class, Main.class));

    private Code() {}

    /** All of some output folders or jars: a search of the whole class path takes many times as long. */
    private static JavaClasses classesBeside(List<Class<?>> ones) {
        return new ClassFileImporter()
                .importUrls(ones.stream()
                        .map(one -> one.getProtectionDomain().getCodeSource().getLocation())
                        .toList());
    }

    /** The room of a class, such as {@code local.http}: its whole package below the root. Empty outside of all. */
    static String packageOf(JavaClass type) {
        String name = type.getPackageName();
        return name.length() <= ROOT.length() ? "" : name.substring(ROOT.length() + 1);
    }

    /** The files of the product. */
    static Stream<Path> sources() throws IOException {
        return sources("src/main/java");
    }

    /** The files of the tests. */
    static Stream<Path> testSources() throws IOException {
        return sources("src/test/java");
    }

    /** The files of the product and of its tests. */
    static Stream<Path> allSources() throws IOException {
        return Stream.concat(sources(), testSources());
    }

    /** The compiled classes of the tests, for rules that can do without {@link JavaClasses}, whose import takes seconds. */
    static List<ClassModel> testClasses() throws IOException {
        try (Stream<Path> files = files("target/test-classes", ".class")) {
            return files.map(Code::parse).toList();
        }
    }

    private static ClassModel parse(Path file) {
        try {
            return ClassFile.of().parse(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> sources(String folder) throws IOException {
        return files(folder, ".java");
    }

    private static Stream<Path> files(String folder, String suffix) throws IOException {
        Stream<Path> all = Stream.empty();
        for (String module : MODULES) {
            Path files = Path.of("src", module, folder);
            if (Files.isDirectory(files)) {
                all = Stream.concat(all, Files.walk(files));
            }
        }
        return all.filter(file -> file.toString().endsWith(suffix));
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
