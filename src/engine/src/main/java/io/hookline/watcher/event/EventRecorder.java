package io.hookline.watcher.event;

import io.hookline.hook.Event;
import io.hookline.object.KubeObject;
import io.hookline.object.MessageText;
import io.hookline.queue.TokenBucket;
import java.io.Serial;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Records Kubernetes Events about objects. Equal events are counted in one Event object, many similar ones are combined, and
 * the events of each object have a rate limit: those of the watcher one, those of its hook another. The limits are those of client-go's
 * recorder, and a reserve for what was not reported before. Never blocks and never fails. Thread-safe.
 */
public final class EventRecorder {

    /** The type of an event. */
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

    /** The maximum number of entries in each map; the least recently used one is dropped. */
    private static final int MAX_ENTRIES = 4096;

    /** The maximum length of a message. */
    private static final int MAX_BYTES = 1024;

    private static final int SIMILAR = 10;
    private static final Duration SIMILAR_WITHIN = Duration.ofMinutes(10);

    private record Subject(String kind, String namespace, String name, String uid, Type type) {}

    /**
     * A rate limit. What a hook reports has one of its own: an error of each sync must not keep the hook from being heard, nor the
     * other way round.
     *
     * @param reserve whether it is for the first event of its kind only: repeats of an old failure must not hide a new one
     */
    private record Budget(Subject subject, boolean ofHook, boolean reserve) {}

    private record Group(Subject subject, String reason) {}

    private record Identity(Group group, String message) {}

    private record Messages(Instant since, Set<String> texts) {}

    /** A limit of many objects. Repeats have one of their own: they must not keep an object from its first event. */
    private record Topic(String name, boolean repeats) {}

    private final EventBroadcaster delivery;
    private final InstantSource clock;
    private final double perSecond;
    private final int burst;
    private final Map<Budget, TokenBucket> buckets = leastRecentlyUsed();
    private final Map<Topic, TokenBucket> topics = leastRecentlyUsed();
    private final Map<Group, Messages> groups = leastRecentlyUsed();
    private final Map<Identity, EventBroadcaster.Series> series = leastRecentlyUsed();

    /**
     * Records events.
     *
     * @param perSecond rate limit for the events of one object
     * @param burst how many events one object may get without a limit
     */
    public EventRecorder(EventBroadcaster delivery, InstantSource clock, double perSecond, int burst) {
        this.delivery = delivery;
        this.clock = clock;
        this.perSecond = perSecond;
        this.burst = burst;
    }

    private static <K, V> Map<K, V> leastRecentlyUsed() {
        return new LinkedHashMap<>(64, 0.75f, true) {
            @Serial
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > MAX_ENTRIES;
            }
        };
    }

    /** Records an event of type Normal. */
    public void normal(KubeObject object, String reason, String message) {
        record(object, Type.NORMAL, reason, message, false);
    }

    /** Records an event of type Warning. */
    public void warning(KubeObject object, String reason, String message) {
        record(object, Type.WARNING, reason, message, false);
    }

    /** Records an event that a hook returned. Events of the watcher itself do not count for its limit. */
    public void ofHook(KubeObject object, Event event) {
        Type type = switch (event.type()) {
            case NORMAL -> Type.NORMAL;
            case WARNING -> Type.WARNING;
        };
        record(object, type, event.reason(), event.message(), true);
    }

    /**
     * Records an event of type Warning, unless there were too many about this topic on other objects: their first events have the
     * limit of one object together, and so have all that repeat one.
     */
    public void warning(KubeObject object, String reason, String message, String topic) {
        record(object, Type.WARNING, reason, message, false, topic);
    }

    private void record(KubeObject object, Type type, String reason, String message, boolean ofHook) {
        record(object, type, reason, message, ofHook, null);
    }

    private synchronized void record(
            KubeObject object, Type type, String reason, String message, boolean ofHook, @Nullable String topic) {
        Instant now = clock.instant();
        String text = shorten(message); // before it is remembered, since messages from hooks may be long
        Subject subject = new Subject(object.kind(), object.namespace(), object.name(), object.uid(), type);
        Group group = new Group(subject, reason);
        if (topic != null
                && !limited(topics, new Topic(topic, groups.containsKey(group))).tryTake()) {
            return;
        }
        boolean combined = isOneOfMany(group, text, now);
        String sent = combined ? "(combined from similar events): " + text : text;
        Identity identity = new Identity(group, combined ? "" : text);
        boolean first = !series.containsKey(identity);
        if (!limited(buckets, new Budget(subject, ofHook, false)).tryTake()
                && !(first
                        && limited(buckets, new Budget(subject, ofHook, true)).tryTake())) {
            return;
        }
        EventBroadcaster.Series equal = series.computeIfAbsent(identity, _ -> new EventBroadcaster.Series(object, now));
        delivery.offer(new EventBroadcaster.Notice(equal, type, reason, shorten(sent), now));
    }

    private <K> TokenBucket limited(Map<K, TokenBucket> limits, K key) {
        return limits.computeIfAbsent(key, _ -> new TokenBucket(perSecond, burst, clock));
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

    /** Limits the length: the API server refuses longer messages. Place and cause of an error are at its beginning and end. */
    private static String shorten(String message) {
        return MessageText.shortened(message, MAX_BYTES);
    }
}
