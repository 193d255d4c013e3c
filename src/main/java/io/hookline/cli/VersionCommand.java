package io.hookline.cli;

import io.hookline.cli.terminal.Build;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hookline version}: prints version, Java and commit. */
@Command(name = "version", mixinStandardHelpOptions = true, description = "Print version, Java and commit.")
final class VersionCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        for (String line : new Build().getVersion()) {
            out.println(line);
        }
        out.flush();
        return 0;
    }
}
