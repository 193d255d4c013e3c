package io.hookline.cli.plan;

import ch.qos.logback.classic.Level;
import io.hookline.cli.dev.record.CallRecorder;
import io.hookline.cli.dev.record.RecordedHooks;
import io.hookline.cli.dev.record.TimedHooks;
import io.hookline.cli.terminal.Build;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Logging;
import io.hookline.cli.watch.WatchFlags;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.object.FileFailure;
import io.hookline.object.HumanDuration;
import io.hookline.process.HookHost;
import io.hookline.server.call.HookSettings;
import io.hookline.server.call.SideEffects;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.HookServers;
import io.hookline.watcher.WatcherOptions;
import io.hookline.watcher.journal.Journal;
import io.hookline.watcher.model.HookConnector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
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
                    + " of `hookline watch`, of which those without meaning for a plan are not shown, the plan is that of this"
                    + " watcher. It may run beside another watcher or Metacontroller, and needs only rights to read: `hookline rbac --read-only`.",
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

    /** The flags of a watcher that runs on: its ports, log, events, repetitions and election. They are accepted. */
    private static final Pattern OF_A_RUNNING_WATCHER = Pattern.compile(
            "--(leader-election|zap-|pprof-|metrics-|health-probe-|events-|console-|journal-|discovery-interval|cache-flush-interval|finalizer-release-delay).*");

    private static final int MAX_INCOMPLETE = 10;

    private static final HookSettings WRITING_NOTHING =
            HookSettings.DEFAULTS.keepingClasses().withSideEffects(SideEffects.NOT_SENT);

    @Option(
            names = "--hooks",
            paramLabel = "DIR",
            description = "Call the hooks of this folder in place of the Service hooks in namespace hookline (default:"
                    + " call the URLs).")
    private @Nullable Path hooks;

    @Option(
            names = "--hook",
            paramLabel = "CONTROLLER=URL",
            description =
                    "Call the hooks of this controller at this URL, such as webapp=http://127.0.0.1:8080/webapp for"
                            + " /webapp/sync; repeatable. CONTROLLER/HOOK=URL is the whole URL of one hook.")
    private List<String> hook = List.of();

    @Option(
            names = "--record",
            paramLabel = "DIR",
            description =
                    "Record the requests and answers of hooks as fixtures in DIR/HOOK/fixtures/, without the values"
                            + " of Secrets; `hookline test-hook` repeats them.")
    private @Nullable Path record;

    @Option(
            names = "--record-limit",
            paramLabel = "N",
            defaultValue = "1000",
            description = "The maximum number of fixtures that are recorded of each hook (default: ${DEFAULT-VALUE}).")
    private int recordLimit = 1000;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            defaultValue = "5m",
            description = "The maximum time for all syncs (default: ${DEFAULT-VALUE}).")
    private Duration timeout = Duration.ofMinutes(5);

    @Mixin
    private final WatchFlags flags = new WatchFlags();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /** Hides the flags without meaning for a plan from its help. */
    public static void hideFlags(CommandSpec plan) {
        for (OptionSpec option : List.copyOf(plan.options())) {
            if (Stream.of(option.names())
                    .anyMatch(name -> OF_A_RUNNING_WATCHER.matcher(name).matches())) {
                plan.remove(option);
                plan.addOption(option.toBuilder().hidden(true).build());
            }
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        flags.checkForPlan(spec.commandLine());
        HookUrls urls = HookUrls.parse(hook);
        CliErrors.atLeastOne("--record-limit", recordLimit);
        Logging.configure(Logging.Format.TEXT, Level.OFF); // the watcher logs writes that are not sent
        Optional<PlanRecording> recording =
                Optional.ofNullable(record).map(folder -> PlanRecording.start(folder, recordLimit));
        Plan plan = plan(urls, recording);
        print(plan, urls, recording);
        if (!plan.isComplete()) {
            return 1;
        }
        return plan.writes().isEmpty() ? 0 : WRITES;
    }

    private Plan plan(HookUrls urls, Optional<PlanRecording> recording) throws InterruptedException {
        KubeOptions options = flags.connection(new Build().version());
        try (KubeCluster cluster = KubeCluster.connect(options)) {
            List<PlannedParents.Controller> controllers =
                    PlannedParents.controllers(cluster, flags.watcherOptions().targetControllers());
            urls.check(controllers).forEach(this::warn);
            UnaryOperator<HookConnector> calls =
                    next -> recording.map(open -> open.of(urls.before(next))).orElse(urls.before(next));
            if (hooks == null) {
                return plan(cluster, Optional.empty(), calls, controllers);
            }
            PrometheusRegistry registry = new PrometheusRegistry();
            Optional<InstantSource> clock = recording.map(_ -> PlanRecording.CLOCK);
            try (HookHost runtime = HookHost.load(CliErrors.hooksFolder(hooks), WRITING_NOTHING, registry, clock)) {
                FolderCalls.check(hooks, runtime.hooks().names(), controllers, urls)
                        .forEach(this::warn);
                return plan(cluster, Optional.of(runtime.hooks()), calls, controllers);
            }
        }
    }

    private Plan plan(
            KubeCluster cluster,
            Optional<InProcessHooks> local,
            UnaryOperator<HookConnector> calls,
            List<PlannedParents.Controller> controllers)
            throws InterruptedException {
        WatcherOptions options = flags.watcherOptions().remembering(Journal.Limits.NOTHING);
        return PlanRun.of(cluster, local, calls, controllers, options, timeout);
    }

    private void warn(Object text) {
        spec.commandLine().getErr().println("hookline: " + text);
    }

    private void print(Plan plan, HookUrls urls, Optional<PlanRecording> recording) {
        PrintWriter out = spec.commandLine().getOut();
        plan.lines().forEach(out::println);
        recording.ifPresent(done -> done.lines().forEach(out::println));
        plan.warnings().forEach(this::warn);
        plan.failures().forEach(failure -> warn("sync failed: " + failure));
        if (plan.lacksHooks() && hooks == null) {
            warn("if the Services of the hooks have no address here, name the folder of the hooks with --hooks or their"
                    + " URLs with --hook, or run the plan in the cluster");
        }
        printIncomplete(plan.incomplete());
        urls.unused(plan.controllers().stream()
                        .filter(each -> each.parents().isEmpty())
                        .map(Plan.OfController::controller)
                        .toList())
                .forEach(this::warn);
        recording.ifPresent(done -> done.warnings().forEach(this::warn));
        spec.commandLine().getErr().flush();
        plan.summary().forEach(out::println);
        out.flush();
    }

    private void printIncomplete(List<String> incomplete) {
        incomplete.stream()
                .limit(MAX_INCOMPLETE)
                .forEach(parent -> warn("not done within " + HumanDuration.text(timeout) + ": " + parent));
        if (incomplete.size() > MAX_INCOMPLETE) {
            warn("and " + (incomplete.size() - MAX_INCOMPLETE) + " more; raise --timeout");
        }
    }

    /**
     * Which hooks of a folder the controllers of a cluster call. A plan that calls other hooks than the ones it was
     * made for looks like one without writes.
     */
    static final class FolderCalls {

        private static final int MAX_NAMES = 10;

        private final Path folder;
        private final List<String> hooks;
        private boolean called;

        /** What is called otherwise, such as {@code CompositeController a calls http://b/sync}. */
        private final List<String> elsewhere = new ArrayList<>();

        /** What of it the user did not ask for. */
        private final List<String> unasked = new ArrayList<>();

        private FolderCalls(Path folder, List<String> hooks) {
            this.folder = folder;
            this.hooks = hooks;
        }

        /**
         * Compares the hooks of a folder with the controllers that a plan is made for.
         *
         * @param hooks the names of the folder's hooks
         * @param urls those of {@code --hook}
         * @return a warning for each call of another hook, unless it is one of these
         * @throws CliErrors.CommandFailed if no controller calls any of them
         */
        static List<String> check(
                Path folder, List<String> hooks, List<PlannedParents.Controller> controllers, HookUrls urls) {
            FolderCalls calls = new FolderCalls(folder, hooks);
            controllers.forEach(controller -> controller.spec().ifPresent(spec -> calls.add(controller, spec, urls)));
            return calls.check();
        }

        private void add(PlannedParents.Controller controller, ControllerSpec spec, HookUrls urls) {
            urls.of(spec).stream().map(URI::create).forEach(url -> {
                if (HookServers.hookOf(url).filter(hooks::contains).isPresent()) {
                    called = true;
                    return;
                }
                String call = controller + " calls " + shown(url);
                elsewhere.add(call);
                if (!urls.replaces(controller)) {
                    unasked.add(call);
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
            return unasked.stream()
                    .map(call -> call + ", which is no hook of " + folder)
                    .toList();
        }
    }

    /** What {@code --record} writes where, and what is printed about it. Thread-safe. */
    static final class PlanRecording implements CallRecorder.Listener {

        /** The time that hooks get. It is whole seconds, as in the files. */
        static final InstantSource CLOCK = Clock.tickSeconds(ZoneOffset.UTC);

        private final Map<Path, Integer> cases = new ConcurrentSkipListMap<>();
        private final Set<String> problems = new ConcurrentSkipListSet<>();
        private final CallRecorder recorder;

        private PlanRecording(Path root, int limit) {
            this.recorder = new CallRecorder(
                    root::resolve, new CallRecorder.Rules(limit, "raise --record-limit to record more", true), this);
        }

        /**
         * Starts recording.
         *
         * @param root the folder of the option
         * @param limit the maximum number of cases of each hook
         * @throws CliErrors.CommandFailed if the folder cannot be created
         */
        static PlanRecording start(Path root, int limit) {
            try {
                Files.createDirectories(root);
            } catch (IOException e) {
                throw new CliErrors.CommandFailed("cannot create " + root + " (" + FileFailure.reason(e)
                        + "); choose another folder with --record");
            }
            return new PlanRecording(root, limit);
        }

        /** Records the calls of hooks, with the time that they get. */
        HookConnector of(HookConnector hooks) {
            return new TimedHooks(new RecordedHooks(hooks, recorder), CLOCK);
        }

        @Override
        public void recorded(String hook, Path answer, boolean isAnswered) {
            cases.merge(answer.resolveSibling(""), 1, Integer::sum);
        }

        @Override
        public void notRecorded(String hook, String reason) {
            problems.add("not all calls of hook " + hook + " are recorded: " + reason);
        }

        /** How many cases were stored in which folder. */
        List<String> lines() {
            return cases.entrySet().stream()
                    .map(each -> "recorded " + each.getValue() + (each.getValue() == 1 ? " call" : " calls") + " in "
                            + each.getKey())
                    .toList();
        }

        /** Why calls were not recorded. */
        List<String> warnings() {
            return List.copyOf(problems);
        }
    }
}
