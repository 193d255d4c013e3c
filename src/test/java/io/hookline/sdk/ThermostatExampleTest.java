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
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The rule of the thermostat and the physics of its room, which are compiled together with their unit test. */
class ThermostatExampleTest {

    private static final Path UNIT_TEST = Path.of("src/test/hooks/thermostat/ThermostatPlotTest.java");

    @TestFactory
    Stream<DynamicTest> theUnitTestOfTheHooksPasses() throws Exception {
        List<Path> sources = new ArrayList<>(sources(Path.of("hooks/thermostat")));
        sources.addAll(sources(Path.of("hooks/room")));
        sources.add(UNIT_TEST);
        Map<String, byte[]> classes =
                JavaCompiler.compile(Path.of(""), sources, List.of(jarOf(Test.class), jarOf(Assertions.class)));
        Class<?> test = new Classes(classes).loadClass("ThermostatPlotTest");
        Constructor<?> constructor = test.getDeclaredConstructor();
        constructor.setAccessible(true);
        List<Method> methods = Stream.of(test.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .toList();
        assertThat(methods).hasSize(3);
        return methods.stream()
                .map(method -> DynamicTest.dynamicTest(method.getName(), () -> run(method, constructor.newInstance())));
    }

    private static List<Path> sources(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }

    private static Path jarOf(Class<?> type) throws URISyntaxException {
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

    /** Classes of the default package, as a project of a user may have them. */
    private static final class Classes extends ClassLoader {
        private final Map<String, byte[]> files;

        private Classes(Map<String, byte[]> files) {
            super(ThermostatExampleTest.class.getClassLoader());
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
}
