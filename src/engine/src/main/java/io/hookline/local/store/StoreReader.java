package io.hookline.local.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchOptions;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.resource.FieldSelector;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.resource.VersionConversion;
import io.hookline.local.store.ResourceTable.Stored;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Gets, lists and watches objects. Called with the lock of {@link Storage} held. */
public final class StoreReader {

    private static final String OLD_TOKEN = "The provided continue parameter is too old to display a consistent list"
            + " result. You can start a new list without the continue parameter, or use the continue token in this"
            + " response to retrieve the remainder of the results. Continuing with the provided token results in an"
            + " inconsistent list - objects that were created, modified, or deleted between the time the first chunk"
            + " was returned and now may show up in the list.";

    private final Storage storage;
    private final InstantSource clock;

    public StoreReader(Storage storage, InstantSource clock) {
        this.storage = storage;
        this.clock = clock;
    }

    /** The stored form of an object. */
    KubeObject stored(ServedResource resource, ObjectKey key) {
        return storage.table(resource.table())
                .find(resource.key(key))
                .orElseThrow(() -> ApiErrors.notFound(resource.api(), key.name()))
                .object();
    }

    public KubeObject get(ServedResource resource, ObjectKey key) {
        return VersionConversion.served(resource, stored(resource, key));
    }

    public ObjectList list(ServedResource resource, ListOptions options) {
        SelectionPredicate predicate = predicate(resource, options.namespace(), options.labels(), options.fields());
        ResourceTable table = storage.table(resource.table());
        if (options.continueToken().isEmpty()) {
            checkNotInFuture(options.resourceVersion(), ClusterException.BadRequest::new);
            ListPage page = new ListPage(resource, predicate, options.limit(), storage.revision());
            page.fill(ResourceTable.inNamespace(table.objects(), options.namespace())
                    .values());
            return page.result();
        }
        ContinueToken token = ContinueToken.parse(options.continueToken());
        if (token.revision() < oldest(table)) {
            throw new ClusterException.Expired(OLD_TOKEN);
        }
        ListPage page = new ListPage(resource, predicate, options.limit(), token.revision());
        new Snapshot(table, token.revision()).after(token.after(), options.namespace(), page::add);
        return page.result();
    }

    private static SelectionPredicate predicate(
            ServedResource resource, String namespace, LabelSelector labels, String fields) {
        return new SelectionPredicate(namespace, labels, FieldSelector.parse(resource, fields));
    }

    public Watch watch(ServedResource resource, WatchOptions options) {
        SelectionPredicate predicate = predicate(resource, options.namespace(), options.labels(), options.fields());
        return new LocalWatch(storage, resource, predicate, options, clock, start(resource, predicate, options));
    }

    private LocalWatch.Start start(ServedResource resource, SelectionPredicate predicate, WatchOptions options) {
        // The real server takes an error of the client for its own here.
        long version =
                checkNotInFuture(options.resourceVersion(), problem -> new ClusterException.Unavailable(500, problem));
        ResourceTable table = storage.table(resource.table());
        if (version == 0 || options.sendInitialEvents()) {
            List<KubeObject> present = table.inNamespace(options.namespace()).stream()
                    .filter(predicate::contains)
                    .toList();
            return new LocalWatch.Start(present, table.log().next());
        }
        if (version < oldest(table)) {
            throw ApiErrors.tooOld(version, oldest(table));
        }
        return new LocalWatch.Start(List.of(), table.log().after(version));
    }

    /** The oldest revision from which on all changes of a table are known. */
    private long oldest(ResourceTable table) {
        return Math.max(storage.compacted(), table.since());
    }

    /** Returns the version as a number, 0 if it is empty. */
    private long checkNotInFuture(String resourceVersion, Function<String, ClusterException> refusal) {
        long version = version(resourceVersion, refusal);
        if (version > storage.revision()) {
            throw ApiErrors.tooLarge(version, storage.revision());
        }
        return version;
    }

    private static long version(String text, Function<String, ClusterException> refusal) {
        try {
            long version = text.isEmpty() ? 0 : Long.parseLong(text);
            if (version >= 0) {
                return version;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw refusal.apply("resourceVersion: Invalid value: " + FieldError.quote(text)
                + ": strconv.ParseUint: parsing " + FieldError.quote(text) + ": invalid syntax");
    }

    /** Collects one page of a list. */
    private static final class ListPage {

        private final ServedResource resource;
        private final SelectionPredicate predicate;
        private final int limit;
        private final long revision;
        private final List<KubeObject> items = new ArrayList<>();
        private long remaining;

        /**
         * @param limit maximum number of objects, 0 for all
         * @param revision the revision that the page shows
         */
        ListPage(ServedResource resource, SelectionPredicate predicate, int limit, long revision) {
            this.resource = resource;
            this.predicate = predicate;
            this.limit = limit;
            this.revision = revision;
        }

        void fill(Iterable<Stored> from) {
            for (Stored stored : from) {
                if (!add(stored.object())) {
                    return;
                }
            }
        }

        /** Adds or counts a matching object; returns false when further objects make no difference. */
        boolean add(KubeObject object) {
            if (predicate.contains(object)) {
                if (limit > 0 && items.size() == limit) {
                    remaining++;
                } else {
                    items.add(VersionConversion.served(resource, object));
                }
            }
            return remaining == 0 || !predicate.isSelective();
        }

        /** With selectors, the number of remaining objects is omitted, as in the real server. */
        ObjectList result() {
            String token = remaining == 0
                    ? ""
                    : new ContinueToken(revision, resource.key(items.getLast().key())).text();
            return new ObjectList(items, Long.toString(revision), token, predicate.isSelective() ? 0 : remaining);
        }
    }

    /**
     * The objects of a table at an earlier revision that its log still covers. It is built from the current objects and
     * the changes since; its cost grows with the changes, not with the objects.
     */
    private static final class Snapshot {

        private final NavigableMap<ObjectKey, Stored> current;

        /** The objects that changed since, in their earlier state; empty if the object did not exist. */
        private final NavigableMap<ObjectKey, Optional<KubeObject>> earlier;

        Snapshot(ResourceTable table, long revision) {
            this.current = table.objects();
            this.earlier = new TreeMap<>(current.comparator());
            EventLog log = table.log();
            for (long position = log.after(revision); position < log.next(); position++) {
                StoreEvent change = log.get(position);
                KubeObject object = change.before() != null ? change.before() : change.after();
                if (object != null) {
                    earlier.putIfAbsent(object.key(), Optional.ofNullable(change.before()));
                }
            }
        }

        /** Visits the objects after a key in order, until {@code visitor} returns false. */
        void after(ObjectKey start, String namespace, Visitor visitor) {
            Iterator<Map.Entry<ObjectKey, Stored>> live = ResourceTable.inNamespace(current, namespace)
                    .tailMap(start, false)
                    .entrySet()
                    .iterator();
            List<Map.Entry<ObjectKey, Optional<KubeObject>>> old =
                    new ArrayList<>(ResourceTable.inNamespace(earlier, namespace)
                            .tailMap(start, false)
                            .entrySet());
            int next = 0;
            boolean more = true;
            while (live.hasNext() && more) {
                Map.Entry<ObjectKey, Stored> entry = live.next();
                while (next < old.size()
                        && more
                        && current.comparator().compare(old.get(next).getKey(), entry.getKey()) < 0) {
                    more = visit(old.get(next++).getValue(), visitor);
                }
                if (more && !earlier.containsKey(entry.getKey())) {
                    more = visitor.visit(entry.getValue().object());
                }
            }
            while (next < old.size() && more) {
                more = visit(old.get(next++).getValue(), visitor);
            }
        }

        private static boolean visit(Optional<KubeObject> object, Visitor visitor) {
            return object.isEmpty() || visitor.visit(object.get());
        }

        /** Returns whether it wants further objects. */
        @FunctionalInterface
        interface Visitor {
            boolean visit(KubeObject object);
        }
    }

    /** The key after which the next page of a list starts, and the revision that all its pages show. */
    record ContinueToken(long revision, ObjectKey after) {

        static ContinueToken parse(String token) {
            try {
                ObjectNode json = Json.object(Base64.getUrlDecoder().decode(token));
                return new ContinueToken(
                        json.path("rv").asLong(),
                        new ObjectKey(
                                json.path("namespace").asText(),
                                json.path("name").asText()));
            } catch (IllegalArgumentException | DecodeException e) {
                throw new ClusterException.BadRequest("continue key is not valid: " + e.getMessage());
            }
        }

        String text() {
            ObjectNode json = Json.NODES.objectNode();
            json.put("rv", revision).put("namespace", after.namespace()).put("name", after.name());
            return Base64.getUrlEncoder().withoutPadding().encodeToString(GoJson.bytes(json));
        }
    }
}
