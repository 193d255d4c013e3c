package io.hookline.cli.check.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.codec.RequestCodec;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.testing.scenario.file.LocatedYaml;
import io.hookline.testing.scenario.file.ScenarioException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An answer of a hook to the request of a fixture: the one that the fixture expects, or the one that the hook returned.
 *
 * @param hook the name of the hook
 * @param answer with the file in which a finding about it is reported: that of the expected answer, or of the request
 * @param returned whether the hook returned it
 */
public record AnswerFixture(String hook, HookRequest request, LocatedYaml.Document answer, boolean returned) {

    private static final String REQUEST = ".request.json";
    private static final String ANSWER = ".answer.json";

    /** Reads the fixtures in the folder of a hook that have a request and an answer. */
    public static List<AnswerFixture> in(Path folder, String hook) {
        Path fixtures = folder.resolve("fixtures");
        if (!Files.isDirectory(fixtures)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(fixtures)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(REQUEST))
                    .map(file -> file.replace(REQUEST, ""))
                    .sorted()
                    .flatMap(name -> read(fixtures, name, hook).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Empty for a file that is missing or cannot be read: the run of the fixture reports that. */
    private static Optional<AnswerFixture> read(Path fixtures, String name, String hook) {
        try {
            HookRequest request = RequestCodec.decode(Files.readAllBytes(fixtures.resolve(name + REQUEST)));
            String text = Files.readString(fixtures.resolve(name + ANSWER));
            return LocatedYaml.parse(shown(fixtures.resolve(name + ANSWER)).toString(), text).stream()
                    .findFirst()
                    .map(answer -> new AnswerFixture(hook, request, answer, false));
        } catch (IOException | DecodeException | ScenarioException _) {
            return Optional.empty();
        }
    }

    /**
     * What a hook returned for a request.
     *
     * @param file of the request
     */
    public static AnswerFixture returned(String hook, Path file, HookRequest request, JsonNode answer) {
        return new AnswerFixture(
                hook, request, new LocatedYaml.Document(shown(file).toString(), answer, Map.of()), true);
    }

    HookType type() {
        return request.type();
    }

    ControllerType controller() {
        return request.controllerType();
    }

    /** The name of the controller in the request. */
    String caller() {
        return request.controller().name();
    }

    /** What is said about the answer before a finding: nothing if its place does. */
    public String subject() {
        return returned ? "the hook " + hook + " answers with " : "";
    }

    Finding error(FieldPath place, String message) {
        return Finding.error(answer.at(place), subject() + message);
    }

    Finding warning(FieldPath place, String message) {
        return Finding.warning(answer.at(place), subject() + message);
    }

    /** A file or folder as the user would name it. */
    public static Path shown(Path path) {
        Path here = Path.of("").toAbsolutePath();
        Path absolute = path.toAbsolutePath().normalize();
        return absolute.startsWith(here) ? here.relativize(absolute) : absolute;
    }

    /** The children in the answer. */
    JsonNode children() {
        return answer.tree().path(controller().childrenField());
    }

    FieldPath childrenPlace() {
        return FieldPath.ROOT.field(controller().childrenField());
    }
}
