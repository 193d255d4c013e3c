package io.hookline.watcher.state;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.apply.ContentHash;
import io.hookline.hook.protocol.RelatedRule;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The last answer of a customize hook about one parent. It holds as long as nothing has changed that it may depend on: the
 * parent's generation, labels and annotations; for kinds without generation all of it but its status and what the API server
 * maintains. Thread-safe.
 */
public final class CustomizeAnswer {

    /** Metacontroller's. */
    static final Duration KEPT = Duration.ofMinutes(20);

    private static final List<String> BOOKKEEPING =
            List.of("resourceVersion", "managedFields", "generation", "selfLink");

    /** What was asked about: an answer holds for whatever is equal to it. */
    private record Subject(String uid, long generation, ContentHash content) {

        static Subject of(KubeObject parent) {
            return new Subject(parent.uid(), parent.generation(), ContentHash.of(KubeObject.of(content(parent))));
        }

        private static ObjectNode content(KubeObject parent) {
            if (parent.generation() > 0) {
                ObjectNode content = Json.NODES.objectNode();
                content.set("labels", json(parent.labels()));
                content.set("annotations", json(parent.annotations()));
                return content.put("deletion", parent.deletionTimestamp());
            }
            ObjectNode content = parent.tree();
            content.remove("status");
            if (content.get("metadata") instanceof ObjectNode metadata) {
                metadata.remove(BOOKKEEPING);
            }
            return content;
        }

        private static ObjectNode json(Map<String, String> texts) {
            ObjectNode json = Json.NODES.objectNode();
            new TreeMap<>(texts).forEach(json::put);
            return json;
        }
    }

    /** An answer, and a version of the parent for which it is known to hold. */
    private record Answer(Subject subject, String resourceVersion, Instant until, List<RelatedRule> rules) {}

    private final InstantSource clock;
    private volatile @Nullable Answer last;

    CustomizeAnswer(InstantSource clock) {
        this.clock = clock;
    }

    /** The rules that still hold for the parent in this state. */
    public Optional<List<RelatedRule>> find(KubeObject parent) {
        Answer answer = last;
        if (answer == null || !clock.instant().isBefore(answer.until())) {
            return Optional.empty();
        }
        boolean sameState = answer.subject().uid().equals(parent.uid())
                && !parent.resourceVersion().isEmpty()
                && answer.resourceVersion().equals(parent.resourceVersion());
        if (!sameState && !answer.subject().equals(Subject.of(parent))) {
            return Optional.empty();
        }
        if (!sameState) {
            last = new Answer(answer.subject(), parent.resourceVersion(), answer.until(), answer.rules());
        }
        return Optional.of(answer.rules());
    }

    /** Keeps an answer about the parent in this state. */
    public void keep(KubeObject parent, List<RelatedRule> rules) {
        Instant until = clock.instant().plus(KEPT);
        last = new Answer(Subject.of(parent), parent.resourceVersion(), until, List.copyOf(rules));
    }
}
