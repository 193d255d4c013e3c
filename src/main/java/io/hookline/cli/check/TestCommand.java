package io.hookline.cli.check;

import ch.qos.logback.classic.Level;
import io.hookline.cli.dev.ProjectFolders;
import io.hookline.cli.terminal.Logging;
import io.hookline.cli.terminal.Shutdown;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hookline test}: checks a project, and runs its fixtures and scenarios. */
@Command(
        name = "test",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Check a project, run the fixtures of its hooks and the expect.yaml of its examples.",
            "The scenarios run on an embedded cluster in this process, several at a time. The exit code is 0 only if there"
                    + " is no error and everything passed."
        })
public final class TestCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "DIR",
            arity = "0..*",
            description = "The folders, or names of examples (default: this folder).")
    private List<String> folders = List.of();

    @Mixin
    private final ProjectFolders project = new ProjectFolders();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Logging.configure(Logging.Format.TEXT, Level.OFF); // the report has what would be logged
        TestReport report = new TestReport(spec.commandLine().getOut());
        try (Shutdown shutdown = new Shutdown()) {
            shutdown.endAtOnce();
            OpenProject open = shutdown.closing(new OpenProject(project.find(folders)));
            return new TestRun(open, report, shutdown).run();
        }
    }
}
