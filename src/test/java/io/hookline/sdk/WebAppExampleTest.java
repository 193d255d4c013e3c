package io.hookline.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.Json;
import io.hookline.server.Bench;
import io.hookline.server.call.HookSettings;
import io.hookline.server.compiled.JavaCompiler;
import io.hookline.testing.Difference;
import io.hookline.testing.FixtureRunner;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The example webapp in Java and in Python: its size, its unit test, and equal answers. */
class WebAppExampleTest {

    private static final Path JAVA = Path.of("hooks/webapp");
    private static final Path PYTHON = Path.of("hooks/webapp-python/sync.py");
    private static final Path UNIT_TEST = Path.of("src/test/hooks/webapp/WebAppHookTest.java");

    /** Classes of the default package, as a project of a user may have them. */
    private static final class Classes extends ClassLoader {
        private final Map<String, byte[]> files;

        private Classes(Map<String, byte[]> files) {
            super(WebAppExampleTest.class.getClassLoader());
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

        /** The files of the hook, as they are in {@code src/main/resources} of a project. */
        @Override
        protected URL findResource(String name) {
            try {
                Path file = JAVA.resolve(name);
                return Files.exists(file) ? file.toUri().toURL() : null;
            } catch (MalformedURLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static List<Path> files(Path folder, String suffix) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }

    @TestFactory
    Stream<DynamicTest> theUnitTestOfTheHookPasses() throws Exception {
        List<Path> sources = new ArrayList<>(files(JAVA, ".java"));
        sources.add(UNIT_TEST);
        List<Path> libraries = List.of(jarOf(Test.class), jarOf(Assertions.class));
        Class<?> test = new Classes(JavaCompiler.compile(Path.of(""), sources, libraries)).loadClass("WebAppHookTest");
        var constructor = test.getDeclaredConstructor();
        constructor.setAccessible(true);
        List<Method> methods = Stream.of(test.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .toList();
        assertThat(methods).hasSize(4);
        return methods.stream()
                .map(method -> DynamicTest.dynamicTest(method.getName(), () -> run(method, constructor.newInstance())));
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

    @TestFactory
    Stream<DynamicTest> bothHooksAnswerTheSame() throws Exception {
        List<Path> requests = files(JAVA.resolve("fixtures"), ".request.json");
        assertThat(requests).hasSizeGreaterThanOrEqualTo(5);
        return requests.stream()
                .map(request -> DynamicTest.dynamicTest(
                        request.getFileName().toString(),
                        () -> assertThat(Difference.between(inJava(request), inPython(request)))
                                .isEmpty()));
    }

    private static JsonNode inJava(Path request) throws Exception {
        try (Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)))) {
            HookReply reply = bench.loader.load(JAVA).call(HookType.SYNC, Files.readAllBytes(request));
            assertThat(reply).isInstanceOf(HookReply.Answered.class);
            return ((HookReply.Answered) reply).body().tree();
        }
    }

    private static JsonNode inPython(Path request) throws Exception {
        ProcessBuilder python = new ProcessBuilder("python3", PYTHON.toString())
                .redirectInput(request.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        python.environment().put("HOOKLINE_NOW", FixtureRunner.NOW.toString());
        Process process = python.start();
        byte[] answer = process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).isZero();
        return Json.parse(answer);
    }

    /** All of it: imports, the records of spec and status, and what builds the children, the status and the condition. */
    @Test
    void theJavaOfTheHookHasAtMostSixtyLines() throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path source : files(JAVA, ".java")) {
            lines.addAll(Files.readAllLines(source));
        }

        assertThat(lines).hasSizeBetween(30, 60);
    }
}
