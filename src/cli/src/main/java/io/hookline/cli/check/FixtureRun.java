package io.hookline.cli.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cli.check.rule.AnswerFixture;
import io.hookline.cli.check.rule.Finding;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.codec.AnswerCodec;
import io.hookline.hook.codec.RequestCodec;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.FileFailure;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.server.folder.HookSource;
import io.hookline.testing.AnswerFields;
import io.hookline.testing.Difference;
import io.hookline.testing.FixtureReport;
import io.hookline.testing.FixtureRunner;
import io.hookline.testing.scenario.file.LocatedYaml;
import io.hookline.testing.scenario.file.ScenarioException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the hook of one folder answered to its fixtures.
 *
 * @param related the requests of its customize hook, if it has one and was called: by a fixture, or with the parents of
 *     the other fixtures if none is for customize
 * @param took the time of all calls
 */
record FixtureRun(HookSource source, FixtureReport report, Related related, Duration took) {

    /** The first line of the hook in a message: {@code sync.py:59 ValueError: ...}. */
    private static final Pattern PLACE = Pattern.compile("(?:^|(?<= at ))([\\w./-]+\\.\\w+):(\\d+)");

    /** The line of a mistake in the JSON of a request. */
    private static final Pattern LINE = Pattern.compile("^\\S+\\.request\\.json: .* at line (\\d+), column \\d+$");

    /**
     * What a customize hook answered to the parents in the fixtures of other hooks.
     *
     * @param answers by the file of the request
     * @param errors by the file of the request
     */
    record Related(Map<Path, Returned> answers, Map<Path, String> errors) {

        static final Related NONE = new Related(Map.of(), Map.of());
    }

    /** An answer with its request. */
    record Returned(HookRequest request, JsonNode answer) {}

    /** Calls hooks with their fixtures, several hooks at a time. Hooks that do not load are left out. */
    static List<FixtureRun> of(OpenProject project) throws InterruptedException {
        List<Callable<FixtureRun>> tasks = new ArrayList<>();
        for (HookSource source : project.sources()) {
            project.hooks().program(source.name()).ifPresent(program -> tasks.add(() -> of(source, program)));
        }
        List<FixtureRun> runs = new ArrayList<>();
        try (ExecutorService threads =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            for (Future<FixtureRun> run : threads.invokeAll(tasks)) {
                runs.add(run.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        return runs.stream().filter(run -> !run.report().cases().isEmpty()).toList();
    }

    private static FixtureRun of(HookSource source, HookProgram program) throws InterruptedException {
        long start = System.nanoTime();
        FixtureReport report = FixtureRunner.run(source.folder(), program);
        return new FixtureRun(
                source, report, related(source, program, report), Duration.ofNanos(System.nanoTime() - start));
    }

    /** Calls a customize hook that has no fixtures of its own with the parents of the others. */
    private static Related related(HookSource source, HookProgram program, FixtureReport report)
            throws InterruptedException {
        Map<Path, HookRequest> requests = new LinkedHashMap<>();
        for (FixtureReport.Case one : report.cases()) {
            Path file = FixtureRunner.requestFile(source.folder(), one.name());
            request(file).ifPresent(request -> requests.put(file, request));
        }
        if (!program.types().contains(HookType.CUSTOMIZE)
                || requests.values().stream().anyMatch(request -> request.type() == HookType.CUSTOMIZE)) {
            return Related.NONE;
        }
        Map<Path, Returned> answers = new LinkedHashMap<>();
        Map<Path, String> errors = new LinkedHashMap<>();
        for (Map.Entry<Path, HookRequest> each : requests.entrySet()) {
            try {
                byte[] body = customize(each.getKey());
                HookReply reply = program.call(HookType.CUSTOMIZE, body, Optional.of(FixtureRunner.NOW));
                answers.put(
                        each.getKey(),
                        new Returned(
                                RequestCodec.decode(body),
                                FixtureRunner.answerOf(reply).tree()));
            } catch (IOException | RuntimeException e) { // the hook may be refused or stopped by a limit
                errors.put(each.getKey(), FileFailure.text(e));
            }
        }
        return new Related(answers, errors);
    }

    /** Empty if the file is no request, which its case reports. */
    private static Optional<HookRequest> request(Path file) {
        try {
            return Optional.of(RequestCodec.decode(Files.readAllBytes(file)));
        } catch (IOException | DecodeException _) {
            return Optional.empty();
        }
    }

    /** The request of the customize hook for the parent of another request. */
    private static byte[] customize(Path file) throws IOException {
        ObjectNode request = Json.object(Files.readAllBytes(file));
        ObjectNode asked = Json.NODES.objectNode();
        asked.set("controller", request.path("controller"));
        asked.set("parent", request.has("object") ? request.path("object") : request.path("parent"));
        return GoJson.bytes(asked);
    }

    /** The answers that differ from those that the fixtures expect. */
    List<AnswerFixture> returned() {
        List<AnswerFixture> found = new ArrayList<>();
        for (FixtureReport.Case one : report.cases()) {
            boolean known = one.error().isEmpty() && one.differences().isEmpty();
            Path file = FixtureRunner.requestFile(source.folder(), one.name());
            if (!known && one.returned().isPresent()) {
                JsonNode answer = one.returned().get().tree();
                request(file)
                        .ifPresent(request -> found.add(AnswerFixture.returned(source.name(), file, request, answer)));
            }
        }
        related.answers()
                .forEach((file, one) ->
                        found.add(AnswerFixture.returned(source.name(), file, one.request(), one.answer())));
        return found;
    }

    /** The rules that the customize hook answered; empty if it was not called, or failed. */
    Optional<List<RelatedRule>> rules() {
        List<JsonText> answers = new ArrayList<>();
        for (FixtureReport.Case one : report.cases()) {
            request(FixtureRunner.requestFile(source.folder(), one.name()))
                    .filter(request -> request.type() == HookType.CUSTOMIZE)
                    .flatMap(_ -> one.returned())
                    .ifPresent(answers::add);
        }
        related.answers().values().forEach(one -> answers.add(new JsonText(GoJson.bytes(one.answer()))));
        List<RelatedRule> rules = new ArrayList<>();
        for (JsonText answer : answers) {
            try {
                rules.addAll(new AnswerCodec(ControllerType.COMPOSITE, HookVersion.V1, false).decodeCustomize(answer));
            } catch (DecodeException _) {
                // a check reports it
            }
        }
        return answers.isEmpty() ? Optional.empty() : Optional.of(rules);
    }

    /** Why calls failed, each at its line in the hook if that is known, and otherwise at the request. */
    List<Finding> errors() {
        Map<String, List<Path>> failed = new LinkedHashMap<>();
        List<Finding> found = new ArrayList<>();
        for (FixtureReport.Case one : report.cases()) {
            Path file = FixtureRunner.requestFile(source.folder(), one.name());
            if (one.returned().isEmpty()) {
                failed.computeIfAbsent(one.error(), _ -> new ArrayList<>()).add(file);
            } else {
                one.unstable()
                        .ifPresent(change -> found.add(Finding.error(
                                AnswerFixture.shown(file) + ":1",
                                "the hook " + source.name() + " answers the same request in two different ways: "
                                        + change)));
            }
        }
        related.errors()
                .forEach((file, error) ->
                        failed.computeIfAbsent(error, _ -> new ArrayList<>()).add(file));
        failed.forEach((error, files) -> found.add(failure(error, files)));
        return found;
    }

    private Finding failure(String error, List<Path> requests) {
        Path first = requests.getFirst();
        String whose = "the hook " + source.name() + " does not answer "
                + source.folder().relativize(first)
                + (requests.size() == 1 ? "" : " and " + (requests.size() - 1) + " more")
                + ": ";
        Matcher placed = PLACE.matcher(error);
        Optional<Path> code = placed.find() ? file(placed.group(1)) : Optional.empty();
        if (code.isEmpty()) {
            Matcher line = LINE.matcher(error);
            return Finding.error(
                    AnswerFixture.shown(first) + ":" + (line.matches() ? line.group(1) : "1"), whose + error);
        }
        String text = error.startsWith(placed.group() + " ") ? error.substring(placed.end() + 1) : error;
        return Finding.error(AnswerFixture.shown(code.get()) + ":" + placed.group(2), whose + text);
    }

    /** The file of the hook that is meant by the path or name in a message. */
    private Optional<Path> file(String name) {
        List<Path> files =
                source.files().stream().filter(file -> file.endsWith(name)).toList();
        return files.size() == 1 ? Optional.of(files.getFirst()) : Optional.empty();
    }

    /** The unknown fields of the answers. */
    List<Finding> unknownFields() {
        List<Finding> found = new ArrayList<>();
        for (FixtureReport.Case one : report.cases()) {
            for (AnswerFields.Unknown unknown : one.unknown()) {
                String message = "the hook " + source.name() + " answers with " + unknown;
                String request = file(one, ".request.json") + ":1";
                found.add(unknown.isError() ? Finding.error(request, message) : Finding.warning(request, message));
            }
        }
        return found;
    }

    /** What hooks change without end, if they are called with their own results. */
    List<Finding> unsettled() {
        List<Finding> found = new ArrayList<>();
        for (FixtureReport.Case one : report.cases()) {
            one.unsettled()
                    .ifPresent(change -> found.add(Finding.warning(
                            AnswerFixture.shown(FixtureRunner.requestFile(source.folder(), one.name())) + ":1",
                            "the hook " + source.name() + ": " + FixtureReport.Case.neverSettles(change))));
        }
        return found;
    }

    /** Why cases failed, each at the line of the expected answer. */
    List<Finding> failures() {
        List<Finding> found = new ArrayList<>(
                unknownFields().stream().filter(Finding::isError).toList());
        for (FixtureReport.Case one : report.cases()) {
            Path answer = file(one, ".answer.json");
            if (!one.error().isEmpty()) {
                found.add(Finding.error(answer + ":1", one.error()));
            }
            for (Difference difference : one.differences()) {
                found.add(Finding.error(place(answer, difference), difference.toString()));
            }
            one.unstable()
                    .ifPresent(change -> found.add(Finding.error(
                            file(one, ".request.json") + ":1",
                            "the same request gave two different answers: " + change)));
        }
        return found;
    }

    private Path file(FixtureReport.Case one, String suffix) {
        return AnswerFixture.shown(source.folder()).resolve("fixtures").resolve(one.name() + suffix);
    }

    private static String place(Path answer, Difference difference) {
        try {
            return LocatedYaml.parse(answer.toString(), Files.readString(answer)).stream()
                    .findFirst()
                    .map(document -> document.at(new FieldPath(difference.place())))
                    .orElse(answer + ":1");
        } catch (IOException | ScenarioException _) {
            return answer + ":1";
        }
    }
}
