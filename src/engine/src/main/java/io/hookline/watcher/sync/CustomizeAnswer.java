package io.hookline.watcher.sync;

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
import org.jspecify.annotations.Nullable;

/**
 * The last answer of the customize hook for one parent. It is valid until something changes that it may depend on: the
 * parent's generation, labels or annotations. For kinds without generation it is valid until any field changes, except status
 * and the fields that the API server maintains. Thread-safe.
 */
final class CustomizeAnswer {

    /** The time to live of Metacontroller's cache of customize answers. */
    static final Duration KEPT = Duration.ofMinutes(20);

    private static final List<String> SERVER_FIELDS =
            List.of("resourceVersion", "managedFields", "generation", "selfLink");

    /** The part of a parent that an answer may depend on. The answer is valid for parents with an equal subject. */
    private record Subject(String uid, long generation, ContentHash content) {

        static Subject of(KubeObject parent) {
            return new Subject(parent.uid(), parent.generation(), ContentHash.of(KubeObject.of(content(parent))));
        }

        private static ObjectNode content(KubeObject parent) {
            if (parent.generation() > 0 && !isPod(parent)) {
                ObjectNode content = Json.NODES.objectNode();
                content.set("labels", json(parent.labels()));
                content.set("annotations", json(parent.annotations()));
                return content.put("deletion", parent.deletionTimestamp());
            }
            ObjectNode content = parent.tree();
            content.remove("status");
            if (content.get("metadata") instanceof ObjectNode metadata) {
                metadata.remove(SERVER_FIELDS);
            }
            return content;
        }

        /** The binding of a Pod changes its spec and not its generation. */
        private static boolean isPod(KubeObject parent) {
            return parent.kind().equals("Pod") && parent.apiVersion().equals("v1");
        }

        private static ObjectNode json(Map<String, String> texts) {
            ObjectNode json = Json.NODES.objectNode();
            new TreeMap<>(texts).forEach(json::put);
            return json;
        }
    }

    /** An answer, and a version of the parent for which it is known to be valid. */
    private record Answer(Subject subject, String resourceVersion, Instant until, List<RelatedRule> rules) {}

    private final InstantSource clock;
    private volatile @Nullable Answer last;

    CustomizeAnswer(InstantSource clock) {
        this.clock = clock;
    }

    /** The rules of the last answer, if it is still valid for the parent in this state. */
    Optional<List<RelatedRule>> find(KubeObject parent) {
        Answer answer = last;
        if (answer == null || !clock.instant().isBefore(answer.until())) {
            return Optional.empty();
        }
        boolean isSameVersion = answer.subject().uid().equals(parent.uid())
                && !parent.resourceVersion().isEmpty()
                && answer.resourceVersion().equals(parent.resourceVersion());
        if (!isSameVersion && !answer.subject().equals(Subject.of(parent))) {
            return Optional.empty();
        }
        if (!isSameVersion) {
            last = new Answer(answer.subject(), parent.resourceVersion(), answer.until(), answer.rules());
        }
        return Optional.of(answer.rules());
    }

    /** Keeps the answer for the parent in this state. */
    void keep(KubeObject parent, List<RelatedRule> rules) {
        Instant until = clock.instant().plus(KEPT);
        last = new Answer(Subject.of(parent), parent.resourceVersion(), until, List.copyOf(rules));
    }
}
