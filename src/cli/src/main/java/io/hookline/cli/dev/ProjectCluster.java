package io.hookline.cli.dev;

import io.hookline.cli.terminal.Build;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.ClusterFlags;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.kube.config.KubeconfigException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The cluster of a command that is called in the folder of a project: that of a {@code hookline dev} that runs there, unless
 * a flag names another one. It comes before that of the environment: who edits a project with {@code dev} means its cluster,
 * and a mistake is made in one that is thrown away, not in one that others use. For the same reason, {@code plan}, which is
 * about the cluster of a watcher, finds its cluster as {@code watch} does.
 *
 * @param project the folder
 */
public record ProjectCluster(ClusterFlags flags, Path project) {

    /** In the current folder. */
    public static ProjectCluster here(ClusterFlags flags) {
        return new ProjectCluster(flags, Path.of(""));
    }

    /** The kubeconfig of {@code hookline dev} in this folder; empty if none runs, or if a flag names another cluster. */
    public Optional<Path> ofDev() {
        return flags.kubeconfig().isEmpty() && flags.context().isEmpty()
                ? DevKubeconfig.running(project)
                : Optional.empty();
    }

    /**
     * Connects, without sending a request.
     *
     * @param err gets a line if the cluster is that of {@code hookline dev}, since no argument says so
     * @throws RuntimeException if no cluster is configured, or its configuration cannot be used, with a message for users
     */
    public KubeCluster connect(PrintWriter err) {
        Optional<Path> ofDev = ofDev();
        ofDev.ifPresent(file -> {
            err.println("hookline: the cluster is that of hookline dev in this folder: " + file);
            err.flush();
        });
        String file = ofDev.map(Path::toString).orElse(flags.kubeconfig());
        try {
            return KubeCluster.connect(
                    KubeOptions.of(new Build().version()).withKubeconfig(file).withContext(flags.context()));
        } catch (KubeconfigException e) {
            throw file.isEmpty() ? new CliErrors.CommandFailed(e.getMessage() + fileOfDev()) : e;
        }
    }

    private String fileOfDev() {
        Path file = DevKubeconfig.preferred(project);
        return DevKubeconfig.running(project).isPresent()
                ? " The kubeconfig of hookline dev in this folder is " + file + "."
                : " No hookline dev runs in this folder, whose kubeconfig would be " + file + ".";
    }
}
