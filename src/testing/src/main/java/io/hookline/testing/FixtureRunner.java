package io.hookline.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.codec.AdmissionCodec;
import io.hookline.hook.codec.RequestCodec;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookTime;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.FileFailure;
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
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Calls a hook with its fixtures, without a server. The answer to {@code fixtures/<case>.request.json} must equal
 * {@code fixtures/<case>.answer.json}, compared as JSON.
 *
 * <p>The request decides the type of the call: without children or attachments it is customize; with
 * {@code "finalizing": true} it is finalize; otherwise it is sync. A hook that requests a later call answers
 * {@code {"retryAfterSeconds": 5}} here. The hook is called twice for each case, since equal requests must get equal bytes. Then it is
 * called with its own results, which is a warning if it changes the same field with each call.
 *
 * <p>The request of a validate or mutate hook is what the hook gets: an object with {@code operation}, {@code object} and
 * {@code oldObject}. The name of its case begins with the type, such as {@code validate-no-host}.
 *
 * <p>The hook gets a fixed time, in place of that of its clock: {@link #NOW}, or the time in the field {@code now} of
 * the request, which is not sent.
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

    /** The field of a request with the time of a case. */
    public static final String TIME_FIELD = "now";

    private final Path folder;
    private final Path fixtures;
    private final HookProgram hook;

    private FixtureRunner(Path folder, HookProgram hook) {
        this.folder = folder;
        this.fixtures = folder.resolve("fixtures");
        this.hook = hook;
    }

    /** The file with the request of a case. */
    public static Path requestFile(Path folder, String name) {
        return folder.resolve("fixtures").resolve(name + REQUEST);
    }

    /** The file with the expected answer of a case. */
    public static Path answerFile(Path folder, String name) {
        return folder.resolve("fixtures").resolve(name + ANSWER);
    }

    /**
     * Runs all cases of a hook's folder, sorted by name.
     *
     * @throws InterruptedException if the calling thread is interrupted
     */
    public static FixtureReport run(Path folder, HookProgram hook) throws InterruptedException {
        FixtureRunner runner = new FixtureRunner(folder, hook);
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
            Question question = read(name + REQUEST, () -> question(name));
            JsonText first = call(question);
            JsonText second = call(question);
            Optional<String> unstable = first.equals(second) ? Optional.empty() : Optional.of(change(first, second));
            return compared(
                    name,
                    question,
                    first,
                    unstable,
                    unstable.isEmpty() ? unsettled(question, first) : Optional.empty());
        } catch (NoSuchFileException e) {
            return FixtureReport.Case.failed(name, "missing file " + e.getMessage());
        } catch (IOException | DecodeException | HookException e) {
            return FixtureReport.Case.failed(name, FileFailure.text(e));
        }
    }

    /** Where two answers to the same request differ first. */
    private static String change(JsonText first, JsonText second) {
        return Difference.between(first.tree(), second.tree()).stream()
                .findFirst()
                .map(change -> change.place() + " is " + change.expected() + ", then " + change.seen())
                .orElse("fields or numbers are written in another way");
    }

    /**
     * A request without its time.
     *
     * @param decoded empty for an admission
     */
    private record Question(HookType type, Optional<HookRequest> decoded, JsonText request, Instant now) {}

    private Question question(String name) throws IOException {
        byte[] request = Files.readAllBytes(fixtures.resolve(name + REQUEST));
        Json.parse(request); // its error has the line
        Optional<HookType> admission = admission(name, request);
        Optional<HookRequest> decoded =
                admission.isPresent() ? Optional.empty() : Optional.of(RequestCodec.decode(request));
        HookType type = admission.or(() -> decoded.map(HookRequest::type)).orElseThrow();
        ObjectNode tree = Json.object(request);
        JsonNode now = tree.remove(TIME_FIELD);
        return now == null
                ? new Question(type, decoded, new JsonText(request), NOW)
                : new Question(type, decoded, new JsonText(GoJson.bytes(tree)), time(now));
    }

    /** The type of a request of an admission, which only the name of its case has; empty for another request. */
    private static Optional<HookType> admission(String name, byte[] request) {
        RequestCodec.requireJson(request);
        if (!Json.object(request).has("operation")) {
            return Optional.empty();
        }
        HookType type = Stream.of(HookType.VALIDATE, HookType.MUTATE)
                .filter(each -> name.equals(each.text()) || name.startsWith(each.text() + "-"))
                .findFirst()
                .orElseThrow(() -> new HookException("the request is of an admission, since it has the field"
                        + " \"operation\": the name of the case must begin with validate- or mutate-"));
        RequestCodec.require(type, request);
        return Optional.of(type);
    }

    private static Instant time(JsonNode now) {
        try {
            return HookTime.parse(now.asText());
        } catch (IllegalArgumentException e) {
            throw new DecodeException(FieldPath.ROOT.field(TIME_FIELD), String.valueOf(e.getMessage()));
        }
    }

    /** What changes without end if the hook is called with its own results; a sync only, since what is finalized goes away. */
    private Optional<String> unsettled(Question question, JsonText answer) throws InterruptedException {
        JsonNode first = answer.tree();
        if (question.type() != HookType.SYNC || !first.isObject() || AnswerFields.isLater(first)) {
            return Optional.empty();
        }
        SettlingRun run = new SettlingRun(
                question.decoded().orElseThrow().controllerType(),
                next -> answerOf(reply(HookType.SYNC, new JsonText(GoJson.bytes(next)), question.now()))
                        .tree());
        try {
            return run.unsettled(Json.object(question.request().raw()), first);
        } catch (HookException | DecodeException _) {
            return Optional.empty(); // the request is not one of the user's
        }
    }

    private FixtureReport.Case compared(
            String name, Question question, JsonText returned, Optional<String> unstable, Optional<String> unsettled)
            throws IOException {
        JsonNode answer = returned.tree();
        List<Difference> differences = List.of();
        String error = "";
        try {
            Optional<JsonNode> expected = read(name + ANSWER, () -> AnswerFile.read(answerFile(folder, name)));
            differences = expected.map(wanted -> Difference.between(RedactedAnswer.filled(wanted, answer), answer))
                    .orElse(differences);
            error = expected.isPresent() ? "" : missing(name, answer);
        } catch (HookException e) {
            error = String.valueOf(e.getMessage()); // the file is not JSON
        }
        List<AnswerFields.Unknown> unknown = question.decoded()
                .map(request -> AnswerFields.unknown(answer, request.controllerType(), request.type()))
                .orElse(List.of());
        return new FixtureReport.Case(name, differences, unstable, unknown, unsettled, error, Optional.of(returned));
    }

    private String missing(String name, JsonNode answer) {
        Path file = answerFile(folder, name);
        return (Files.exists(file) ? "empty file " : "missing file ") + file
                + ": run `hookline test-hook --write " + folder + "` to store what the hook returned:\n"
                + AnswerFile.beginning(answer, "    ");
    }

    /** Reads a file. */
    private interface Reader<T> {
        T read() throws IOException;
    }

    /** Adds the file's name to an error. */
    private static <T> T read(String file, Reader<T> reader) throws IOException {
        try {
            return reader.read();
        } catch (DecodeException e) {
            throw new HookException(file + ": " + e.getMessage(), e);
        }
    }

    private JsonText call(Question question) throws InterruptedException {
        HookType type = question.type();
        if (!hook.types().contains(type)) {
            throw new HookException("the request is of type " + type.text() + ", but the hook does not implement it");
        }
        JsonText answer = answerOf(reply(type, question.request(), question.now()));
        if (type.isAdmission()) {
            AdmissionCodec.requireAnswer(type, answer);
        }
        return answer;
    }

    /** What the answer file of a case has for this reply. */
    public static JsonText answerOf(HookReply reply) {
        return switch (reply) {
            case HookReply.Answered(var body, var _) -> body;
            case HookReply.Later(var after) ->
                JsonText.of("{\"" + AnswerFields.LATER + "\":"
                        + after.map(Duration::toSeconds).orElse(0L) + "}");
        };
    }

    /** A hook that is refused or stopped by a limit, such as that of time, fails its case only. */
    private HookReply reply(HookType type, JsonText request, Instant now) throws InterruptedException {
        try {
            return hook.call(type, request.raw(), Optional.of(now));
        } catch (HookException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new HookException(String.valueOf(e.getMessage()), e);
        }
    }
}
