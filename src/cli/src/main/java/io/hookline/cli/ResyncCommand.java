package io.hookline.cli;

import ch.qos.logback.classic.Level;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cli.dev.ProjectCluster;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.ClusterFlags;
import io.hookline.cli.terminal.Logging;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Discovery;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.kube.KubeCluster;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.spec.ControllerSpec.HookRolloutRule;
import io.hookline.spec.WellKnown;
import io.hookline.watcher.Watcher;
import io.hookline.watcher.sync.HookRollout;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hookline resync}: lets the watcher sync all parents of a controller. */
@Command(
        name = "resync",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Sync all parents of a controller now, for example after a change of its hook.",
            "It sets the annotation " + Watcher.RESYNC_ANNOTATION
                    + " of the controller, which a running watcher follows."
        })
final class ResyncCommand implements Callable<Integer> {

    @Parameters(paramLabel = "NAME", description = "The CompositeController or DecoratorController.")
    private String name = "";

    @Mixin
    private final ClusterFlags flags = new ClusterFlags();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() {
        Logging.configure(Logging.Format.TEXT, Level.WARN);
        PrintWriter err = spec.commandLine().getErr();
        try (KubeCluster cluster = ProjectCluster.here(flags).connect(err)) {
            Discovery discovery = cluster.discover();
            boolean found = false;
            for (String kind : List.of("CompositeController", "DecoratorController")) {
                found |= request(cluster, discovery, kind);
            }
            if (!found) {
                throw new CliErrors.CommandFailed("no CompositeController or DecoratorController is called " + name);
            }
        }
        return 0;
    }

    private boolean request(Cluster cluster, Discovery discovery, String kind) {
        return discovery
                .find(GroupVersionKind.of(WellKnown.API_VERSION, kind))
                .map(resource -> {
                    ObjectNode patch = Json.NODES.objectNode();
                    patch.putObject("metadata")
                            .putObject("annotations")
                            .put(Watcher.RESYNC_ANNOTATION, Instant.now().toString());
                    try {
                        print(
                                kind,
                                cluster.patch(
                                        resource,
                                        ObjectKey.clusterScoped(name),
                                        Patch.merge(patch.toString()),
                                        WriteOptions.PLAIN));
                        return true;
                    } catch (ClusterException.NotFound _) {
                        return false;
                    }
                })
                .orElse(false);
    }

    private void print(String kind, KubeObject controller) {
        JsonNode rollout = controller.fieldTree("status").path(HookRolloutRule.FIELD);
        String kept = rollout.path("paused").asBoolean()
                ? ", except for those that version " + rollout.path("version").asText()
                        + " of the hook has not reached: its rollout is paused, until the annotation "
                        + HookRollout.RESUME_ANNOTATION + " gets a new value"
                : "";
        out().println("requested a sync of all parents of " + kind + " " + name + kept);
        out().flush();
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
