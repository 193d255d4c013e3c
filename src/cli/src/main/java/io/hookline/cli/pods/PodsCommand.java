package io.hookline.cli.pods;

import ch.qos.logback.classic.Level;
import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cli.dev.ProjectCluster;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.ClusterFlags;
import io.hookline.cli.terminal.Logging;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.informer.InformerOptions;
import io.hookline.informer.ResourceEventHandler;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.informer.Subscription;
import io.hookline.kube.KubeCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hookline pods}: two commands that only read. */
@Command(
        name = "pods",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "List or watch the Pods of a cluster: the first steps of the ladder to a controller.",
            "The page ladder.md of the documentation continues with an informer, a queue, a custom resource and a controller."
        },
        subcommands = {PodsCommand.PodsListCommand.class, PodsCommand.PodsWatchCommand.class})
public final class PodsCommand implements Runnable {

    @Override
    public void run() {
        throw new CliErrors.UsageError("missing command: list or watch; run `hookline pods --help`");
    }

    /** {@code hookline pods list}: the Pods that exist now. */
    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description = "Print the name, the phase and the first image of each Pod.")
    static final class PodsListCommand implements Callable<Integer> {

        private static final int PAGE = 500;

        @Mixin
        private final PodSelection selection = new PodSelection();

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private CommandSpec spec;

        @Override
        public Integer call() {
            Logging.configure(Logging.Format.TEXT, Level.WARN);
            try (KubeCluster cluster = selection.connect(spec)) {
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

        /**
         * Rows in columns, as {@code kubectl get -o custom-columns} prints them: three spaces after the longest cell.
         */
        private static final class PodTable {

            private static final int GAP = 3;

            private PodTable() {}

            static List<String> lines(List<PodRow> pods, boolean withNamespace) {
                List<List<String>> rows = new ArrayList<>();
                rows.add(new PodRow("NAMESPACE", "NAME", "PHASE", "IMAGE").cells(withNamespace));
                pods.forEach(pod -> rows.add(pod.cells(withNamespace)));
                int last = rows.getFirst().size() - 1;
                int[] widths = new int[last];
                for (int column = 0; column < last; column++) {
                    int wanted = column;
                    widths[column] = GAP
                            + rows.stream()
                                    .mapToInt(row -> row.get(wanted).length())
                                    .max()
                                    .orElse(0);
                }
                return rows.stream().map(row -> line(row, widths)).toList();
            }

            private static String line(List<String> row, int[] widths) {
                StringBuilder line = new StringBuilder();
                for (int column = 0; column < widths.length; column++) {
                    String cell = row.get(column);
                    line.append(cell).append(" ".repeat(widths[column] - cell.length()));
                }
                return line.append(row.getLast()).toString();
            }
        }
    }

    /** {@code hookline pods watch}: the Pods that exist now, then each change. */
    @Command(
            name = "watch",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description = {
                "Print each Pod as ADDED, then each change as ADDED, MODIFIED or DELETED, until Ctrl-C.",
                "If the connection breaks, the command connects again and prints what changed meanwhile, and nothing twice."
            })
    static final class PodsWatchCommand implements Callable<Integer> {

        @Mixin
        private final PodSelection selection = new PodSelection();

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it
        private CommandSpec spec;

        @Override
        public Integer call() throws InterruptedException {
            Logging.configure(Logging.Format.TEXT, Level.ERROR);
            try (Shutdown shutdown = new Shutdown()) {
                shutdown.listen();
                KubeCluster cluster = shutdown.closing(selection.connect(spec));
                SharedInformerFactory informers = shutdown.closing(new SharedInformerFactory(
                        cluster,
                        InformerOptions.DEFAULTS,
                        Thread.ofVirtual().name("pods-", 0).factory(),
                        InstantSource.system(),
                        new SplittableRandom()));
                follow(cluster, informers, shutdown);
            }
            return 0;
        }

        private void follow(KubeCluster cluster, SharedInformerFactory informers, Shutdown shutdown)
                throws InterruptedException {
            PodEventPrinter printer =
                    new PodEventPrinter(spec.commandLine().getOut(), selection.allNamespaces(), shutdown::request);
            Subscription pods =
                    informers.subscribe(PodSelection.PODS, selection.namespace(cluster), selection.labels(), printer);
            pods.whenSynced(
                    () -> Logging.level("io.hookline", Level.INFO)); // lost connections, and that they are restored
            pods.whenFailing(() -> {
                if (!pods.isSynced()) {
                    shutdown.request(); // a wrong address, or missing rights; after the first list, failures are
                    // retried
                }
            });
            shutdown.await();
            if (!pods.isSynced()) {
                pods.failure().ifPresent(failure -> {
                    throw new CliErrors.CommandFailed(failure);
                });
            }
        }

        /** Prints one line for each change of a Pod: the event, the name, the phase and the first image. */
        static final class PodEventPrinter implements ResourceEventHandler {

            private final PrintWriter out;
            private final boolean withNamespace;
            private final Runnable whenClosed;

            /**
             * Creates a printer.
             *
             * @param whenClosed called after each line that nobody reads, for example after {@code | head}
             */
            PodEventPrinter(PrintWriter out, boolean withNamespace, Runnable whenClosed) {
                this.out = out;
                this.withNamespace = withNamespace;
                this.whenClosed = whenClosed;
            }

            @Override
            public void added(KubeObject pod) {
                print("ADDED", pod);
            }

            @Override
            public void updated(KubeObject before, KubeObject now) {
                print("MODIFIED", now);
            }

            @Override
            public void deleted(KubeObject last) {
                print("DELETED", last);
            }

            private void print(String event, KubeObject pod) {
                PodRow row = PodRow.of(pod);
                String name = withNamespace ? row.namespace() + "/" + row.name() : row.name();
                out.printf(Locale.ROOT, "%-9s %-40s %-10s %s%n", event, name, row.phase(), row.image());
                if (out.checkError()) { // flushes
                    whenClosed.run();
                }
            }
        }
    }

    /** What both commands print of a Pod; {@code <none>}, as kubectl prints it, for what the Pod does not have. */
    record PodRow(String namespace, String name, String phase, String image) {

        private static final String NONE = "<none>";

        static PodRow of(KubeObject pod) {
            JsonNode phase = pod.fieldTree("status").path("phase");
            JsonNode image = pod.fieldTree("spec").path("containers").path(0).path("image");
            return new PodRow(pod.namespace(), pod.name(), phase.asText(NONE), image.asText(NONE));
        }

        /** The cells of a table. */
        List<String> cells(boolean withNamespace) {
            return withNamespace ? List.of(namespace, name, phase, image) : List.of(name, phase, image);
        }
    }

    /** The flags that select a cluster and some of its Pods, with kubectl's names. */
    static final class PodSelection {

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

        KubeCluster connect(CommandSpec command) {
            return ProjectCluster.here(flags).connect(command.commandLine().getErr());
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
}
