package io.hookline.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.codec.RequestCodec;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
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
 * Calls a hook with its fixtures, without a server. The answer to {@code fixtures/<case>.request.json} must equal
 * {@code fixtures/<case>.answer.json}, compared as JSON.
 *
 * <p>The request decides the type of the call: without children or attachments it is customize; with
 * {@code "finalizing": true} it is finalize; otherwise it is sync. A hook that requests a later call answers
 * {@code {"retryAfterSeconds": 5}} here. The hook is called twice for each case, since equal requests must get equal bytes.
 *
 * <pre>{@code
 * FixtureReport report = FixtureRunner.run(
 *         Path.of("hooks/hello"), JavaHook.of(InstantSource.fixed(FixtureRunner.NOW), new HelloHook()));
 * assertThat(report.passed()).as(report.toString()).isTrue();
 * }</pre>
 */
public final class FixtureRunner {

    /** The fixed time for hooks, so that their answers do not change. */
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
     * @throws InterruptedException if the calling thread is interrupted
     */
    public static FixtureReport run(Path folder, HookProgram hook) throws InterruptedException {
        FixtureRunner runner = new FixtureRunner(folder.resolve("fixtures"), hook);
        List<FixtureReport.Case> cases = new ArrayList<>();
        for (String name : runner.names()) {
            cases.add(runner.run(name));
        }
        return new FixtureReport(cases);
    }

    /** The names of all cases. An answer without a request is a case too; it fails. */
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
            HookRequest decoded = read(name + REQUEST, () -> RequestCodec.decode(request));
            JsonText first = call(decoded.type(), request);
            JsonText second = call(decoded.type(), request);
            List<AnswerFields.Unknown> unknown =
                    AnswerFields.unknown(first.tree(), decoded.controllerType(), decoded.type());
            Path answer = fixtures.resolve(name + ANSWER);
            if (!Files.exists(answer)) {
                return FixtureReport.Case.failed(
                        name, "missing file " + answer + "; the hook answers\n  " + GoJson.text(first.tree()));
            }
            byte[] wanted = Files.readAllBytes(answer);
            JsonNode expected = read(name + ANSWER, () -> Json.parse(wanted));
            return new FixtureReport.Case(
                    name, Difference.between(expected, first.tree()), first.equals(second), unknown, "");
        } catch (NoSuchFileException e) {
            return FixtureReport.Case.failed(name, "missing file " + e.getMessage());
        } catch (IOException | DecodeException | HookException e) {
            return FixtureReport.Case.failed(name, String.valueOf(e.getMessage()));
        }
    }

    /** Adds the file's name to an error. */
    private static <T> T read(String file, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (DecodeException e) {
            throw new HookException(file + ": " + e.getMessage(), e);
        }
    }

    private JsonText call(HookType type, byte[] request) throws InterruptedException {
        if (!hook.types().contains(type)) {
            throw new HookException("the request is of type " + type.text() + ", but the hook does not implement it");
        }
        return switch (reply(type, request)) {
            case HookReply.Answered(var body) -> body;
            case HookReply.Later(var after) ->
                JsonText.of("{\"" + AnswerFields.LATER + "\":"
                        + after.map(Duration::toSeconds).orElse(0L) + "}");
        };
    }

    /** A hook that is refused or stopped by a limit, such as that of time, fails its case only. */
    private HookReply reply(HookType type, byte[] request) throws InterruptedException {
        try {
            return hook.call(type, request);
        } catch (HookException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new HookException(String.valueOf(e.getMessage()), e);
        }
    }
}
