package io.hookline.testing.embedded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.KubeObjects;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.testing.YamlObjects;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioResult;
import io.hookline.testing.scenario.ScenarioRunner;
import io.hookline.testing.scenario.environment.ManifestInstaller;
import io.hookline.testing.scenario.environment.NamespacedObjects;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.testing.scenario.file.ScenarioException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The access of a test to the cluster of {@link EmbeddedCluster}, in the namespace of the test. Thread-safe.
 *
 * <p>An object to write is a record or other bean, an object of the Kubernetes model, a {@code Map}, an
 * {@code ObjectNode}, a {@link KubeObject} or JSON text; a {@code Path} stands for the objects of a YAML file, and a
 * collection for its elements. An object without a namespace is in that of the test. Objects are found by a class of
 * the Kubernetes model and a name, or by a kind as kubectl names it, such as {@code buckets}. What the API server
 * refuses is a {@link ClusterException}.
 */
public final class TestCluster {

    private static final WriteOptions BY_TEST = WriteOptions.PLAIN.by("hookline-test");
    private static final Duration INSTALL_WITHIN = Duration.ofSeconds(10);

    private final RunningCluster running;
    private final String namespace;
    private final ScenarioEnvironment environment;
    private final TestObjects objects;
    private final Waiting waiting;

    TestCluster(RunningCluster running, String namespace) {
        this(running, namespace, Waiting.LIMIT);
    }

    private TestCluster(RunningCluster running, String namespace, Duration limit) {
        this.running = running;
        this.namespace = namespace;
        this.environment = running.hookline().environment();
        this.objects = new TestObjects(environment, running.objects(), namespace);
        this.waiting = new Waiting(environment, namespace, limit);
    }

    /** The same access, which waits at most this long; the default is 10 seconds. */
    public TestCluster within(Duration limit) {
        return new TestCluster(running, namespace, limit);
    }

    /** The namespace of the test. */
    public String namespace() {
        return namespace;
    }

    /**
     * Serves hooks of this process, for all tests of the class.
     *
     * @param name the first part of the path that controllers call, such as {@code bucket} in {@code /bucket/sync}
     * @param hooks objects that implement hook interfaces
     */
    public void serve(String name, Object... hooks) {
        running.hookline().serve(name, hooks);
    }

    /** Creates an object, which must not exist, and returns it as stored. */
    public KubeObject create(Object object) {
        KubeObject given = objects.only(object);
        return environment.cluster().create(objects.resource(given), objects.placed(given), BY_TEST);
    }

    /** Creates objects, or merges them into existing ones, and returns them as stored. */
    public List<KubeObject> apply(Object... sources) {
        List<KubeObject> written = new ArrayList<>();
        for (KubeObject object : objects.all(List.of(sources))) {
            written.add(apply(object));
        }
        return List.copyOf(written);
    }

    private KubeObject apply(KubeObject object) {
        try {
            return create(object);
        } catch (ClusterException.AlreadyExists _) {
            KubeObject placed = objects.placed(object);
            Patch merge = Patch.merge(placed.json());
            return environment.cluster().patch(objects.resource(object), placed.key(), merge, BY_TEST);
        }
    }

    /** Changes an object by a merge patch: a map with the fields to change. A field that is null is removed. */
    public KubeObject patch(String kind, String name, Map<String, ?> fields) {
        return patch(kind, name, fields, BY_TEST);
    }

    /** Changes the status of an object, as the controller of its kind does: a map with the fields to change. */
    public KubeObject patchStatus(String kind, String name, Map<String, ?> status) {
        boolean separate = objects.resource(kind).hasStatus();
        return patch(
                kind, name, Map.of("status", status), separate ? WriteOptions.STATUS.by("hookline-test") : BY_TEST);
    }

    private KubeObject patch(String kind, String name, Map<String, ?> fields, WriteOptions options) {
        Patch merge = Patch.merge(GoJson.text(running.objects().tree(fields)));
        return environment
                .cluster()
                .patch(objects.resource(kind), objects.key(objects.resource(kind), name), merge, options);
    }

    /** Requests the deletion of an object, without waiting for it: see {@link #awaitDeleted}. */
    public void delete(String kind, String name) {
        environment
                .cluster()
                .delete(objects.resource(kind), objects.key(objects.resource(kind), name), DeleteOptions.BACKGROUND);
    }

    /** Finds an object by its class and name. */
    public <T> Optional<T> find(Class<T> type, String name) {
        return find(objects.kind(type), name).map(object -> running.objects().read(object, type));
    }

    /** Finds an object by its kind and name. */
    public Optional<KubeObject> find(String kind, String name) {
        ApiResource resource = objects.resource(kind);
        try {
            return Optional.of(environment.cluster().get(resource, objects.key(resource, name)));
        } catch (ClusterException.NotFound _) {
            return Optional.empty();
        }
    }

    /** All objects of a class in the namespace of the test, sorted by name. */
    public <T> List<T> list(Class<T> type) {
        return list(objects.kind(type)).stream()
                .map(object -> running.objects().read(object, type))
                .toList();
    }

    /** All objects of a kind in the namespace of the test, sorted by name. */
    public List<KubeObject> list(String kind) {
        ApiResource resource = objects.resource(kind);
        return environment
                .cluster()
                .list(resource, ListOptions.ALL.inNamespace(resource.namespaced() ? namespace : ""))
                .items();
    }

    /** Reads an object as a class, such as a record that declares only the fields that the test uses. */
    public <T> T read(KubeObject object, Class<T> type) {
        return running.objects().read(object, type);
    }

    /** Waits until an object exists. */
    public <T> T await(Class<T> type, String name) {
        return await(type, name, _ -> true);
    }

    /**
     * Waits until an object exists and a condition holds. A condition that throws because a field is not set yet, or by
     * an assertion, does not hold.
     *
     * @throws AssertionError if the condition does not hold in time; the message has the object, the newest warning and
     *     what the watcher logged about it
     */
    public <T> T await(Class<T> type, String name, Predicate<T> condition) {
        KubeObject object = await(
                objects.kind(type),
                name,
                found -> condition.test(running.objects().read(found, type)));
        return running.objects().read(object, type);
    }

    /** Waits until an object exists. */
    public KubeObject await(String kind, String name) {
        return await(kind, name, _ -> true);
    }

    /**
     * Waits until an object exists and a condition holds. A condition that throws because a field is not set yet, or by
     * an assertion, does not hold.
     *
     * @throws AssertionError if the condition does not hold in time
     */
    public KubeObject await(String kind, String name, Predicate<KubeObject> condition) {
        return waiting.until(
                        kind + "/" + name,
                        () -> find(kind, name),
                        found -> found.filter(condition).isPresent())
                .orElseThrow();
    }

    /**
     * Waits until an object does not exist any more.
     *
     * @throws AssertionError if it exists after the time limit
     */
    public void awaitDeleted(String kind, String name) {
        waiting.until(kind + "/" + name + " to be deleted", () -> find(kind, name), Optional::isEmpty);
    }

    /** The events in the namespace of the test, such as {@code Warning NoRoom bucket/photos: no room}, oldest first. */
    public List<String> events() {
        return list("events").stream()
                .map(Waiting::describe)
                .sorted()
                .map(text -> text.substring(text.indexOf('\t') + 1))
                .toList();
    }

    /**
     * Waits until there is an event in the namespace of the test that contains a text.
     *
     * @throws AssertionError if there is none in time; the message has the others
     */
    public String awaitEvent(String part) {
        return waiting.untilPresent("an event with \"" + part + "\"", this::events, part);
    }

    /** Lets requests of the watcher and calls of hooks fail. */
    public Faults faults() {
        return running.hookline().faults();
    }

    /**
     * Runs the scenario of a folder: its manifests and its {@code expect.yaml}, in a namespace of its own.
     *
     * @throws AssertionError with the failed step, the expected and the actual state
     */
    public void run(Path scenario) {
        ScenarioResult result = waiting.interruptibly(() -> ScenarioRunner.run(Scenario.read(scenario), environment));
        if (result instanceof ScenarioResult.Failed(String name, var failure)) {
            throw new AssertionError(name + ", " + failure);
        }
    }

    /**
     * A kubeconfig for any client, as text. It has the certificate authority of the server, the token that clients
     * need, and the test's namespace.
     */
    public String kubeconfig() {
        return running.server().kubeconfig(namespace);
    }

    /** The URL of the API server, such as {@code https://127.0.0.1:43210}. */
    public String url() {
        return running.server().url();
    }

    /** The bearer token that requests to the API server need, for clients without a kubeconfig. */
    public String token() {
        return running.server().token().text();
    }

    /** Installs CRDs and controllers, and waits until the CRDs are served. */
    void install(List<Manifest> manifests) {
        Optional<String> failure = waiting.interruptibly(() -> new ManifestInstaller(environment)
                .install(Manifest.ordered(manifests), namespace, INSTALL_WITHIN, _ -> {}));
        if (failure.isPresent()) {
            throw new ScenarioException(failure.get());
        }
    }

    /** Finds out which objects a test means: their form, kind and namespace. */
    record TestObjects(ScenarioEnvironment environment, KubeObjects converter, String namespace) {

        /** The one object of a source. */
        KubeObject only(Object source) {
            List<KubeObject> objects = all(List.of(source));
            if (objects.size() != 1) {
                throw new IllegalArgumentException("expected one object, found " + objects.size() + ": " + objects);
            }
            return objects.getFirst();
        }

        /** The objects of all sources. */
        List<KubeObject> all(Collection<?> sources) {
            List<KubeObject> objects = new ArrayList<>();
            for (Object source : sources) {
                switch (source) {
                    case Path file -> objects.addAll(YamlObjects.read(file));
                    case Collection<?> several -> objects.addAll(all(several));
                    default -> objects.add(converter.of(source));
                }
            }
            return objects;
        }

        /** The name of the kind of a class. */
        String kind(Class<?> type) {
            GroupVersionKind kind = converter.kindOf(type);
            return environment
                    .resource(kind)
                    .map(resource -> resource.plural() + (resource.group().isEmpty() ? "" : "." + resource.group()))
                    .orElseThrow(() -> new IllegalArgumentException("the API server does not serve " + kind));
        }

        /** The resource of a kind, as kubectl names it. */
        ApiResource resource(String kind) {
            return environment
                    .resource(kind)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "the API server does not serve kind '" + kind + "'" + environment.suggestionFor(kind)));
        }

        /** The resource of an object. */
        ApiResource resource(KubeObject object) {
            return new NamespacedObjects(environment, namespace).resource(object);
        }

        /** The key of an object in the namespace of the test, unless its name has another. */
        ObjectKey key(ApiResource resource, String name) {
            ObjectKey given = ObjectKey.parse(name);
            return resource.namespaced() && given.namespace().isEmpty() ? new ObjectKey(namespace, name) : given;
        }

        /** The object in the namespace of the test, if its kind is namespaced and it names none. */
        KubeObject placed(KubeObject object) {
            if (!resource(object).namespaced() || !object.namespace().isEmpty()) {
                return object;
            }
            ObjectNode tree = object.tree();
            tree.withObjectProperty("metadata").put("namespace", namespace);
            return KubeObject.of(tree);
        }
    }
}
