package io.hookline.cli;

import ch.qos.logback.classic.Level;
import io.hookline.cli.terminal.Build;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Logging;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Discovery;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.ObjectKey;
import io.hookline.spec.WellKnown;
import io.hookline.watcher.write.FinalizerRelease;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hookline release}: removes the finalizers of controllers that were deleted while no watcher ran. */
@Command(
        name = "release",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Remove the finalizers of a deleted controller from all objects, so that they can be deleted.",
            "A running watcher does this itself. Use this command if the controller was deleted while no watcher ran."
        })
final class ReleaseCommand implements Callable<Integer> {

    @Parameters(paramLabel = "NAME", description = "The deleted CompositeController or DecoratorController.")
    private String name = "";

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "The cluster's kubeconfig (default: as for hookline watch).")
    private @Nullable Path kubeconfig;

    @Option(names = "--context", paramLabel = "NAME", description = "The context in the kubeconfig.")
    private @Nullable String context;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() {
        Logging.configure(Logging.Format.TEXT, Level.WARN);
        try (KubeCluster cluster = KubeCluster.connect(options())) {
            Discovery discovery = cluster.discover();
            List<String> failures = new ArrayList<>();
            finalizers(cluster, discovery)
                    .forEach(finalizer -> failures.addAll(release(cluster, discovery.resources(), finalizer)));
            discovery
                    .failedGroupVersions()
                    .forEach(apiVersion -> failures.add("can't discover the resources of " + apiVersion
                            + ": its objects were not looked at, and may carry the finalizer"));
            if (!failures.isEmpty()) {
                throw new CliErrors.CommandFailed(
                        "some finalizers could not be removed; run the command again:\n" + String.join("\n", failures));
            }
        }
        return 0;
    }

    private KubeOptions options() {
        return KubeOptions.of(new Build().version())
                .withKubeconfig(kubeconfig == null ? "" : kubeconfig.toString())
                .withContext(context == null ? "" : context);
    }

    /** The finalizers of controllers that do not exist. A controller that exists would add its finalizer again. */
    private List<String> finalizers(Cluster cluster, Discovery discovery) {
        if (discovery.failedGroupVersions().contains(WellKnown.API_VERSION)) {
            throw new CliErrors.CommandFailed("can't discover the resources of " + WellKnown.API_VERSION
                    + ", so a controller " + name + " may exist; its finalizers stay");
        }
        Map<String, String> byPlural = new LinkedHashMap<>();
        byPlural.put("compositecontrollers", WellKnown.COMPOSITE_FINALIZER_PREFIX + name);
        byPlural.put("decoratorcontrollers", WellKnown.DECORATOR_FINALIZER_PREFIX + name);
        for (ApiResource resource : discovery.resources()) {
            if (byPlural.containsKey(resource.plural())
                    && resource.apiVersion().equals(WellKnown.API_VERSION)
                    && exists(cluster, resource)) {
                out().println(resource.kind() + " " + name + " exists: its finalizers stay");
                byPlural.remove(resource.plural());
            }
        }
        out().flush();
        return List.copyOf(byPlural.values());
    }

    private boolean exists(Cluster cluster, ApiResource resource) {
        try {
            cluster.get(resource, ObjectKey.clusterScoped(name));
            return true;
        } catch (ClusterException.NotFound _) {
            return false;
        }
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
     * Whether a finalizer can keep objects of a resource from being deleted. Whether they can be patched is not asked: for the
     * objects of a CRD that is being deleted, discovery lists no {@code patch}, but the API server accepts it. If it does not,
     * that is a failure.
     */
    private static boolean mayBeHeld(ApiResource resource) {
        Set<String> verbs = resource.verbs();
        return verbs.contains("list") && (verbs.contains("delete") || verbs.contains("patch"));
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
