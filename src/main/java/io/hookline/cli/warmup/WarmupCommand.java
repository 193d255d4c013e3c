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

/** {@code hookline warmup}: runs an example while the JVM records its AOT caches. */
@Command(
        name = "warmup",
        mixinStandardHelpOptions = true,
        description = {
            "Build AOT caches for faster startup.",
            "Writes the JVM's AOT caches to lib/, with classes that are already loaded and linked. The caches fit this JDK"
                    + " and these jars; with another JDK or other jars they are ignored until you rebuild them, which"
                    + " hookline version reports. The command"
                    + " takes about 20 s and needs write access to lib/, but no cluster and no network."
        })
public final class WarmupCommand implements Callable<Integer> {

    /** Set by {@code bin/hookline}: its own path, and the file that the JVM writes when this process ends. */
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
            throw new CliErrors.CommandFailed(OUTPUT + " must name a file in a folder");
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
                        "AOT caches need the distribution, whose jars do not change; run its bin/hookline warmup"));
    }
}
