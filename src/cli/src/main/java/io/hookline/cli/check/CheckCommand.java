package io.hookline.cli.check;

import ch.qos.logback.classic.Level;
import io.hookline.cli.check.rule.Finding;
import io.hookline.cli.check.rule.HookConfigMaps;
import io.hookline.cli.dev.ProjectFlags;
import io.hookline.cli.terminal.Logging;
import io.hookline.cli.terminal.Shutdown;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hookline check}: finds mistakes in manifests, hooks and fixtures, without a cluster. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Find mistakes in controllers, CRDs, samples, hooks and fixtures, without a cluster.",
            "It loads the hooks and calls them with their fixtures. The exit code is 1 if there is an error, and 0 if there"
                    + " are only warnings."
        })
public final class CheckCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "DIR",
            arity = "0..1",
            description = "The folder, or the name of an example (default: this folder).")
    private String folder = ".";

    @Option(
            names = "--fix",
            description =
                    "First correct what can be corrected without a decision: the files that the kustomization.yaml of a hook"
                            + " lists for its ConfigMap.")
    private boolean fix;

    @Mixin
    private final ProjectFlags project = new ProjectFlags();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Logging.configure(Logging.Format.TEXT, Level.OFF); // findings report what would be logged
        PrintWriter out = spec.commandLine().getOut();
        try (Shutdown shutdown = new Shutdown()) {
            shutdown.endAtOnce();
            OpenProject open = shutdown.closing(new OpenProject(project.find(List.of(folder))));
            if (fix) {
                HookConfigMaps.fix(open.sources()).forEach(out::println);
            }
            return report(open, out);
        }
    }

    /** Checks a project, prints what it finds, and returns the exit code. */
    static int report(OpenProject project, PrintWriter out) throws InterruptedException {
        List<Finding> findings = project.checkCalling();
        FindingTable.print(findings, "", out);
        out.println(FindingTable.summary(findings) + " in "
                + FindingTable.count(project.count(), "example") + " and "
                + FindingTable.count(project.sources().size(), "hook"));
        out.flush();
        return FindingTable.errors(findings) == 0 ? 0 : 1;
    }
}
