package io.hookline.informer;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.testing.UnaskedCluster;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A server of one kind in memory, with an event log that can be compacted, and with every failure between a server and
 * a client on demand. Its clients only read; the test writes through {@link #put} and {@link #remove}.
 */
final class FakeCluster extends UnaskedCluster {

    static final ApiResource THINGS = new ApiResource(
            "example.com/v1", "things", "thing", "Thing", true, List.of(), List.of(), Set.of(), Set.of());

    record Logged(long version, WatchEvent event) {}

    private record Snapshot(long version, List<KubeObject> objects) {}

    final ReentrantLock lock = new ReentrantLock();
    final Condition changed = lock.newCondition();
    private final Map<ObjectKey, KubeObject> objects = new TreeMap<>();
    final List<Logged> log = new ArrayList<>();
    private final Map<String, Snapshot> snapshots = new TreeMap<>();
    final List<FakeWatch> watches = new ArrayList<>();
    private final Deque<RuntimeException> listFailures = new ArrayDeque<>();
    private final Deque<RuntimeException> watchFailures = new ArrayDeque<>();
    private final Deque<RuntimeException> checkFailures = new ArrayDeque<>();
    private final Deque<String> checkAnswers = new ArrayDeque<>();
    final Deque<RuntimeException> closeFailures = new ArrayDeque<>();
    private long version = 100;
    private long uids;
    long compactedTo;
    boolean lagging;
    private boolean ignoresStreaming;
    private int streams;
    private int lists;
    private int checks;
    private int opened;

    // Operations of the test on the server.

    KubeObject put(String namespace, String name, String owner, String labels) {
        lock.lock();
        try {
            ObjectKey key = new ObjectKey(namespace, name);
            KubeObject before = objects.get(key);
            String uid = before == null ? "uid-" + ++uids : before.uid();
            KubeObject object = object(namespace, name, uid, ++version, owner, labels);
            objects.put(key, object);
            log.add(new Logged(
                    version, before == null ? new WatchEvent.Added(object) : new WatchEvent.Modified(object)));
            changed.signalAll();
            return object;
        } finally {
            lock.unlock();
        }
    }

    KubeObject put(String name) {
        return put("default", name, "", "");
    }

    void remove(String namespace, String name) {
        lock.lock();
        try {
            KubeObject last = objects.remove(new ObjectKey(namespace, name));
            if (last != null) {
                String owner = last.controllerUid();
                KubeObject deleted = object(namespace, name, last.uid(), ++version, owner, "");
                log.add(new Logged(version, new WatchEvent.Deleted(deleted)));
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    void remove(String name) {
        remove("default", name);
    }

    /** Deletes all events so far: earlier watches and continue tokens are expired. */
    void compact() {
        lock.lock();
        try {
            compactedTo = version;
            log.clear();
            snapshots.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Reads all objects in another way from now on, under the same versions, as after a change of their definition. */
    void readAs(UnaryOperator<KubeObject> read) {
        locked(() -> objects.replaceAll((_, object) -> read.apply(object)));
        compact();
    }

    void failNextList(RuntimeException failure) {
        locked(() -> listFailures.add(failure));
    }

    void failNextCheck(RuntimeException failure) {
        locked(() -> checkFailures.add(failure));
    }

    /** Restores a backup: nothing is known of what came later, and versions are counted from there again. */
    void restore(long to, List<KubeObject> backup) {
        restoreUnnoticed(to, backup);
        dropWatches();
    }

    void answerNextCheck(String version) {
        locked(() -> checkAnswers.add(version));
    }

    /** The same, while a proxy keeps the watches open. */
    void restoreUnnoticed(long to, List<KubeObject> backup) {
        locked(() -> {
            version = to;
            compactedTo = to;
            log.clear();
            snapshots.clear();
            objects.clear();
            backup.forEach(object -> objects.put(object.key(), object));
        });
    }

    void failNextWatch(RuntimeException failure) {
        locked(() -> watchFailures.add(failure));
    }

    void failNextClose(RuntimeException failure) {
        locked(() -> closeFailures.add(failure));
    }

    /** Breaks every open watch. */
    void dropWatches() {
        inWatches(watch -> watch.failure = new ClusterException.Unreachable("connection reset", null));
    }

    /** Reports to every open watch that its version is expired. */
    void expireWatches() {
        inWatches(watch -> watch.failure = new ClusterException.Expired("too old resource version"));
    }

    /** Ends every open watch regularly. */
    void endWatches() {
        inWatches(watch -> watch.pending.add(new WatchEvent.Ended()));
    }

    /** Sends a bookmark to each watch, with the newest version if the watch has all events. */
    void bookmark() {
        inWatches(watch -> {
            if (log.stream().noneMatch(logged -> logged.version() > watch.sent) && watch.sent >= compactedTo) {
                watch.sent = version;
            }
            watch.pending.add(new WatchEvent.Bookmark(String.valueOf(watch.sent), false));
        });
    }

    /** Changes other resources of the same server, which increases the version. */
    void changeElsewhere() {
        locked(() -> version += 10);
    }

    /** Sends the last events of every open watch again. */
    void repeatEvents() {
        inWatches(watch -> watch.pending.addAll(watch.recent));
    }

    void send(WatchEvent event) {
        inWatches(watch -> watch.pending.add(event));
    }

    /** While it lags, watches receive no events. */
    void lag(boolean on) {
        locked(() -> lagging = on);
    }

    void ignoreStreaming() {
        locked(() -> ignoresStreaming = true);
    }

    List<KubeObject> objects() {
        lock.lock();
        try {
            return List.copyOf(objects.values());
        } finally {
            lock.unlock();
        }
    }

    int lists() {
        return lists;
    }

    /** The number of lists that were read for their version only. */
    int checks() {
        return checks;
    }

    /** The number of requested streaming lists. */
    int streams() {
        return streams;
    }

    int openedWatches() {
        return opened;
    }

    int openWatches() {
        lock.lock();
        try {
            return watches.size();
        } finally {
            lock.unlock();
        }
    }

    void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void inWatches(Consumer<FakeWatch> action) {
        locked(() -> watches.forEach(action));
    }

    // The server as the informer sees it.

    @Override
    public ObjectList list(ApiResource resource, ListOptions options) {
        lock.lock();
        try {
            if (options.limit() == 1) {
                checks++;
                if (!checkFailures.isEmpty()) {
                    throw checkFailures.poll();
                }
                String answered = checkAnswers.poll();
                return new ObjectList(List.of(), answered == null ? String.valueOf(version) : answered, "");
            }
            lists++;
            if (!listFailures.isEmpty()) {
                throw listFailures.poll();
            }
            String[] token = options.continueToken().split(":");
            int from = token.length == 2 ? Integer.parseInt(token[1]) : 0;
            Snapshot snapshot =
                    token.length == 2 ? snapshots.get(token[0]) : new Snapshot(version, List.copyOf(objects.values()));
            if (snapshot == null) {
                throw new ClusterException.Expired("the continue token is too old");
            }
            return page(snapshot, from, options.limit());
        } finally {
            lock.unlock();
        }
    }

    private ObjectList page(Snapshot snapshot, int from, int limit) {
        String id = String.valueOf(snapshot.version());
        int to = limit == 0
                ? snapshot.objects().size()
                : Math.min(from + limit, snapshot.objects().size());
        boolean more = to < snapshot.objects().size();
        if (more) {
            snapshots.put(id, snapshot);
        }
        return new ObjectList(snapshot.objects().subList(from, to), id, more ? id + ":" + to : "");
    }

    @Override
    public Watch watch(ApiResource resource, WatchOptions options) {
        lock.lock();
        try {
            opened++;
            streams += options.sendInitialEvents() ? 1 : 0;
            if (!watchFailures.isEmpty()) {
                throw watchFailures.poll();
            }
            FakeWatch watch = new FakeWatch(this);
            if (options.resourceVersion().isEmpty()) {
                objects.values().forEach(object -> watch.pending.add(new WatchEvent.Added(object)));
                watch.sent = version;
                if (options.sendInitialEvents() && !ignoresStreaming) {
                    watch.pending.add(new WatchEvent.Bookmark(String.valueOf(version), true));
                }
            } else {
                watch.sent = Long.parseLong(options.resourceVersion());
            }
            watches.add(watch);
            return watch;
        } finally {
            lock.unlock();
        }
    }

    static KubeObject object(String namespace, String name, String uid, long version, String owner, String labels) {
        String owners = owner.isEmpty()
                ? ""
                : ",\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"Owner\",\"name\":\"o\",\"uid\":\"" + owner
                        + "\",\"controller\":true}]";
        return KubeObject.of("{\"apiVersion\":\"example.com/v1\",\"kind\":\"Thing\",\"metadata\":{\"namespace\":\""
                + namespace + "\",\"name\":\"" + name + "\",\"uid\":\"" + uid + "\",\"resourceVersion\":\"" + version
                + "\",\"labels\":{" + labels + "}" + owners + "}}");
    }
}
