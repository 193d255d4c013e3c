package io.hookline.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.codec.RequestCodec;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Asks a hook what its fixtures ask, without a server: {@code fixtures/<case>.request.json} must be answered with
 * {@code fixtures/<case>.answer.json}, compared as JSON.
 *
 * <p>What a case asks is told by its request: without children or attachments it is customize; with
 * {@code "finalizing": true} it is finalize; else it is sync. A hook that wants to be asked later answers
 * {@code {"retryAfterSeconds": 5}} here. Each case is asked twice, since equal requests must give equal bytes.
 *
 * <pre>{@code
 * FixtureReport report = FixtureRunner.run(
 *         Path.of("hooks/hello"), JavaHook.of(InstantSource.fixed(FixtureRunner.NOW), new HelloHook()));
 * assertThat(report.passed()).as(report.toString()).isTrue();
 * }</pre>
 */
public final class FixtureRunner {

    /** What hooks should be given as the time, so that what they answer can be written down. */
    public static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private static final String REQUEST = ".request.json";
    private static final String ANSWER = ".answer.json";

    private final Path fixtures;
    private final HookProgram hook;

    private FixtureRunner(Path fixtures, HookProgram hook) {
        this.fixtures = fixtures;
        this.hook = hook;
    }

    /**
     * Runs all cases of a hook's folder, sorted by name.
     *
     * @throws InterruptedException if the caller is stopped meanwhile
     */
    public static FixtureReport run(Path folder, HookProgram hook) throws InterruptedException {
        FixtureRunner runner = new FixtureRunner(folder.resolve("fixtures"), hook);
        List<FixtureReport.Case> cases = new ArrayList<>();
        for (String name : runner.names()) {
            cases.add(runner.run(name));
        }
        return new FixtureReport(cases);
    }

    /** An answer without request is a case too, a failing one. */
    private List<String> names() {
        if (!Files.isDirectory(fixtures)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(fixtures)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(REQUEST) || file.endsWith(ANSWER))
                    .map(file -> file.replace(REQUEST, "").replace(ANSWER, ""))
                    .distinct()
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private FixtureReport.Case run(String name) throws InterruptedException {
        try {
            byte[] request = Files.readAllBytes(fixtures.resolve(name + REQUEST));
            HookType type =
                    read(name + REQUEST, () -> RequestCodec.decode(request).type());
            JsonText first = ask(type, request);
            JsonText second = ask(type, request);
            Path answer = fixtures.resolve(name + ANSWER);
            if (!Files.exists(answer)) {
                return FixtureReport.Case.failed(
                        name, "there is no file " + answer + "; the hook answers\n  " + GoJson.text(first.tree()));
            }
            byte[] wanted = Files.readAllBytes(answer);
            JsonNode expected = read(name + ANSWER, () -> Json.parse(wanted));
            return new FixtureReport.Case(name, Difference.between(expected, first.tree()), first.equals(second), "");
        } catch (NoSuchFileException e) {
            return FixtureReport.Case.failed(name, "there is no file " + e.getMessage());
        } catch (IOException | DecodeException | HookException e) {
            return FixtureReport.Case.failed(name, String.valueOf(e.getMessage()));
        }
    }

    /** With the file's name in front of what is wrong in it. */
    private static <T> T read(String file, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (DecodeException e) {
            throw new HookException(file + ": " + e.getMessage(), e);
        }
    }

    private JsonText ask(HookType type, byte[] request) throws InterruptedException {
        if (!hook.types().contains(type)) {
            throw new HookException("this is a " + type.text() + " request, which the hook does not answer");
        }
        return switch (hook.call(type, request)) {
            case HookReply.Answered(var body) -> body;
            case HookReply.Later(var after) ->
                JsonText.of("{\"retryAfterSeconds\":"
                        + after.map(Duration::toSeconds).orElse(0L) + "}");
        };
    }
}
