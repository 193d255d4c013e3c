package io.hookline.watcher.event;

import io.hookline.object.KubeObject;
import io.hookline.queue.TokenBucket;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Tells people what happened to an object, as events on it, without flooding anybody: equal events are counted up in one
 * object, many similar ones are combined, and each object has an allowance that grows again slowly. The numbers are those
 * of Kubernetes' own recorder. Never blocks and never fails. Thread-safe.
 */
public final class EventRecorder {

    /** What kubectl shows as the type of an event. */
    enum Type {
        NORMAL("Normal"),
        WARNING("Warning");

        private final String text;

        Type(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /** Objects that are remembered; those that were quiet longest are forgotten. */
    private static final int REMEMBERED = 4096;

    private static final int SIMILAR = 10;
    private static final Duration SIMILAR_WITHIN = Duration.ofMinutes(10);

    private record Subject(String kind, String namespace, String name, String uid, Type type) {}

    private record Group(Subject subject, String reason) {}

    private record Identity(Group group, String message) {}

    private record Messages(Instant since, Set<String> texts) {}

    private final EventBroadcaster delivery;
    private final InstantSource clock;
    private final double perSecond;
    private final int burst;
    private final Map<Subject, TokenBucket> buckets = remembering();
    private final Map<Group, Messages> groups = remembering();
    private final Map<Identity, EventBroadcaster.Sighting> sightings = remembering();

    /**
     * Records events.
     *
     * @param perSecond how fast the allowance of one object grows again
     * @param burst how many events one object may get at once
     */
    public EventRecorder(EventBroadcaster delivery, InstantSource clock, double perSecond, int burst) {
        this.delivery = delivery;
        this.clock = clock;
        this.perSecond = perSecond;
        this.burst = burst;
    }

    private static <K, V> Map<K, V> remembering() {
        return new LinkedHashMap<>(64, 0.75f, true) {
            @java.io.Serial
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > REMEMBERED;
            }
        };
    }

    /** Something went as it should. */
    public void normal(KubeObject object, String reason, String message) {
        record(object, Type.NORMAL, reason, message);
    }

    /** Something needs somebody's attention. */
    public void warning(KubeObject object, String reason, String message) {
        record(object, Type.WARNING, reason, message);
    }

    private synchronized void record(KubeObject object, Type type, String reason, String said) {
        Instant now = clock.instant();
        String text = shorten(said); // before it is remembered: hooks may say a lot, and something else each time
        Subject subject = new Subject(object.kind(), object.namespace(), object.name(), object.uid(), type);
        Group group = new Group(subject, reason);
        boolean many = isOneOfMany(group, text, now);
        String message = many ? "(combined from similar events): " + text : text;
        Identity identity = new Identity(group, many ? "" : text);
        if (!buckets.computeIfAbsent(subject, _ -> new TokenBucket(perSecond, burst, clock))
                .tryTake()) {
            return;
        }
        EventBroadcaster.Sighting sighting =
                sightings.computeIfAbsent(identity, _ -> new EventBroadcaster.Sighting(object, now));
        delivery.offer(new EventBroadcaster.Notice(sighting, type, reason, shorten(message), now));
    }

    private boolean isOneOfMany(Group group, String text, Instant now) {
        Messages messages = groups.get(group);
        if (messages == null || messages.since().plus(SIMILAR_WITHIN).isBefore(now)) {
            messages = new Messages(now, new LinkedHashSet<>());
            groups.put(group, messages);
        }
        if (messages.texts().size() <= SIMILAR) {
            messages.texts().add(text);
        }
        return messages.texts().size() > SIMILAR;
    }

    /** The server refuses longer messages. */
    private static String shorten(String message) {
        return message.length() <= 1024 ? message : message.substring(0, 1021) + "...";
    }
}
