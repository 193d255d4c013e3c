package io.hookline.cli.check;

import io.hookline.cli.check.TestCommand.TestReport;
import io.hookline.cli.dev.DevProject;
import io.hookline.cli.terminal.Shutdown;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A run of {@code hookline check} or {@code hookline test} in this process, without what the commands do to a process: its log and its
 * signals.
 *
 * @param out what is printed, with paths relative to the folder of the project
 */
public record CheckRun(int exit, String out) {

    private interface Command {
        int run(OpenProject project, PrintWriter out) throws InterruptedException;
    }

    /** Checks the examples of a folder that have these names; without names, all. */
    public static CheckRun check(Path root, String... names) throws InterruptedException {
        return run(root, List.of(names), CheckCommand::report);
    }

    /** Tests the examples of a folder that have these names; without names, all. */
    public static CheckRun test(Path root, String... names) throws InterruptedException {
        return run(root, List.of(names), (project, out) -> {
            try (Shutdown shutdown = new Shutdown()) {
                return new TestCommand.TestRun(project, new TestReport(out), shutdown).run();
            }
        });
    }

    private static CheckRun run(Path root, List<String> names, Command command) throws InterruptedException {
        StringWriter out = new StringWriter();
        try (OpenProject open = new OpenProject(new DevProject(root, names, Optional.empty(), Optional.empty()))) {
            int exit = command.run(open, new PrintWriter(out));
            return new CheckRun(exit, out.toString().replace(root + "/", ""));
        }
    }
}
