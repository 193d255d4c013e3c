package io.hookline.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.server.compiled.JavaCompiler;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The unit tests of the hooks of the examples: each is compiled with the sources of its hook, as in a project of a user. */
class HookUnitTestsTest {

    private static final Path TESTS = Path.of("src/test/hooks");

    /** Classes of the default package. */
    private static final class Classes extends ClassLoader {
        private final Map<String, byte[]> files;

        private Classes(Map<String, byte[]> files) {
            super(HookUnitTestsTest.class.getClassLoader());
            this.files = files;
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

    @ParameterizedTest
    @ValueSource(strings = {"certificate"})
    void theHookHasAUnitTest(String hook) {
        assertThat(TESTS.resolve(hook)).isNotEmptyDirectory();
    }

    @TestFactory
    Stream<DynamicNode> theUnitTestsPass() throws Exception {
        List<DynamicNode> tests = new ArrayList<>();
        for (Path folder : list(TESTS)) {
            List<Path> own = list(folder);
            List<Path> sources = new ArrayList<>(own);
            list(Path.of("hooks").resolve(folder.getFileName())).stream()
                    .filter(file -> file.toString().endsWith(".java"))
                    .forEach(sources::add);
            List<Path> libraries = List.of(jarOf(Test.class), jarOf(Assertions.class));
            Classes classes = new Classes(JavaCompiler.compile(Path.of(""), sources, libraries));
            for (Path file : own) {
                Class<?> test = classes.loadClass(file.getFileName().toString().replace(".java", ""));
                methods(test).forEach(method -> tests.add(dynamicTest(folder.getFileName() + " ", method)));
            }
        }
        return tests.stream();
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static Path jarOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static Stream<Method> methods(Class<?> test) {
        return Stream.of(test.getDeclaredMethods()).filter(method -> method.isAnnotationPresent(Test.class));
    }

    private static DynamicTest dynamicTest(String prefix, Method method) {
        return DynamicTest.dynamicTest(prefix + method.getName(), () -> run(method));
    }

    private static void run(Method method) throws Throwable {
        Constructor<?> constructor = method.getDeclaringClass().getDeclaredConstructor();
        constructor.setAccessible(true);
        method.setAccessible(true);
        try {
            method.invoke(constructor.newInstance());
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
