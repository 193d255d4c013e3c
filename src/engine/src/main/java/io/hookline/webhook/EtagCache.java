package io.hookline.webhook;

import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.KubeObject;
import io.hookline.spec.Hooks.Webhook;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The last answer with an ETag for each parent of one hook. Thread-safe.
 *
 * <p>The uid is part of the key, so that an object that is created again under the same name does not get the answer
 * for the deleted one.
 */
final class EtagCache {

    /** The approximate size of an entry without its answer, in bytes. */
    private static final int OVERHEAD = 512;

    /** One answer. Without an expiry it stays until it is evicted. */
    record Entry(String tag, JsonText answer, long cost, Optional<Instant> expiry) {

        boolean isExpired(Instant now) {
            return expiry.isPresent() && !now.isBefore(expiry.get());
        }
    }

    /** Each revision of a parent has its own answer. */
    private record Key(String apiVersion, String kind, String namespace, String name, String uid, String revision) {
        static Key of(HookRequest request) {
            KubeObject parent = request.parent();
            return new Key(
                    parent.apiVersion(),
                    parent.kind(),
                    parent.namespace(),
                    parent.name(),
                    parent.uid(),
                    request.revision());
        }
    }

    private final Webhook.Etag rules;
    private final long maxBytes;
    private final InstantSource clock;

    /** The least recently used entry first. All fields below are guarded by this map. */
    private final Map<Key, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

    private long bytes;
    private Instant lastSweep;

    EtagCache(Webhook.Etag rules, long maxBytes, InstantSource clock) {
        this.rules = rules;
        this.maxBytes = maxBytes;
        this.clock = clock;
        this.lastSweep = clock.instant();
    }

    Optional<Entry> find(HookRequest request) {
        synchronized (entries) {
            Key key = Key.of(request);
            Entry entry = entries.get(key);
            if (entry != null && entry.isExpired(clock.instant())) {
                remove(key);
                return Optional.empty();
            }
            return Optional.ofNullable(entry);
        }
    }

    /** Caches an answer; {@code size} is its size in bytes. */
    void remember(HookRequest request, String tag, JsonText answer, int size) {
        Instant now = clock.instant();
        Entry entry = new Entry(
                tag,
                answer,
                (long) size + tag.length() + OVERHEAD,
                rules.cacheTimeout().map(now::plus));
        synchronized (entries) {
            Key key = Key.of(request);
            remove(key);
            sweep(now);
            if (entry.cost() > maxBytes) {
                return;
            }
            entries.put(key, entry);
            bytes += entry.cost();
            evict();
        }
    }

    int size() {
        synchronized (entries) {
            return entries.size();
        }
    }

    private void remove(Key key) {
        Entry old = entries.remove(key);
        if (old != null) {
            bytes -= old.cost();
        }
    }

    private void evict() {
        Iterator<Entry> oldest = entries.values().iterator();
        while (bytes > maxBytes) {
            bytes -= oldest.next().cost();
            oldest.remove();
        }
    }

    /** Removes expired entries when the cleanup is due. Until then an expired entry is never returned. */
    private void sweep(Instant now) {
        Optional<Duration> interval = rules.cacheCleanup();
        if (interval.isEmpty() || now.isBefore(lastSweep.plus(interval.get()))) {
            return;
        }
        lastSweep = now;
        entries.values().removeIf(entry -> {
            boolean expired = entry.isExpired(now);
            bytes -= expired ? entry.cost() : 0;
            return expired;
        });
    }
}
