package io.hookline.cli;

import ch.qos.logback.classic.Level;
import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cli.dev.ProjectCluster;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.ClusterFlags;
import io.hookline.cli.terminal.Logging;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Discovery;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.kube.KubeCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.HumanDuration;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import io.hookline.spec.ChildRule;
import io.hookline.spec.CompositeController;
import io.hookline.spec.ControllerDecoder;
import io.hookline.spec.ControllerSpec.DeletionPolicy;
import io.hookline.spec.WellKnown;
import io.hookline.watcher.sync.ChildRemoval;
import io.hookline.watcher.sync.FinalizerRelease;
import io.hookline.watcher.sync.Finalizers;
import io.hookline.watcher.sync.ObjectWriter;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code hookline release}: removes the finalizers of controllers that were deleted while no watcher ran, and deletes
 * what they made if that is requested.
 */
@Command(
        name = "release",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Remove the finalizers of a deleted controller from all objects, so that they can be deleted.",
            "A running watcher does this itself. Use this command if the controller was deleted while no watcher ran.",
            "With --undo, also delete what the controller made. With --stop-watcher, before an uninstallation: release the objects of"
                    + " all controllers, which stay."
        })
final class ReleaseCommand implements Callable<Integer> {

    private static final String COMPOSITE = "CompositeController";
    private static final String DECORATOR = "DecoratorController";

    /** The default of the watcher's flag {@code --leader-election-id}, and that of Metacontroller. */
    private static final String LEASE = "metacontroller";

    /** Longer than a watcher that ends waits for running syncs. */
    private static final Duration END_OF_WATCHER = Duration.ofMinutes(2);

    @Parameters(
            paramLabel = "NAME",
            arity = "0..1",
            description = "The deleted CompositeController or DecoratorController.")
    private String name = "";

    @Option(
            names = "--stop-watcher",
            paramLabel = "NAMESPACE/NAME",
            description =
                    "In place of NAME: scale this Deployment of the watcher to 0, wait until its Pods have ended, then release"
                            + " the objects of all controllers. The controllers stay.")
    private String watcher = "";

    @Option(
            names = "--force",
            description =
                    "With --stop-watcher: also release while another watcher, such as Metacontroller, holds its Lease.")
    private boolean force;

    @Option(
            names = "--undo",
            description = "Also delete the attachments of a deleted DecoratorController, and the children of a"
                    + " CompositeController that waits for this (deletionPolicy Undo). No hook is called. Labels,"
                    + " annotations and status that a decorator has set stay: only a watcher knows them.")
    private boolean undo;

    @Mixin
    private final ClusterFlags flags = new ClusterFlags();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        if (name.isEmpty() == watcher.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "name a deleted controller, or use --stop-watcher");
        }
        if (force && watcher.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--force needs --stop-watcher");
        }
        if (!watcher.isEmpty() && (undo || !watcher.matches("[^/]+/[^/]+"))) {
            throw new ParameterException(
                    spec.commandLine(), "--stop-watcher needs NAMESPACE/NAME of a Deployment, and no --undo");
        }
        Logging.configure(Logging.Format.TEXT, Level.WARN);
        try (KubeCluster cluster =
                ProjectCluster.here(flags).connect(spec.commandLine().getErr())) {
            Discovery discovery = cluster.discover();
            List<String> failures = new ArrayList<>();
            if (!watcher.isEmpty()) {
                String stopped = stop(cluster, discovery, ObjectKey.parse(watcher));
                if (!force) {
                    findNoOtherWatcher(cluster, discovery, stopped);
                }
            }
            List<Departed> departed =
                    watcher.isEmpty() ? departed(cluster, discovery) : all(cluster, discovery, failures);
            if (undo) {
                departed.forEach(each -> failures.addAll(undo(cluster, discovery, each)));
            }
            departed.forEach(each -> failures.addAll(release(cluster, discovery.resources(), each.finalizer())));
            discovery
                    .failedGroupVersions()
                    .forEach(apiVersion -> failures.add("can't discover the resources of " + apiVersion
                            + ": its objects were not looked at, and may carry the finalizer"));
            if (!failures.isEmpty()) {
                throw new CliErrors.CommandFailed(
                        (undo ? "not everything could be undone" : "some finalizers could not be removed")
                                + "; run the command again:\n" + String.join("\n", failures));
            }
            departed.forEach(each -> letGo(cluster, each));
        } catch (DecodeException e) {
            throw new CliErrors.CommandFailed(
                    "controller " + name + " is not valid, so nothing is undone; correct it, or"
                            + " set its deletionPolicy to Orphan: " + e.getMessage());
        }
        return 0;
    }

    /**
     * A controller that does not exist any more, or only until it is released, or whose watcher is gone.
     *
     * @param kind {@code CompositeController} or {@code DecoratorController}
     * @param held its object and the resource of it, if that waits to be released
     */
    private record Departed(String kind, String finalizer, Optional<Held> held) {}

    /** The object of a controller that is being deleted and still has the finalizer of its deletion policy. */
    private record Held(ApiResource resource, KubeObject object) {}

    /**
     * Stops a watcher, which would add the finalizers again. One that is gone already is stopped.
     *
     * @return its Deployment as JSON; empty if it is gone
     */
    private String stop(Cluster cluster, Discovery discovery, ObjectKey key) throws InterruptedException {
        ApiResource deployments = discovery
                .find(GroupVersionKind.of("apps/v1", "Deployment"))
                .orElseThrow(() -> new CliErrors.CommandFailed("the API server has no Deployments"));
        ApiResource pods = discovery
                .find(GroupVersionKind.of("v1", "Pod"))
                .orElseThrow(() -> new CliErrors.CommandFailed("the API server has no Pods"));
        KubeObject deployment;
        try {
            deployment =
                    cluster.patch(deployments, key, Patch.merge("{\"spec\":{\"replicas\":0}}"), WriteOptions.PLAIN);
        } catch (ClusterException.NotFound _) {
            return "";
        }
        ListOptions own = ListOptions.ALL
                .inNamespace(key.namespace())
                .matching(
                        LabelSelector.fromJson(deployment.tree().at("/spec/selector"), new FieldPath("spec.selector")));
        long start = System.nanoTime();
        for (int left = cluster.list(pods, own).items().size();
                left > 0;
                left = cluster.list(pods, own).items().size()) {
            if (System.nanoTime() - start > END_OF_WATCHER.toNanos()) {
                throw new CliErrors.CommandFailed(left + " Pods of Deployment " + key + " still run after "
                        + HumanDuration.text(END_OF_WATCHER) + "; nothing was released");
            }
            pause();
        }
        out().println("stopped Deployment " + key);
        out().flush();
        return deployment.json();
    }

    private static void pause() throws InterruptedException {
        var _ = new CountDownLatch(1).await(500, TimeUnit.MILLISECONDS);
    }

    /**
     * Fails if another watcher renews a Lease: without the finalizers it would not finalize what is deleted. A Lease that is
     * held but not renewed is that of a watcher that has ended. Its times are not compared with the clock of this process.
     *
     * @param stopped the Deployment that was stopped, which may name another Lease than the usual one
     */
    private void findNoOtherWatcher(Cluster cluster, Discovery discovery, String stopped) throws InterruptedException {
        Optional<ApiResource> leases = discovery.find(GroupVersionKind.of("coordination.k8s.io/v1", "Lease"));
        if (leases.isEmpty()) {
            return;
        }
        long start = System.nanoTime();
        try {
            Map<ObjectKey, JsonNode> first = held(cluster, leases.get(), stopped);
            Duration term = first.values().stream()
                    .map(lease -> Duration.ofSeconds(
                            lease.path("leaseDurationSeconds").asLong()))
                    .reduce(Duration.ZERO, (one, other) -> one.compareTo(other) > 0 ? one : other);
            Map<ObjectKey, JsonNode> now = first;
            while (!now.isEmpty() && System.nanoTime() - start <= Math.min(term.toNanos(), END_OF_WATCHER.toNanos())) {
                pause();
                now = held(cluster, leases.get(), stopped);
                now.forEach((key, lease) -> {
                    if (!lease.equals(first.get(key))) {
                        throw new CliErrors.CommandFailed(
                                lease.path("holderIdentity").asText() + " holds the Lease " + key
                                        + ": nothing is released, since another watcher needs the finalizers; stop it, or use --force");
                    }
                });
            }
        } catch (ClusterException.Forbidden e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("warning: whether another watcher runs is not known: " + e.getMessage());
            err.flush();
        }
    }

    /** The specs of the Leases of watchers that have a holder, in all namespaces: Metacontroller has its own. */
    private static Map<ObjectKey, JsonNode> held(Cluster cluster, ApiResource leases, String stopped) {
        return cluster.list(leases, ListOptions.ALL).items().stream()
                .filter(lease ->
                        lease.name().equals(LEASE) || stopped.contains("--leader-election-id=" + lease.name() + "\""))
                .filter(lease ->
                        !lease.fieldTree("spec").path("holderIdentity").asText().isEmpty())
                .collect(Collectors.toMap(KubeObject::key, lease -> lease.fieldTree("spec")));
    }

    /**
     * All controllers. One that waits for its undo keeps its finalizers, and is a failure: what it made would stay
     * without one.
     */
    private static List<Departed> all(Cluster cluster, Discovery discovery, List<String> failures) {
        if (discovery.failedGroupVersions().contains(WellKnown.API_VERSION)) {
            throw new CliErrors.CommandFailed("can't discover the resources of " + WellKnown.API_VERSION);
        }
        List<Departed> all = new ArrayList<>();
        for (String kind : List.of(COMPOSITE, DECORATOR)) {
            Optional<ApiResource> resource = discovery.find(GroupVersionKind.of(WellKnown.API_VERSION, kind));
            for (KubeObject controller : resource.map(
                            found -> cluster.list(found, ListOptions.ALL).items())
                    .orElse(List.of())) {
                if (controller.isBeingDeleted() && DeletionPolicy.of(controller) == DeletionPolicy.UNDO) {
                    failures.add(
                            kind + " " + controller.name() + " is being deleted and waits until what it made is undone:"
                                    + " let its watcher finish, or use hookline release --undo " + controller.name());
                } else {
                    all.add(new Departed(
                            kind,
                            prefix(kind) + controller.name(),
                            Optional.of(new Held(resource.orElseThrow(), controller))));
                }
            }
        }
        return all;
    }

    private static String prefix(String kind) {
        return kind.equals(COMPOSITE) ? WellKnown.COMPOSITE_FINALIZER_PREFIX : WellKnown.DECORATOR_FINALIZER_PREFIX;
    }

    /**
     * The controllers of this name that do not exist. One that exists would add its finalizer again, and make
     * everything again.
     */
    private List<Departed> departed(Cluster cluster, Discovery discovery) {
        if (discovery.failedGroupVersions().contains(WellKnown.API_VERSION)) {
            throw new CliErrors.CommandFailed("can't discover the resources of " + WellKnown.API_VERSION
                    + ", so a controller " + name + " may exist; its finalizers stay");
        }
        List<Departed> departed = new ArrayList<>();
        for (String kind : List.of(COMPOSITE, DECORATOR)) {
            String finalizer = prefix(kind) + name;
            Optional<Held> object = discovery
                    .find(GroupVersionKind.of(WellKnown.API_VERSION, kind))
                    .flatMap(resource -> get(cluster, resource).map(found -> new Held(resource, found)));
            if (object.isEmpty() || mayGo(object.get().object())) {
                departed.add(new Departed(kind, finalizer, object));
            }
        }
        out().flush();
        return departed;
    }

    /** Whether a controller that exists only waits for what this command does; else says why not. */
    private boolean mayGo(KubeObject controller) {
        String what = controller.kind() + " " + name;
        if (!controller.isBeingDeleted() || !controller.hasFinalizer(WellKnown.UNDO_FINALIZER)) {
            out().println(what + " exists: its finalizers stay");
            return false;
        }
        if (!undo && DeletionPolicy.of(controller) == DeletionPolicy.UNDO) {
            out().println(what + " is being deleted and waits until what it made is undone: its finalizers stay;"
                    + " use --undo, or set its deletionPolicy to Orphan");
            return false;
        }
        return true;
    }

    private Optional<KubeObject> get(Cluster cluster, ApiResource resource) {
        try {
            return Optional.of(cluster.get(resource, ObjectKey.clusterScoped(name)));
        } catch (ClusterException.NotFound _) {
            return Optional.empty();
        }
    }

    /** Deletes what a controller has made, as far as that can be proved without its hooks. */
    private List<String> undo(Cluster cluster, Discovery discovery, Departed departed) {
        AtomicInteger count = new AtomicInteger();
        ChildRemoval removal = new ChildRemoval(cluster, object -> {
            count.incrementAndGet();
            out().println("deleted " + object);
            out().flush();
        });
        List<String> failures = new ArrayList<>();
        if (departed.kind().equals(DECORATOR)) {
            discovery.resources().stream()
                    .filter(resource -> resource.verbs().containsAll(Set.of("list", "delete")))
                    .forEach(resource -> failures.addAll(removal.remove(
                            resource, child -> name.equals(child.annotation(WellKnown.DECORATOR_CONTROLLER)))));
        } else if (departed.held().isPresent()) {
            failures.addAll(
                    undoComposite(cluster, discovery, departed.held().get().object(), removal));
        } else {
            return List.of(); // without the object nothing tells its children from those of another composite
        }
        out().println(count + (count.get() == 1 ? " object was" : " objects were") + " made by " + departed.kind() + " "
                + name);
        out().flush();
        return failures;
    }

    private static List<String> undoComposite(
            Cluster cluster, Discovery discovery, KubeObject object, ChildRemoval removal) {
        CompositeController spec = ControllerDecoder.composite(object).value();
        Set<String> parents = new HashSet<>();
        List<String> failures = new ArrayList<>();
        discovery
                .find(spec.parent().apiVersion(), spec.parent().resource())
                .ifPresent(resource -> cluster.list(resource, ListOptions.ALL).items().stream()
                        .filter(parent -> spec.parent().matches(parent) || parent.hasFinalizer(spec.finalizer()))
                        .forEach(parent -> parents.add(parent.uid())));
        for (ChildRule rule : spec.children()) {
            discovery
                    .find(rule.apiVersion(), rule.resource())
                    .ifPresent(resource -> failures.addAll(
                            removal.remove(resource, child -> parents.contains(child.controllerUid()))));
        }
        return failures;
    }

    /** Lets a controller go that has waited for this. */
    private void letGo(Cluster cluster, Departed departed) {
        departed.held()
                .filter(held -> held.object().hasFinalizer(WellKnown.UNDO_FINALIZER))
                .ifPresent(held -> {
                    new Finalizers(new ObjectWriter(cluster), WellKnown.UNDO_FINALIZER, false)
                            .release(held.resource(), held.object());
                    out().println("released " + held.object());
                    out().flush();
                });
    }

    private List<String> release(Cluster cluster, List<ApiResource> resources, String finalizer) {
        AtomicInteger count = new AtomicInteger();
        FinalizerRelease release = new FinalizerRelease(cluster, object -> {
            count.incrementAndGet();
            out().println("released " + object);
            out().flush();
        });
        List<String> failures = resources.stream()
                .filter(ReleaseCommand::mayBeHeld)
                .flatMap(resource -> release.release(resource, finalizer).stream())
                .toList();
        out().println(count + (count.get() == 1 ? " object" : " objects") + " carried " + finalizer);
        out().flush();
        return failures;
    }

    /**
     * Whether a finalizer can keep objects of a resource from being deleted. Whether they can be patched is not asked:
     * for the objects of a CRD that is being deleted, discovery lists no {@code patch}, but the API server accepts it.
     * If it does not, that is a failure.
     */
    private static boolean mayBeHeld(ApiResource resource) {
        Set<String> verbs = resource.verbs();
        return verbs.contains("list") && (verbs.contains("delete") || verbs.contains("patch"));
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
