package io.hookline.cli.dev;

import ch.qos.logback.classic.Level;
import io.hookline.cli.plan.HookUrls;
import io.hookline.cli.terminal.ApplyFlags;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Console;
import io.hookline.cli.terminal.HookFlags;
import io.hookline.cli.terminal.Logging;
import io.hookline.local.http.AccessToken;
import io.hookline.watcher.WatcherOptions;
import io.hookline.watcher.journal.Journal;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hookline dev}: runs API server, watcher and hooks in one process. */
@Command(
        name = "dev",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Run an embedded API server, the watcher and the hooks in one process, with the examples of this folder"
                    + " installed.",
            "An example is a folder with a CompositeController or DecoratorController and other manifests: this folder"
                    + " itself, and each folder in examples/. Its hooks are in hooks/NAME/, or beside the manifests.",
            "Edit any hook or manifest: the change is applied at once. kubectl and other clients connect with the"
                    + " kubeconfig that the command writes, which has their token. Press Ctrl-C to stop. No state is saved."
        })
public final class DevCommand implements Callable<Integer> {

    /** The options of the command line. */
    record Options(
            List<String> names,
            boolean all,
            boolean once,
            boolean watcherRuns,
            int port,
            Optional<AccessToken> token,
            Optional<Integer> hookPort,
            Optional<Path> kubeconfigOut,
            Optional<Path> hooks,
            Optional<Path> examples,
            Optional<Path> kubeconfig,
            Optional<String> debugger,
            Optional<Path> record,
            HookUrls hookUrls,
            WatcherOptions watcher) {}

    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            description = "Examples to install, by name or path (default: all of this folder).")
    private List<String> names = List.of();

    @Option(names = "--all", description = "Install all examples, which is the default.")
    private boolean all;

    @Option(
            names = "--once",
            description = "Run each example's expect.yaml, print PASS or FAIL for each, and exit."
                    + " The exit code is 0 only if every example passed.")
    private boolean once;

    @Option(
            names = "--no-watcher",
            description = "Run no watcher: start your own with hookline run and the kubeconfig of this command.")
    private boolean noWatcher;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "0",
            description = "Port of the embedded API server (default: a free one).")
    private int port;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "A file with the bearer token that clients of the embedded API server need (default: a new"
                    + " token in the kubeconfig).")
    private @Nullable Path tokenFile;

    @Option(
            names = "--hook-port",
            paramLabel = "N",
            description = "Port of the hook server (default: 8080, or a free one if 8080 is in use).")
    private @Nullable Integer hookPort;

    @Option(
            names = "--kubeconfig-out",
            paramLabel = "FILE",
            description = "Where to write the kubeconfig; it is deleted at the end (default: .hookline/kubeconfig, or"
                    + " target/hookline.kubeconfig beside a pom.xml; with a number while another process uses it).")
    private @Nullable Path kubeconfigOut;

    @Mixin
    private final ProjectFlags folders = new ProjectFlags();

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "Use this cluster instead of an embedded one; requires --yes.")
    private @Nullable Path kubeconfig;

    @Option(names = "--yes", description = "Confirm that examples may be installed on the cluster of --kubeconfig.")
    private boolean yes;

    @Option(
            names = "--debug",
            paramLabel = "PORT",
            description = "Let a Java debugger attach to this port of 127.0.0.1; hook calls have no timeout then"
                    + " (default: 5005).")
    private @Nullable Integer debug;

    @Option(
            names = "--record",
            paramLabel = "DIR",
            description = "Record the requests and answers of hooks as fixtures, without the values of Secrets: in the"
                    + " fixtures/ of each hook whose folder is in DIR (--record=. for all of this folder), otherwise in"
                    + " DIR/HOOK/fixtures/.")
    private @Nullable Path record;

    @Option(
            names = "--hook",
            paramLabel = "CONTROLLER=URL",
            description = "Call the hooks of this controller at this URL, such as webapp=http://127.0.0.1:9000 for a"
                    + " server of your own; repeatable, as for hookline plan.")
    private List<String> hook = List.of();

    @Option(
            names = {"-v", "--verbose"},
            description =
                    "Log each sync and each call of a hook with its duration, and the stack traces of failed hooks.")
    private boolean verbose;

    @Mixin
    private final ApplyFlags apply = new ApplyFlags();

    @Mixin
    private final HookFlags hookCalls = new HookFlags();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        check();
        Level level = verbose ? Level.DEBUG : once ? Level.ERROR : Level.INFO;
        Logging.configure(Logging.Format.TEXT_FOR_PEOPLE, level);
        Optional<String> debugger = Debugger.ofThisProcess();
        if (debug != null && debugger.isEmpty()) {
            throw new CliErrors.CommandFailed(Debugger.missing(debug));
        }
        DevSession session = new DevSession(
                options(debugger), Path.of(""), Console.onto(spec.commandLine().getOut()), false);
        return session.run(yes);
    }

    /**
     * Does with the examples of a folder what the command does without options, until they are ready, and leaves signals
     * alone. Returns the exit code.
     */
    public static int untilReady(Path folder, Console console) throws InterruptedException {
        DevCommand command = new DevCommand();
        command.port = 0;
        command.hookPort = 0;
        return new DevSession(command.options(Optional.empty()), folder, console, true).run(false);
    }

    private Options options(Optional<String> debugger) {
        return new Options(
                names,
                all,
                once,
                !noWatcher,
                port,
                Optional.ofNullable(tokenFile).map(DevCommand::token),
                Optional.ofNullable(hookPort),
                Optional.ofNullable(kubeconfigOut),
                folders.hooks(),
                folders.examples(),
                Optional.ofNullable(kubeconfig),
                debugger,
                Optional.ofNullable(record),
                HookUrls.parse(hook),
                hookCalls.addTo(apply.addTo(WatcherOptions.DEFAULTS.remembering(Journal.Limits.DEVELOPER))));
    }

    private static AccessToken token(Path file) {
        try {
            return AccessToken.read(file);
        } catch (IllegalArgumentException e) {
            throw new CliErrors.UsageError("--token-file: " + e.getMessage());
        }
    }

    private void check() {
        apply.check(spec.commandLine());
        if (all && !names.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--all installs every example; remove --all or the names");
        }
        if (record != null && once) {
            throw new ParameterException(
                    spec.commandLine(), "--record records until you press Ctrl-C; remove it or --once");
        }
        if (noWatcher && (once || record != null)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--no-watcher: without a watcher, no hook is called; remove it or --once, --record");
        }
        if (tokenFile != null && kubeconfig != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--token-file is for the embedded API server, which --kubeconfig replaces; remove one of them");
        }
        checkPort("--port", port);
        if (hookPort != null) {
            checkPort("--hook-port", hookPort);
        }
        if (debug != null) {
            checkPort("--debug", debug);
        }
    }

    private void checkPort(String option, int number) {
        if (number < 0 || number > 65_535) {
            throw new ParameterException(spec.commandLine(), option + ": expected 0 to 65535, was " + number);
        }
    }

    /** The debugger of this JVM. A JVM must be started with it; {@code bin/hookline} and IDEs do that. */
    static final class Debugger {

        private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
        private static final String AGENT = "-agentlib:jdwp=";
        private static final String ADDRESS = "address=";

        private Debugger() {}

        /** Where the debugger of this process listens, or to which address it is connected; empty without debugger. */
        static Optional<String> ofThisProcess() {
            return in(arguments());
        }

        static Optional<String> in(Collection<String> arguments) {
            return arguments.stream()
                    .filter(argument -> argument.startsWith(AGENT))
                    .map(Debugger::address)
                    .findFirst();
        }

        /**
         * From the operating system if possible, since the JVM's own management takes longer than it should at a start.
         */
        private static List<String> arguments() {
            try {
                return List.of(Files.readString(COMMAND_LINE).split("\0"));
            } catch (IOException _) {
                return ManagementFactory.getRuntimeMXBean().getInputArguments();
            }
        }

        private static String address(String agent) {
            return Stream.of(agent.substring(AGENT.length()).split(","))
                    .filter(part -> part.startsWith(ADDRESS))
                    .map(part -> part.substring(ADDRESS.length()))
                    .findFirst()
                    .orElse("connected");
        }

        /** How to start a JVM with a debugger that listens on a port. */
        static String missing(int port) {
            return "--debug needs a JVM that is started with a debugger; use bin/hookline, or start java with " + AGENT
                    + "transport=dt_socket,server=y,suspend=n,quiet=y,address=127.0.0.1:" + port;
        }
    }
}
