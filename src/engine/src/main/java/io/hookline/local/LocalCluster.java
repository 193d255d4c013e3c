package io.hookline.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Discovery;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WarningListener;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.defaults.BuiltInDefaults;
import io.hookline.local.defaults.Normalizer;
import io.hookline.local.defaults.ServiceDefaults;
import io.hookline.local.delete.GarbageCollector;
import io.hookline.local.delete.ObjectDeleter;
import io.hookline.local.delete.ObjectDeleter.Deletion;
import io.hookline.local.fields.FieldManager;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.Timestamps;
import io.hookline.local.patch.PatchApplier;
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
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * A Kubernetes API server in memory: versions, watches, schemas, finalizers, garbage collection, namespaces,
 * CustomResourceDefinitions.
 *
 * <p>It has no threads. The garbage collector and the namespace controller of a real cluster run shortly after a
 * change; here their work is done before the change returns. It has no workload controllers: a Deployment creates no
 * Pods.
 *
 * <p>Known limits. Only the common rules and defaults of built-in
 * kinds are implemented. No webhooks are called. Error messages are those of the real server, except where
 * that one shows its own types or quotes its JSON decoder.
 *
 * <p>Thread-safe: there is one lock, and readers never hold it for long. A slow watch delays no other caller; it
 * expires when the changes that it has not read yet are dropped (10,000 changes or 64 MB later). Objects are stored as
 * bytes.
 */
public final class LocalCluster implements Cluster {

    private static final String API_SERVICE = """
            {"apiVersion":"v1","kind":"Service","metadata":{"name":"kubernetes","namespace":"default",
             "labels":{"component":"apiserver","provider":"kubernetes"}},
             "spec":{"clusterIP":"10.96.0.1","ports":[{"name":"https","port":443,"targetPort":6443}]}}
            """;

    private final InstantSource clock;
    private final Storage storage = new Storage();
    private final ResourceRegistry resources;
    private final StoreReader reader;
    private final StoreWriter writer;
    private final Normalizer normalizer;
    private final PodBindings bindings;
    private final ObjectDeleter deleter;
    private final GarbageCollector garbageCollector;
    private final LocalWarnings warnings;

    private LocalCluster(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        Timestamps time = new Timestamps(clock);
        resources = new ResourceRegistry(new BuiltInResources().read());
        reader = new StoreReader(storage, clock);
        normalizer = new Normalizer(new BuiltInDefaults(new ServiceDefaults(storage, random)));
        warnings = new LocalWarnings(normalizer);
        FieldManager fields = new FieldManager(time);
        writer = new StoreWriter(
                storage,
                new ObjectMetaRules(new ObjectNames(random), time),
                normalizer,
                new ObjectValidation(storage),
                fields,
                time);
        bindings = new PodBindings(storage, time);
        deleter = new ObjectDeleter(storage, time);
        garbageCollector = new GarbageCollector(storage, resources, deleter, fields, time);
        storage.setListener(garbageCollector);
    }

    /**
     * Creates a cluster with the objects of every new cluster: four namespaces and the Service of the API server.
     *
     * @param clock the current time, also for timeouts of watches
     * @param random the source of uids and generated names; used by one thread at a time
     */
    public static LocalCluster create(InstantSource clock, RandomGenerator random) {
        LocalCluster cluster = new LocalCluster(clock, random);
        for (String name : List.of("default", "kube-system", "kube-public", "kube-node-lease")) {
            cluster.createInitial(
                    "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"" + name + "\"}}");
        }
        cluster.createInitial(API_SERVICE);
        return cluster;
    }

    private void createInitial(String json) {
        KubeObject object = KubeObject.of(json);
        create(discover().find(object.gvk()).orElseThrow(), object, WriteOptions.PLAIN.by("kube-apiserver"));
    }

    @Override
    public Discovery discover() {
        return locked(() -> new Discovery(resources.all(), List.of()));
    }

    @Override
    public KubeObject get(ApiResource resource, ObjectKey key) {
        return locked(() -> reader.get(resources.find(resource), key));
    }

    /**
     * Returns the {@code Scale} of an object, as its scale subresource shows it.
     *
     * @param read whether it is for a client that reads it, which a custom resource without replicas refuses; a patch may add them
     * @throws io.hookline.cluster.ClusterException.NotFound if the object does not exist or has no scale subresource
     */
    public KubeObject scale(ApiResource resource, ObjectKey key, boolean read) {
        return locked(() -> {
            ServedResource served = resources.find(resource);
            KubeObject object = reader.get(served, key);
            if (read) {
                ScaleSubresource.requireReplicas(served, object);
            }
            return KubeObject.of(ScaleSubresource.of(served, object));
        });
    }

    @Override
    public ObjectList list(ApiResource resource, ListOptions options) {
        return locked(() -> reader.list(resources.find(resource), options));
    }

    @Override
    public Watch watch(ApiResource resource, WatchOptions options) {
        return locked(() -> reader.watch(resources.find(resource), options));
    }

    /**
     * {@inheritDoc} For the subresource {@code binding} of Pods, the object is a {@code Binding} and the result a
     * {@code Status}.
     */
    @Override
    public KubeObject create(ApiResource resource, KubeObject object, WriteOptions options) {
        Written created = writing(
                resource,
                served -> options.subresource().equals("binding")
                        ? bindings.bind(served, object, options)
                        : writer.create(served, object.tree(), options));
        warnings.of(created.served(), object, options);
        return created.object();
    }

    /** {@inheritDoc} For the subresource {@code scale}, the object and the result are a {@code Scale}. */
    @Override
    public KubeObject update(ApiResource resource, KubeObject object, WriteOptions options) {
        Written updated = writing(
                resource,
                served -> options.subresource().equals("scale")
                        ? writer.scale(served, object, options)
                        : writer.update(served, object, options));
        warnings.of(updated.served(), object, options);
        return updated.object();
    }

    /** {@inheritDoc} For the subresource {@code scale}, the {@code Scale} is patched and returned. */
    @Override
    public KubeObject patch(ApiResource resource, ObjectKey key, Patch patch, WriteOptions options) {
        Written patched = writing(resource, served -> writer.patch(served, key, patch, options));
        warnings.of(patched.served(), patch, options);
        return patched.object();
    }

    @Override
    public Optional<KubeObject> delete(ApiResource resource, ObjectKey key, DeleteOptions options) {
        return remaining(deleting(resource, key, options));
    }

    /** Deletes an object, and tells how it was last. */
    public Deletion deleting(ApiResource resource, ObjectKey key, DeleteOptions options) {
        return changing(() -> deleted(resources.find(resource), key, options));
    }

    private static Optional<KubeObject> remaining(Deletion deletion) {
        return deletion.removed() ? Optional.empty() : Optional.of(deletion.last());
    }

    /**
     * Deletes all objects that a list with these options returns, each like {@link #delete}.
     *
     * @return the objects as they were before
     */
    public List<KubeObject> deleteCollection(ApiResource resource, ListOptions which, DeleteOptions options) {
        return changing(() -> {
            ServedResource served = resources.find(resource);
            List<KubeObject> all = new ArrayList<>();
            for (KubeObject object : reader.list(served, which).items()) {
                deleter.delete(served, object.key(), options);
                all.add(object);
            }
            return all;
        });
    }

    /**
     * Finds the fields of an object that are not in its schema. Strict field validation refuses them; otherwise they
     * are removed.
     *
     * @return paths such as {@code spec.replica}
     */
    public List<String> unknownFields(ApiResource resource, KubeObject object) {
        return unknownFields(resource, object.tree());
    }

    /** Does the same for a tree, which may be a part of an object. The tree may be changed. */
    public List<String> unknownFields(ApiResource resource, ObjectNode tree) {
        return normalizer.unknownFields(served(resource), tree);
    }

    /** The object after a patch that is no apply: before any check of its values. */
    public ObjectNode patched(ApiResource resource, KubeObject before, Patch patch) {
        return PatchApplier.apply(served(resource), before.tree(), patch);
    }

    /**
     * Returns the names of the fields that an object may have at a place.
     *
     * @param place such as {@code spec.template}; empty for the object itself
     */
    public Set<String> knownFields(ApiResource resource, String place) {
        return normalizer.knownFields(locked(() -> resources.find(resource)), place);
    }

    /**
     * Returns the problems that strict field validation finds in the JSON of an object, such as {@code duplicate field
     * "data.a"}. A custom resource is parsed first, then compared with its schema.
     */
    public List<String> strictProblems(ApiResource resource, KubeObject object, String json) {
        ServedResource served = served(resource);
        if (!served.isCustom()) {
            return normalizer.strictProblems(served, json);
        }
        List<String> problems = new ArrayList<>(StrictFields.duplicates(json));
        for (String path : normalizer.unknownFields(served, object.tree())) {
            problems.add("unknown field " + FieldError.quote(path));
        }
        return problems;
    }

    /** What the fields of an object are checked by; a {@code Scale} is no object of its own. */
    private ServedResource served(ApiResource resource) {
        ServedResource scale = ScaleSubresource.KIND;
        return resource.equals(scale.api()) ? scale : locked(() -> resources.find(resource));
    }

    /** The clock of this cluster. */
    public InstantSource clock() {
        return clock;
    }

    /** The revision of the latest change; it only grows. */
    public long currentRevision() {
        return locked(storage::revision);
    }

    /**
     * Drops the history: watches that have not read all of it, and lists and watches from an older revision, expire.
     * For tests of expiry.
     */
    public void compact() {
        locked(() -> {
            storage.compact();
            return true;
        });
    }

    /** Does work that belongs together, while nobody else reads or changes objects. It must not wait for anything. */
    public <T> T exclusively(Supplier<T> work) {
        return locked(work);
    }

    /** Whether the answer to a deletion is the object, even if it is gone, as for some built-in kinds. */
    public boolean returnsDeleted(ApiResource resource) {
        return locked(() -> resources.find(resource).is(ServedResource.Behaviour.RETURNS_DELETED));
    }

    private Deletion deleted(ServedResource served, ObjectKey key, DeleteOptions options) {
        writer.live(served, key).ifPresent(live -> VersionConversion.served(served, live)); // or nothing is deleted
        Deletion deletion = deleter.delete(served, key, options);
        garbageCollector.collect();
        KubeObject last = VersionConversion.served(served, deletion.last());
        if (deletion.removed() || options.dryRun()) {
            return new Deletion(last, deletion.removed());
        }
        return writer.live(served, key)
                .filter(now -> now.uid().equals(last.uid()))
                .map(now -> new Deletion(VersionConversion.served(served, now), false))
                .orElseGet(() -> new Deletion(last, true));
    }

    /** A written object, and its resource as it was: a definition goes with the last of its objects. */
    private record Written(ServedResource served, KubeObject object) {}

    private Written writing(ApiResource resource, Function<ServedResource, KubeObject> write) {
        return changing(() -> {
            ServedResource served = resources.find(resource);
            return new Written(served, write.apply(served));
        });
    }

    private <T> T changing(Supplier<T> change) {
        return locked(() -> {
            try {
                return change.get();
            } finally {
                garbageCollector.collect();
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

    /**
     * Warns of unknown fields in the writes of this process, as the HTTP endpoints do in theirs. A caller without a
     * listener costs nothing.
     */
    private static final class LocalWarnings {

        private final Normalizer normalizer;

        LocalWarnings(Normalizer normalizer) {
            this.normalizer = normalizer;
        }

        /** Warns of a whole object that was written. */
        void of(ServedResource resource, KubeObject object, WriteOptions options) {
            if (isHeard(options)) {
                warn(resource, object.tree(), options);
            }
        }

        /** Warns of a patch; an apply patch with an unknown field was refused. */
        void of(ServedResource resource, Patch patch, WriteOptions options) {
            if (!isHeard(options)) {
                return;
            }
            JsonNode body = Json.parse(patch.body().getBytes(StandardCharsets.UTF_8));
            switch (patch.type()) {
                case JSON -> body.forEach(operation -> operation(resource, operation, options));
                case MERGE, STRATEGIC -> {
                    if (body instanceof ObjectNode fields) {
                        warn(resource, fields, options);
                    }
                }
                case APPLY -> {}
            }
        }

        private static boolean isHeard(WriteOptions options) {
            return !options.warnings().equals(WarningListener.NONE)
                    && (options.subresource().isEmpty() || options.subresource().equals("status"));
        }

        /**
         * Only operations on fields of objects: with the position in a list, the patch alone does not show the path.
         */
        private void operation(ServedResource resource, JsonNode operation, WriteOptions options) {
            List<String> path =
                    List.of(operation.path("path").asText().substring(1).split("/", -1));
            boolean inList = path.stream().anyMatch(step -> step.equals("-") || step.matches("\\d+"));
            if (operation.has("value") && !operation.path("op").asText().equals("test") && !inList) {
                ObjectNode root = Json.NODES.objectNode();
                ObjectNode parent = root;
                for (String step : path.subList(0, path.size() - 1)) {
                    parent = parent.putObject(unescaped(step));
                }
                parent.set(unescaped(path.getLast()), operation.get("value").deepCopy());
                warn(resource, root, options);
            }
        }

        private static String unescaped(String step) {
            return step.replace("~1", "/").replace("~0", "~");
        }

        private void warn(ServedResource resource, ObjectNode tree, WriteOptions options) {
            normalizer.unknownFields(resource, tree).stream()
                    .filter(path -> !path.contains("$")) // a directive of a strategic merge patch
                    .forEach(path -> options.warnings().warned("unknown field " + FieldError.quote(path)));
        }
    }
}
