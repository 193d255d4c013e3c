package io.hookline.local.store;

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
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import java.time.InstantSource;
import java.util.List;

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
            checkNotInFuture(options.resourceVersion());
            ListPage page = new ListPage(resource, predicate, options.limit(), storage.revision());
            page.fill(ResourceTable.inNamespace(table.objects(), options.namespace())
                    .values());
            return page.result();
        }
        ContinueToken token = ContinueToken.parse(options.continueToken());
        if (token.revision() < storage.compacted()) {
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
        long version = checkNotInFuture(options.resourceVersion());
        ResourceTable table = storage.table(resource.table());
        if (version == 0 || options.sendInitialEvents()) {
            List<KubeObject> present = table.inNamespace(options.namespace()).stream()
                    .filter(predicate::contains)
                    .toList();
            return new LocalWatch.Start(present, table.log().next());
        }
        if (version < storage.compacted()) {
            throw ApiErrors.tooOld(version, storage.compacted());
        }
        return new LocalWatch.Start(List.of(), table.log().after(version));
    }

    /** Returns the version as a number, 0 if it is empty. */
    private long checkNotInFuture(String resourceVersion) {
        long version = version(resourceVersion);
        if (version > storage.revision()) {
            throw ApiErrors.tooLarge(version, storage.revision());
        }
        return version;
    }

    private static long version(String text) {
        try {
            long version = text.isEmpty() ? 0 : Long.parseLong(text);
            if (version >= 0) {
                return version;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw new ClusterException.BadRequest("resourceVersion: Invalid value: " + FieldError.quote(text)
                + ": strconv.ParseUint: parsing " + FieldError.quote(text) + ": invalid syntax");
    }
}
