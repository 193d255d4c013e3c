package io.hookline.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Runs {@code hookline init} in this process, and keeps what it prints. */
final class InitRun {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Returns the exit code. */
    int init(Path folder, String... options) {
        List<String> args = new ArrayList<>(List.of("init", folder.toString()));
        args.addAll(List.of(options));
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return line.execute(args.toArray(new String[0]));
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }
}
