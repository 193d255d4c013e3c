package io.hookline.cli.dev.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.GoJson;
import io.hookline.testing.FixtureRunner;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Identifies a call by what it is about. Two calls are equal although they differ in their time, in the versions and managers of
 * objects, and in what the API server gives to each new object: its uid and the time of its creation.
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
                digest, digest + answer.map(json -> digest(text(json, uids))).orElse(""));
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
