package io.hookline.cli;

import ch.qos.logback.classic.Level;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Logging;
import io.hookline.cli.terminal.Shutdown;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.server.call.HookSettings;
import io.hookline.server.folder.HookLoader;
import io.hookline.testing.FixtureReport;
import io.hookline.testing.FixtureRunner;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hookline test-hook}: runs a hook on its fixtures, without a server or cluster. */
@Command(
        name = "test-hook",
        mixinStandardHelpOptions = true,
        description = {
            "Run a hook on its fixtures, without a server or cluster.",
            "The hook must answer fixtures/CASE.request.json with fixtures/CASE.answer.json.",
            "Each case runs twice, to check that equal requests get equal answers. The exit code is 0 only if every case"
                    + " passed."
        })
final class TestHookCommand implements Callable<Integer> {

    @Parameters(paramLabel = "DIR", description = "The hook's folder, such as hooks/hello.")
    private Path folder = Path.of(".");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Logging.configure(Logging.Format.TEXT, Level.WARN);
        if (!Files.isDirectory(folder)) {
            throw new CliErrors.CommandFailed("no such folder: " + folder);
        }
        PrintWriter out = spec.commandLine().getOut();
        FixtureReport report = run();
        if (report.cases().isEmpty()) {
            throw new CliErrors.CommandFailed("there is no fixture in " + folder.resolve("fixtures")
                    + ": expected CASE.request.json and CASE.answer.json");
        }
        long failed = report.cases().stream().filter(one -> !one.passed()).count();
        out.println(report);
        out.println((report.cases().size() - failed) + " passed, " + failed + " failed");
        out.flush();
        return failed == 0 ? 0 : 1;
    }

    private FixtureReport run() throws InterruptedException {
        try (Shutdown shutdown = new Shutdown();
                ExecutorService threads = Executors.newCachedThreadPool(
                        Thread.ofPlatform().daemon().name("hook-", 0).factory())) {
            shutdown.endAtOnce();
            InstantSource clock = InstantSource.fixed(FixtureRunner.NOW);
            try (HookProgram hook = new HookLoader(HookSettings.DEFAULTS, clock, threads, threads).load(folder)) {
                return FixtureRunner.run(folder, hook);
            }
        }
    }
}
