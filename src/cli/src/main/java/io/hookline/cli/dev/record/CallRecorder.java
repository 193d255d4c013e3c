package io.hookline.cli.dev.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.hookline.hook.codec.RequestCodec;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookTime;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.DecodeException;
import io.hookline.object.FileFailure;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.testing.FixtureRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Records calls of hooks as fixtures, without the values of Secrets. Thread-safe.
 *
 * <p>A request with Secrets is sent again with redacted values, and that answer is recorded: so the fixture contains
 * nothing that was computed from a Secret, and {@code test-hook} gets the same answer.
 */
public final class CallRecorder {

    private final Function<String, Path> folders;
    private final Rules rules;
    private final Listener listener;
    private final Map<String, RecordedCases> hooks = new ConcurrentHashMap<>();

    /** Calls with Secrets that were sent again, by their real answers. What a hook prints is seen twice then, so it is done once. */
    private final Set<String> sentAgain = ConcurrentHashMap.newKeySet();

    /**
     * Which calls are stored.
     *
     * @param maxCases how many cases of one hook
     * @param whenFull what to do to record more, for the end of a message
     * @param storesFailuresAtOnce whether a failed call is stored at once, not only when its request fails again
     */
    public record Rules(int maxCases, String whenFull, boolean storesFailuresAtOnce) {

        /**
         * Those of a developer's session: more cases are not read by anyone, and a call that fails only once was interrupted, for
         * example by an edit of the hook.
         */
        public static final Rules SESSION = new Rules(100, "start again to record more", false);
    }

    /** Learns what was recorded. Implementations are thread-safe. */
    public interface Listener {

        /**
         * A case was stored.
         *
         * @param answer the file of its answer
         * @param isAnswered whether that file exists; it does not if the call failed
         */
        void recorded(String hook, Path answer, boolean isAnswered);

        /** Calls of a hook are not recorded, for this reason; repeated with each call. */
        void notRecorded(String hook, String reason);
    }

    /** Calls a hook once more. */
    interface Again {
        HookReply call(HookRequest request) throws InterruptedException;
    }

    /** @param folders the folder of each hook, by its name */
    public CallRecorder(Function<String, Path> folders, Rules rules, Listener listener) {
        this.folders = folders;
        this.rules = rules;
        this.listener = listener;
    }

    /** A request as JSON, without the values of Secrets and their copies in other objects, and without {@code managedFields}. */
    public static ObjectNode redacted(HookRequest request) {
        ObjectNode asked = Json.object(RequestCodec.encode(request).bytes());
        removeManagedFields(asked);
        return SecretRedaction.of(asked).orElse(asked);
    }

    /** The answer to a request as JSON, without the values of Secrets in both of them, and without their copies in other objects. */
    public static JsonNode redacted(HookRequest request, JsonText answer) {
        ObjectNode both = Json.NODES.objectNode();
        both.set("asked", Json.object(RequestCodec.encode(request).bytes()));
        both.set("answer", answer.tree());
        return SecretRedaction.of(both).orElse(both).path("answer");
    }

    /**
     * Records a call.
     *
     * @param request with the time of the call
     * @param reply empty if the call failed
     * @param again calls the same hook, without a cache
     */
    void record(String hook, HookRequest request, Optional<HookReply> reply, Again again) throws InterruptedException {
        ObjectNode asked = Json.object(RequestCodec.encode(request).bytes());
        removeManagedFields(asked);
        Optional<ObjectNode> redacted = SecretRedaction.of(asked);
        Optional<String> call;
        try {
            call = redacted.flatMap(secret -> reply.map(real -> digest(hook, secret, real)));
        } catch (DecodeException e) {
            listener.notRecorded(hook, "its answer cannot be read: " + e.getMessage());
            return;
        }
        if (call.isPresent() && !sentAgain.add(call.get())) {
            return;
        }
        try {
            Optional<HookReply> answered = redacted.isPresent() && reply.isPresent()
                    ? Optional.of(again.call(repeated(redacted.get(), request)))
                    : reply;
            store(hook, request, redacted.orElse(asked), answered);
        } catch (IOException e) {
            call.ifPresent(sentAgain::remove);
            listener.notRecorded(hook, "cannot write " + FileFailure.at(folders.apply(hook), e));
        } catch (HookException | DecodeException e) {
            call.ifPresent(sentAgain::remove);
            listener.notRecorded(hook, "the call with redacted Secrets failed: " + e.getMessage());
        }
    }

    /** They are most of the text of an object, and hooks have no use for them. */
    private static void removeManagedFields(JsonNode tree) {
        if (tree.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove("managedFields");
        }
        tree.forEach(CallRecorder::removeManagedFields);
    }

    private static String digest(String hook, ObjectNode redacted, HookReply real) {
        return hook + " "
                + RecordedCases.CallDigest.of(
                                redacted,
                                Optional.of(FixtureRunner.answerOf(real).tree()))
                        .call();
    }

    private static HookRequest repeated(ObjectNode redacted, HookRequest request) {
        HookRequest again = RequestCodec.decode(GoJson.bytes(redacted));
        return request.now().map(again::at).orElse(again);
    }

    private void store(String hook, HookRequest request, ObjectNode asked, Optional<HookReply> reply)
            throws IOException {
        ObjectNode timed = Json.NODES.objectNode();
        request.now().ifPresent(now -> timed.set(FixtureRunner.TIME_FIELD, TextNode.valueOf(HookTime.text(now))));
        timed.setAll(asked);
        Optional<JsonNode> answer =
                reply.map(FixtureRunner::answerOf).map(body -> SecretRedaction.ofAnswer(body.tree()));
        String name = request.parent().name()
                + (request.type() == HookType.SYNC ? "" : "-" + request.type().text());
        RecordedCases cases = hooks.computeIfAbsent(hook, key -> new RecordedCases(folders.apply(key), rules));
        switch (cases.add(name, timed, answer)) {
            case RecordedCases.Result.Stored(Path file, boolean isAnswered) ->
                listener.recorded(hook, file, isAnswered);
            case RecordedCases.Result.Full() ->
                listener.notRecorded(hook, "it has " + rules.maxCases() + " cases, the maximum; " + rules.whenFull());
            case RecordedCases.Result.Known() -> {}
        }
    }
}
