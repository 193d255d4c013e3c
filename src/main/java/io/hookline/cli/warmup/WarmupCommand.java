package io.hookline.cli.warmup;

import ch.qos.logback.classic.Level;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Console;
import io.hookline.cli.terminal.Logging;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.cli.terminal.Signals;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hookline train}: a working run from which the JVM learns what to have ready when a command starts. */
@Command(
        name = "train",
        mixinStandardHelpOptions = true,
        description = {
            "Let all commands start with less CPU time on this JDK.",
            "Writes the JVM's AOT caches into lib/, from which commands start with classes that are loaded and linked already."
                    + " They hold for this JDK and these jars; with others they are passed over, until hookline train runs"
                    + " again. It takes some 20 s and needs write access to lib/, but no cluster and no network."
        })
public final class WarmupCommand implements Callable<Integer> {

    /** Set by {@code bin/hookline}: itself, and the file that the JVM will write when this process ends. */
    private static final String LAUNCHER = "HOOKLINE_LAUNCHER";

    private static final String OUTPUT = "HOOKLINE_AOT_OUTPUT";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Logging.configure(Logging.Format.TEXT, Level.WARN);
        Path launcher = fromLauncher(LAUNCHER);
        Path folder = fromLauncher(OUTPUT).toAbsolutePath().getParent();
        if (folder == null) {
            throw new CliErrors.CommandFailed(OUTPUT + " names no file");
        }
        Console console = Console.onto(spec.commandLine().getOut());
        Signals.handle(List.of("INT", "TERM"), WarmupWatcher::giveUp);
        try (Shutdown shutdown = new Shutdown()) {
            return new WarmupRun(folder, launcher, console).run(shutdown);
        }
    }

    private static Path fromLauncher(String variable) {
        return Optional.ofNullable(System.getenv(variable))
                .map(Path::of)
                .orElseThrow(() -> new CliErrors.CommandFailed(
                        "only the distribution can be trained, whose jars stay as they are: bin/hookline train"));
    }
}
