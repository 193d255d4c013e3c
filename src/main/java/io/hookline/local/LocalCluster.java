package io.hookline.local;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Discovery;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.cluster.Patch;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.defaults.BuiltInDefaults;
import io.hookline.local.defaults.Normalizer;
import io.hookline.local.defaults.ServiceDefaults;
import io.hookline.local.delete.GarbageCollector;
import io.hookline.local.delete.ObjectDeleter;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.Timestamps;
import io.hookline.local.resource.BuiltInResources;
import io.hookline.local.resource.ResourceRegistry;
import io.hookline.local.resource.ScaleSubresource;
import io.hookline.local.resource.ServedResource;
import io.hookline.local.resource.VersionConversion;
import io.hookline.local.schema.StrictFields;
import io.hookline.local.store.Storage;
import io.hookline.local.store.StoreReader;
import io.hookline.local.validation.ObjectNames;
import io.hookline.local.validation.ObjectValidation;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * A Kubernetes API server's behaviour in memory: versions, watches, schemas, finalizers, garbage collection, namespaces,
 * CustomResourceDefinitions.
 *
 * <p>It has no threads: what a real cluster's garbage collector and namespace controller do some moments after a change
 * is done before the change returns. Controllers of workloads are not part of it: a Deployment makes no Pods here.
 *
 * <p>Known limits. No {@code managedFields}: an apply patch sets what it names and merges lists by their keys, finds no
 * conflicts and takes nothing away. CEL rules of schemas are accepted and not evaluated. Of the rules and defaults of
 * built-in kinds only the common ones are there. Conversion webhooks are refused. The answers to wrong requests are
 * worded as the real server's, but for those in which it shows its own types or quotes its JSON decoder.
 *
 * <p>Thread-safe: one lock, and readers never hold it for long. A slow watch costs nobody anything, and expires once the
 * changes it has not read yet are forgotten (10,000 changes or 64 MB later). Objects are kept as bytes.
 */
public final class LocalCluster implements Cluster {

    private static final String API_SERVICE = """
            {"apiVersion":"v1","kind":"Service","metadata":{"name":"kubernetes","namespace":"default",
             "labels":{"component":"apiserver","provider":"kubernetes"}},
             "spec":{"clusterIP":"10.96.0.1","ports":[{"name":"https","port":443,"targetPort":6443}]}}
            """;

    private final InstantSource clock;
    private final Storage storage = new Storage();
    private final ResourceRegistry kinds;
    private final StoreReader reader;
    private final StoreWriter writer;
    private final Normalizer shaping;
    private final PatchHandler patches;
    private final ObjectDeleter deletion;
    private final GarbageCollector cascade;

    private LocalCluster(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        Timestamps time = new Timestamps(clock);
        kinds = new ResourceRegistry(new BuiltInResources().read());
        reader = new StoreReader(storage, clock);
        shaping = new Normalizer(new BuiltInDefaults(new ServiceDefaults(storage, random)));
        writer = new StoreWriter(
                storage,
                new ObjectMetaRules(new ObjectNames(random), time),
                shaping,
                new ObjectValidation(storage),
                time);
        patches = new PatchHandler(writer);
        deletion = new ObjectDeleter(storage, time);
        cascade = new GarbageCollector(storage, kinds, deletion, time);
        storage.listener(cascade);
    }

    /**
     * A cluster with what every cluster has from the start: four namespaces, and the Service of the API server.
     *
     * @param clock what time it is; timeouts of watches go by it too
     * @param random where uids and generated names come from; used by one thread at a time
     */
    public static LocalCluster create(InstantSource clock, RandomGenerator random) {
        LocalCluster cluster = new LocalCluster(clock, random);
        for (String name : List.of("default", "kube-system", "kube-public", "kube-node-lease")) {
            cluster.begin("{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"" + name + "\"}}");
        }
        cluster.begin(API_SERVICE);
        return cluster;
    }

    private void begin(String json) {
        KubeObject object = KubeObject.of(json);
        create(discover().find(object.gvk()).orElseThrow(), object, WriteOptions.PLAIN);
    }

    @Override
    public Discovery discover() {
        return locked(() -> new Discovery(kinds.all(), List.of()));
    }

    @Override
    public KubeObject get(ApiResource resource, ObjectKey key) {
        return locked(() -> reader.get(kinds.find(resource), key));
    }

    /**
     * The {@code Scale} of an object, as its scale subresource shows it.
     *
     * @throws io.hookline.cluster.ClusterException.NotFound if there is no such object, or it cannot be scaled
     */
    public KubeObject scale(ApiResource resource, ObjectKey key) {
        return locked(() -> {
            ServedResource served = kinds.find(resource);
            return KubeObject.of(ScaleSubresource.of(served, reader.get(served, key)));
        });
    }

    @Override
    public ObjectList list(ApiResource resource, ListOptions options) {
        return locked(() -> reader.list(kinds.find(resource), options));
    }

    @Override
    public Watch watch(ApiResource resource, WatchOptions options) {
        return locked(() -> reader.watch(kinds.find(resource), options));
    }

    @Override
    public KubeObject create(ApiResource resource, KubeObject object, WriteOptions options) {
        return changing(() -> writer.create(kinds.find(resource), object.tree(), options));
    }

    /** {@inheritDoc} For the subresource {@code scale} the object is a {@code Scale}, and so is the answer. */
    @Override
    public KubeObject update(ApiResource resource, KubeObject object, WriteOptions options) {
        return changing(() -> options.subresource().equals("scale")
                ? patches.scale(kinds.find(resource), object, options)
                : writer.update(kinds.find(resource), object, options));
    }

    /** {@inheritDoc} A patch of the subresource {@code scale} is one of the {@code Scale}, which is the answer too. */
    @Override
    public KubeObject patch(ApiResource resource, ObjectKey key, Patch patch, WriteOptions options) {
        return changing(() -> patches.patch(kinds.find(resource), key, patch, options));
    }

    @Override
    public Optional<KubeObject> delete(ApiResource resource, ObjectKey key, DeleteOptions options) {
        return changing(() -> deleted(kinds.find(resource), key, options));
    }

    /**
     * Deletes all objects that a list would show, each as {@link #delete} would.
     *
     * @return the objects that were there
     */
    public List<KubeObject> deleteCollection(ApiResource resource, ListOptions which, DeleteOptions options) {
        return changing(() -> {
            ServedResource served = kinds.find(resource);
            List<KubeObject> all = new ArrayList<>();
            for (KubeObject object : reader.list(served, which).items()) {
                deletion.delete(served, object.key(), options);
                all.add(object);
            }
            return all;
        });
    }

    /**
     * Which fields of an object its kind does not know: what strict field validation refuses, and what is dropped
     * otherwise.
     *
     * @return paths such as {@code spec.replica}
     */
    public List<String> unknownFields(ApiResource resource, KubeObject object) {
        return unknownFields(resource, object.tree());
    }

    /** The same for a tree, which may be changed, and need not be a whole object. */
    public List<String> unknownFields(ApiResource resource, ObjectNode tree) {
        return shaping.unknownFields(locked(() -> kinds.find(resource)), tree);
    }

    /**
     * What strict field validation finds in the JSON of an object: {@code duplicate field "data.a"}. The texts of custom
     * kinds are read first and compared with their schema then.
     */
    public List<String> strictProblems(ApiResource resource, KubeObject object, String json) {
        ServedResource served = locked(() -> kinds.find(resource));
        if (!served.isCustom()) {
            return shaping.strictProblems(served, json);
        }
        List<String> problems = new ArrayList<>(StrictFields.duplicates(json));
        for (String path : shaping.unknownFields(served, object.tree())) {
            problems.add("unknown field " + FieldError.quote(path));
        }
        return problems;
    }

    /** What time it is here. */
    public InstantSource clock() {
        return clock;
    }

    /** The revision of the latest change; 64 bits, growing. */
    public long currentRevision() {
        return locked(storage::revision);
    }

    /**
     * Forgets the past: watches that have not read all of it, and lists and watches from before, are expired. For tests
     * of what happens then.
     */
    public void compact() {
        locked(() -> {
            storage.compact();
            return true;
        });
    }

    private Optional<KubeObject> deleted(ServedResource served, ObjectKey key, DeleteOptions options) {
        Optional<KubeObject> marked = deletion.delete(served, key, options);
        cascade.settle();
        if (marked.isEmpty() || options.dryRun()) {
            return marked;
        }
        return writer.live(served, key)
                .filter(now -> now.uid().equals(marked.get().uid()))
                .map(now -> VersionConversion.served(served, now));
    }

    private <T> T changing(Supplier<T> change) {
        return locked(() -> {
            try {
                return change.get();
            } finally {
                cascade.settle();
            }
        });
    }

    private <T> T locked(Supplier<T> work) {
        storage.lock().lock();
        try {
            return work.get();
        } finally {
            storage.lock().unlock();
        }
    }
}
