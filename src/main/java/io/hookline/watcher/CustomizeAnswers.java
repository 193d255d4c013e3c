package io.hookline.watcher;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.apply.ContentHash;
import io.hookline.hook.RelatedRule;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The last answer of one controller's customize hook about each parent, as long as nothing has changed that it may depend
 * on: a parent's generation, labels and annotations; for kinds without generation all of it but its status and what the
 * server keeps book of. Thread-safe.
 */
final class CustomizeAnswers {

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
    private final Map<ParentKey, Answer> answers = new ConcurrentHashMap<>();

    CustomizeAnswers(InstantSource clock) {
        this.clock = clock;
    }

    /** The answer that still holds for a parent in this state. */
    Optional<List<RelatedRule>> find(KubeObject parent) {
        Answer answer = answers.get(ParentKey.of(parent));
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
            put(parent, new Answer(answer.subject(), parent.resourceVersion(), answer.until(), answer.rules()));
        }
        return Optional.of(answer.rules());
    }

    /** Keeps an answer about a parent in this state. */
    void keep(KubeObject parent, List<RelatedRule> rules) {
        Instant until = clock.instant().plus(KEPT);
        put(parent, new Answer(Subject.of(parent), parent.resourceVersion(), until, List.copyOf(rules)));
    }

    private void put(KubeObject parent, Answer answer) {
        answers.put(ParentKey.of(parent), answer);
    }

    /** Forgets a parent. */
    void forget(ParentKey parent) {
        answers.remove(parent);
    }

    /** For how many parents an answer is kept. */
    int size() {
        return answers.size();
    }
}
