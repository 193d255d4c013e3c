package io.hookline.cli.init;

import io.hookline.server.worker.PythonHelpers;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hookline sdk python}: prints the module that Python hooks can import. */
@Command(
        name = "python",
        mixinStandardHelpOptions = true,
        description = {
            "Print the module hookline, which has helpers for conditions, names and hashes.",
            "Hookline provides it to the Python functions that it runs. Your IDE, your own tests and executables need a copy: a"
                    + " file hookline.py beside them, or in a folder of PYTHONPATH."
        },
        footer = {"", "Example: hookline sdk python >hookline.py"})
final class SdkPythonCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        out.print(PythonHelpers.source());
        out.flush();
        return 0;
    }
}
