package io.hookline.cli.dev.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.GoJson;
import io.hookline.testing.AnswerFile;
import io.hookline.testing.FixtureRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The fixtures that are recorded for one hook. Two requests are equal if they differ only in their time and in versions and
 * managers of objects. An equal request with an equal answer is stored once. Thread-safe.
 */
final class RecordedCases {

    /** More cases are not read by anyone. */
    static final int MAX_CASES = 100;

    private static final Pattern NUMBER = Pattern.compile("(\\d{3,9})-.*\\.request\\.json");

    private final Path folder;

    /** The unanswered case of a request; absent if the request has an answer, or was never recorded. */
    private final Map<String, String> unanswered = new HashMap<>();

    private final Set<String> known = new HashSet<>();

    /** The requests that failed. A request that fails only once was interrupted, for example by an edit of the hook. */
    private final Set<String> failedOnce = new HashSet<>();

    private int cases;
    private int last = -1;

    /** @param folder the folder of the hook, whose folder {@code fixtures} gets the files */
    RecordedCases(Path folder) {
        this.folder = folder;
    }

    /** What became of one call. */
    sealed interface Result {

        /** A case was stored, or its answer was added. */
        record Stored(Path answer, boolean isAnswered) implements Result {}

        /** An equal case is stored already, or the call does not have to be stored. */
        record Known() implements Result {}

        /** There are too many cases. */
        record Full() implements Result {}
    }

    /**
     * Stores a call. A failed call is stored when its request fails again.
     *
     * @param name of the parent
     * @param answer empty if the call failed
     */
    synchronized Result add(String name, ObjectNode request, Optional<JsonNode> answer) throws IOException {
        String question = digest(withoutVersions(request));
        String call = question + answer.map(RecordedCases::digest).orElse("");
        if (answer.isEmpty() && failedOnce.add(question)) {
            return new Result.Known();
        }
        if (!known.add(call)) {
            return new Result.Known();
        }
        String open = unanswered.get(question);
        if (open == null && cases >= MAX_CASES) {
            known.remove(call);
            return new Result.Full();
        }
        String stored = open == null ? nextName(name) : open;
        write(stored, request, answer);
        known.add(question); // a later failure of an answered request is not a case
        if (answer.isPresent()) {
            unanswered.remove(question);
        } else {
            unanswered.put(question, stored);
        }
        return new Result.Stored(FixtureRunner.answerFile(folder, stored), answer.isPresent());
    }

    private void write(String name, ObjectNode request, Optional<JsonNode> answer) throws IOException {
        AnswerFile.write(FixtureRunner.requestFile(folder, name), request);
        if (answer.isPresent()) {
            AnswerFile.write(FixtureRunner.answerFile(folder, name), answer.get());
        }
    }

    private String nextName(String parent) throws IOException {
        if (last < 0) {
            last = highestNumber();
        }
        last++;
        cases++;
        return "%03d-%s".formatted(last, parent.replaceAll("[^A-Za-z0-9.-]", "-"));
    }

    /** Cases of earlier sessions stay. */
    private int highestNumber() throws IOException {
        Path fixtures = folder.resolve("fixtures");
        if (!Files.isDirectory(fixtures)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(fixtures)) {
            return files.map(file -> NUMBER.matcher(file.getFileName().toString()))
                    .filter(Matcher::matches)
                    .mapToInt(number -> Integer.parseInt(number.group(1)))
                    .max()
                    .orElse(0);
        }
    }

    private static JsonNode withoutVersions(ObjectNode request) {
        ObjectNode copy = request.deepCopy();
        copy.remove(FixtureRunner.TIME_FIELD);
        removeVersions(copy);
        return copy;
    }

    private static void removeVersions(JsonNode tree) {
        if (tree.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove("resourceVersion");
            metadata.remove("managedFields");
        }
        tree.forEach(RecordedCases::removeVersions);
    }

    private static String digest(JsonNode json) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(GoJson.bytes(json)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }
}
