package io.hookline.cli.dev.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.testing.AnswerFile;
import io.hookline.testing.FixtureRunner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The fixtures that are recorded for one hook, in this session and in earlier ones. An equal request with an equal
 * answer is stored once ({@link CallDigest}). Thread-safe.
 */
final class RecordedCases {

    private static final Pattern NAME = Pattern.compile("((\\d{3,9})-.*)\\.request\\.json");

    private final Path folder;

    /** The unanswered case of a request; absent if the request has an answer, or was never recorded. */
    private final Map<String, String> unanswered = new HashMap<>();

    private final Set<String> known = new HashSet<>();

    /** The requests that failed. */
    private final Set<String> failedOnce = new HashSet<>();

    private final CallRecorder.Rules rules;
    private int cases;
    private int last = -1;

    /** @param folder the folder of the hook, whose folder {@code fixtures} gets the files */
    RecordedCases(Path folder, CallRecorder.Rules rules) {
        this.folder = folder;
        this.rules = rules;
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
     * Stores a call. Unless the rules store it at once, a failed call is stored when its request fails again.
     *
     * @param name of the parent
     * @param answer empty if the call failed
     */
    synchronized Result add(String name, ObjectNode request, Optional<JsonNode> answer) throws IOException {
        readEarlierSessions();
        CallDigest digest = CallDigest.of(request, answer);
        String question = digest.request();
        String call = digest.call();
        if (answer.isEmpty() && !rules.storesFailuresAtOnce() && failedOnce.add(question)) {
            return new Result.Known();
        }
        if (!known.add(call)) {
            return new Result.Known();
        }
        String open = unanswered.get(question);
        if (open == null && cases >= rules.maxCases()) {
            known.remove(call);
            return new Result.Full();
        }
        String stored = open == null ? nextName(name) : open;
        try {
            write(stored, request, answer);
        } catch (IOException e) {
            known.remove(call); // it is stored when it is repeated
            if (open == null) {
                Files.deleteIfExists(FixtureRunner.requestFile(folder, stored));
                last--;
                cases--;
            }
            throw e;
        }
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

    private String nextName(String parent) {
        last++;
        cases++;
        return "%03d-%s".formatted(last, parent.replaceAll("[^A-Za-z0-9.-]", "-"));
    }

    /** Their cases stay, and are not stored again. */
    private void readEarlierSessions() throws IOException {
        Path fixtures = folder.resolve("fixtures");
        if (last >= 0 || !Files.isDirectory(fixtures)) {
            last = Math.max(last, 0);
            return;
        }
        last = 0;
        try (Stream<Path> files = Files.list(fixtures)) {
            for (Path file : files.toList()) {
                Matcher name = NAME.matcher(file.getFileName().toString());
                if (name.matches()) {
                    last = Math.max(last, Integer.parseInt(name.group(2)));
                    readEarlier(name.group(1), file);
                }
            }
        }
    }

    private void readEarlier(String name, Path request) throws IOException {
        Path file = FixtureRunner.answerFile(folder, name);
        try {
            Optional<JsonNode> answer =
                    Files.exists(file) ? Optional.of(Json.parse(Files.readAllBytes(file))) : Optional.empty();
            CallDigest digest = CallDigest.of(Json.object(Files.readAllBytes(request)), answer);
            known.add(digest.request());
            known.add(digest.call());
            if (answer.isEmpty()) {
                unanswered.put(digest.request(), name);
            }
        } catch (DecodeException _) {
            // it is not a case that this class has stored
        }
    }

    /**
     * Identifies a call by what it is about. Two calls are equal although they differ in their time, in the versions
     * and managers of objects, and in what the API server gives to each new object: its uid and the time of its
     * creation.
     *
     * @param call of the request with its answer
     */
    record CallDigest(String request, String call) {

        private static final List<String> VOLATILE = List.of("resourceVersion", "managedFields", "creationTimestamp");

        /** @param answer empty if the call failed */
        static CallDigest of(ObjectNode request, Optional<JsonNode> answer) {
            ObjectNode copy = request.deepCopy();
            copy.remove(FixtureRunner.TIME_FIELD);
            Map<String, String> uids = new LinkedHashMap<>();
            normalize(copy, uids);
            String digest = digest(text(copy, uids));
            return new CallDigest(
                    digest,
                    digest + answer.map(json -> digest(text(json, uids))).orElse(""));
        }

        private static void normalize(JsonNode tree, Map<String, String> uids) {
            if (tree.path("metadata") instanceof ObjectNode metadata) {
                metadata.remove(VOLATILE);
                String uid = metadata.path("uid").asText();
                if (!uid.isEmpty()) {
                    uids.putIfAbsent(uid, "uid-" + uids.size());
                }
            }
            tree.forEach(value -> normalize(value, uids));
        }

        /** A uid is also in owner references and labels. */
        private static String text(JsonNode json, Map<String, String> uids) {
            String text = GoJson.text(json);
            for (Map.Entry<String, String> uid : uids.entrySet()) {
                text = text.replace(uid.getKey(), uid.getValue());
            }
            return text;
        }

        private static String digest(String text) {
            try {
                MessageDigest sha = MessageDigest.getInstance("SHA-256");
                return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e); // every JDK has it
            }
        }
    }
}
