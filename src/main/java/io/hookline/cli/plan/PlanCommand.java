package io.hookline.cli.plan;

import ch.qos.logback.classic.Level;
import io.hookline.cli.terminal.Build;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Logging;
import io.hookline.cli.watch.WatchFlags;
import io.hookline.cluster.Cluster;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.object.HumanDuration;
import io.hookline.object.LabelSelector;
import io.hookline.process.HookHost;
import io.hookline.server.call.HookSettings;
import io.hookline.server.call.SideEffects;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.HookServers;
import io.hookline.spec.Webhook;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hookline plan}: prints what the watcher would write. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Print what the watcher would write on a cluster, and write nothing: no objects, no events.",
            "Each parent of each controller is synced once: its hooks are called with the objects of the cluster. With the flags"
                    + " of `hookline watch`, the plan is that of this watcher. It may run beside another watcher or"
                    + " Metacontroller, and needs only rights to read: `hookline rbac --read-only`.",
            "A child that would be replaced is tried as a dry run first, if the rights allow that.",
            "Rolling updates: only the next step is printed."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:nothing would be written",
            "1:the plan is not complete: a sync failed, a controller cannot run, or none calls a hook of --hooks",
            "2:wrong usage",
            "3:something would be written"
        })
public final class PlanCommand implements Callable<Integer> {

    /** The exit code of a complete plan with writes. */
    static final int WRITES = 3;

    private static final int MAX_INCOMPLETE = 10;

    private static final HookSettings WRITING_NOTHING = HookSettings.DEFAULTS.withSideEffects(SideEffects.NOT_SENT);

    @Option(
            names = "--hooks",
            paramLabel = "DIR",
            description = "Call the hooks of this folder in place of the Service hooks in namespace hookline (default:"
                    + " call the URLs).")
    private @Nullable Path hooks;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            description = "The maximum time for all syncs (default: ${DEFAULT-VALUE}).")
    private Duration timeout = Duration.ofMinutes(5);

    @Mixin
    private final WatchFlags flags = new WatchFlags();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        flags.check(spec.commandLine());
        Logging.configure(Logging.Format.TEXT, Level.OFF); // the watcher logs writes that are not sent
        PlanRun.Plan plan = plan();
        print(plan);
        if (!plan.isComplete()) {
            return 1;
        }
        return plan.writes().isEmpty() ? 0 : WRITES;
    }

    private PlanRun.Plan plan() throws InterruptedException {
        KubeOptions options = flags.connection(new Build().version());
        try (KubeCluster cluster = KubeCluster.connect(options)) {
            if (hooks == null) {
                return plan(cluster, Optional.empty());
            }
            PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            try (HookHost runtime = HookHost.load(CliErrors.hooksFolder(hooks), WRITING_NOTHING, registry)) {
                FolderCalls.check(
                                hooks,
                                runtime.hooks().names(),
                                cluster,
                                flags.watcherOptions().targetControllers())
                        .forEach(warning -> spec.commandLine().getErr().println("hookline: " + warning));
                return plan(cluster, Optional.of(runtime.hooks()));
            }
        }
    }

    private PlanRun.Plan plan(KubeCluster cluster, Optional<InProcessHooks> local) throws InterruptedException {
        return PlanRun.of(cluster, local, flags.watcherOptions(), timeout);
    }

    private void print(PlanRun.Plan plan) {
        PrintWriter out = spec.commandLine().getOut();
        plan.writes().forEach(out::println);
        plan.rollouts().forEach(out::println);
        PrintWriter err = spec.commandLine().getErr();
        plan.warnings().forEach(warning -> err.println("hookline: " + warning));
        plan.failures().forEach(failure -> err.println("hookline: sync failed: " + failure));
        if (plan.lacksHooks() && hooks == null) {
            err.println("hookline: if the Services of the hooks have no address here, name the folder of the hooks with"
                    + " --hooks, or run the plan in the cluster");
        }
        printIncomplete(plan.incomplete(), err);
        err.flush();
        out.println(plan.summary());
        out.flush();
    }

    private void printIncomplete(List<String> incomplete, PrintWriter err) {
        incomplete.stream()
                .limit(MAX_INCOMPLETE)
                .forEach(parent ->
                        err.println("hookline: not done within " + HumanDuration.text(timeout) + ": " + parent));
        if (incomplete.size() > MAX_INCOMPLETE) {
            err.println("hookline: and " + (incomplete.size() - MAX_INCOMPLETE) + " more; raise --timeout");
        }
    }

    /**
     * Which hooks of a folder the controllers of a cluster call. A plan that calls other hooks than the ones it was
     * made for looks like one without writes.
     */
    private static final class FolderCalls {

        private static final int MAX_NAMES = 10;

        private final Path folder;
        private final List<String> hooks;
        private boolean called;

        /** What is called otherwise, such as {@code CompositeController a calls http://b/sync}. */
        private final List<String> elsewhere = new ArrayList<>();

        private FolderCalls(Path folder, List<String> hooks, List<ControllerSpec> controllers) {
            this.folder = folder;
            this.hooks = hooks;
            controllers.forEach(this::add);
        }

        /**
         * Compares the hooks of a folder with the controllers that a plan is made for.
         *
         * @param hooks the names of the folder's hooks
         * @return a warning for each call of another hook
         * @throws CliErrors.CommandFailed if no controller calls any of them
         */
        static List<String> check(Path folder, List<String> hooks, Cluster cluster, LabelSelector controllers) {
            return new FolderCalls(folder, hooks, PlannedParents.specs(cluster, controllers)).check();
        }

        private void add(ControllerSpec controller) {
            controller.hooks().webhooks().map(Webhook::url).map(URI::create).forEach(url -> {
                if (HookServers.hookOf(url).filter(hooks::contains).isPresent()) {
                    called = true;
                } else {
                    elsewhere.add(controller.source().kind() + " " + controller.name() + " calls " + shown(url));
                }
            });
        }

        /** Without a password or a query, which may be a token. */
        private static String shown(URI url) {
            String authority = String.valueOf(url.getRawAuthority());
            return url.getScheme() + "://" + authority.substring(authority.lastIndexOf('@') + 1)
                    + (url.getRawPath() == null ? "" : url.getRawPath());
        }

        private String some() {
            if (hooks.isEmpty()) {
                return "none";
            }
            String first = String.join(", ", hooks.subList(0, Math.min(MAX_NAMES, hooks.size())));
            return hooks.size() <= MAX_NAMES ? first : first + " and " + (hooks.size() - MAX_NAMES) + " more";
        }

        private List<String> check() {
            if (!called) {
                throw new CliErrors.CommandFailed("no controller calls a hook of " + folder + ", which has "
                        + some() + ": "
                        + (elsewhere.isEmpty() ? "there is no controller with a webhook" : String.join("; ", elsewhere))
                        + "\nThe folder stands for the Services of hook servers; without --hooks all URLs are called.");
            }
            return elsewhere.stream()
                    .map(call -> call + ", which is no hook of " + folder)
                    .toList();
        }
    }
}
