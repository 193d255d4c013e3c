package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.server.compiled.JavaCompiler;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The unit tests of the hooks of examples, in {@code src/cli/src/test/hooks} in folders with the names of the hooks: {@code a+b} has the
 * tests of the hooks {@code a} and {@code b} together.
 */
class HookUnitTestsTest {

    private static final Path TESTS = Path.of("src/cli/src/test/hooks");

    /** Classes of the default package, as a project of a user may have them. */
    private static final class Classes extends ClassLoader {
        private final Map<String, byte[]> files;
        private final List<Path> resources;

        private Classes(Map<String, byte[]> files, List<Path> resources) {
            super(HookUnitTestsTest.class.getClassLoader());
            this.files = files;
            this.resources = resources;
        }

        /** The files of the hooks, as they are in {@code src/main/resources} of a project. */
        @Override
        protected @Nullable URL findResource(String name) {
            for (Path folder : resources) {
                if (Files.exists(folder.resolve(name))) {
                    try {
                        return folder.resolve(name).toUri().toURL();
                    } catch (MalformedURLException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
            return null;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] file = files.get(name);
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, file, 0, file.length);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static List<Path> sources(Path folder) throws IOException {
        return files(folder).stream()
                .filter(file -> file.toString().endsWith(".java"))
                .toList();
    }

    @TestFactory
    Stream<DynamicContainer> theUnitTestsOfAHookPass() throws IOException {
        return files(TESTS).stream()
                .map(folder ->
                        DynamicContainer.dynamicContainer(folder.getFileName().toString(), tests(folder).stream()));
    }

    private static List<DynamicTest> tests(Path folder) {
        try {
            List<Path> hooks = Stream.of(folder.getFileName().toString().split("\\+"))
                    .map(Path.of("hooks")::resolve)
                    .toList();
            List<Path> sources = new ArrayList<>(sources(folder));
            for (Path hook : hooks) {
                sources.addAll(sources(hook));
            }
            Classes classes = new Classes(
                    JavaCompiler.compile(Path.of(""), sources, List.of(jar(Test.class), jar(Assertions.class))), hooks);
            List<DynamicTest> tests = new ArrayList<>();
            for (Path source : sources(folder)) {
                String name = source.getFileName().toString().replace(".java", "");
                if (name.endsWith("Test")) {
                    tests.addAll(tests(classes.loadClass(name)));
                }
            }
            assertThat(tests).isNotEmpty();
            return tests;
        } catch (IOException | ReflectiveOperationException | URISyntaxException e) {
            throw new AssertionError(folder.toString(), e);
        }
    }

    private static List<DynamicTest> tests(Class<?> type) throws NoSuchMethodException {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return Stream.of(type.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .map(method -> DynamicTest.dynamicTest(
                        type.getSimpleName() + "#" + method.getName(), () -> run(method, constructor.newInstance())))
                .toList();
    }

    private static Path jar(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static void run(Method test, Object instance) throws Throwable {
        test.setAccessible(true);
        try {
            test.invoke(instance);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
