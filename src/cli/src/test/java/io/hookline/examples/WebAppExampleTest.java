package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.Json;
import io.hookline.server.Bench;
import io.hookline.server.call.HookSettings;
import io.hookline.testing.Difference;
import io.hookline.testing.FixtureRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The example webapp in Java and in Python: its size, and equal answers. */
class WebAppExampleTest {

    private static final Path JAVA = Path.of("hooks/webapp");
    private static final Path PYTHON = Path.of("hooks/webapp-python/sync.py");

    private static List<Path> files(Path folder, String suffix) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
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
