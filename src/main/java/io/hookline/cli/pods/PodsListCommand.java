package io.hookline.cli.pods;

import ch.qos.logback.classic.Level;
import io.hookline.cli.terminal.Logging;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.kube.KubeCluster;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hookline pods list}: the Pods that exist now. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Print the name, the phase and the first image of each Pod.")
final class PodsListCommand implements Callable<Integer> {

    private static final int PAGE = 500;

    @Mixin
    private final PodSelection selection = new PodSelection();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() {
        Logging.configure(Logging.Format.TEXT, Level.WARN);
        try (KubeCluster cluster = selection.connect()) {
            PrintWriter out = spec.commandLine().getOut();
            PodTable.lines(pods(cluster), selection.allNamespaces()).forEach(out::println);
            out.flush();
        }
        return 0;
    }

    /** Reads page by page: a large cluster never has to send all its Pods at once. */
    private List<PodRow> pods(KubeCluster cluster) {
        ListOptions options =
                ListOptions.ALL.inNamespace(selection.namespace(cluster)).matching(selection.labels());
        List<PodRow> rows = new ArrayList<>();
        String token = "";
        do {
            ObjectList page = cluster.list(PodSelection.PODS, options.page(PAGE, token));
            page.items().stream().map(PodRow::of).forEach(rows::add);
            token = page.continueToken();
        } while (!token.isEmpty());
        return rows;
    }
}
