package io.hookline.cli.pods;

import io.hookline.cli.terminal.Build;
import io.hookline.cli.terminal.ClusterFlags;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.LabelSelector;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags that select a cluster and some of its Pods, with kubectl's names. */
final class PodSelection {

    /** Every API server has Pods, so no discovery is needed. */
    static final ApiResource PODS = new ApiResource(
            "v1", "pods", "pod", "Pod", true, List.of("po"), List.of("all"), Set.of("list", "watch"), Set.of());

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            description = "The namespace of the Pods (default: that of the context).")
    private @Nullable String namespace;

    @Option(
            names = {"-A", "--all-namespaces"},
            description = "The Pods of all namespaces.")
    private boolean allNamespaces;

    @Option(
            names = {"-l", "--selector"},
            paramLabel = "SELECTOR",
            defaultValue = "",
            description = "Only Pods with these labels, such as app=web,tier in (a,b) (default: all).")
    private LabelSelector labels = LabelSelector.EVERYTHING;

    @Mixin
    private final ClusterFlags flags = new ClusterFlags();

    KubeCluster connect() {
        return KubeCluster.connect(KubeOptions.of(new Build().version())
                .withKubeconfig(flags.kubeconfig())
                .withContext(flags.context()));
    }

    /** The namespace to read; empty for all. */
    String namespace(KubeCluster cluster) {
        if (allNamespaces) {
            return "";
        }
        return namespace == null ? cluster.namespace() : namespace;
    }

    LabelSelector labels() {
        return labels;
    }

    boolean allNamespaces() {
        return allNamespaces;
    }
}
