package io.hookline.controlplane;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A JVM that starts a guarded process, tells the ids of all that came of it, and waits to be killed. */
final class GuardedSleep {

    private GuardedSleep() {}

    public static void main(String[] args) throws IOException {
        GuardedProcess sleep = GuardedProcess.start("sleep", Path.of(args[0]), List.of("sleep", "1000"));
        ProcessHandle guard = ProcessHandle.of(sleep.pid()).orElseThrow();
        List<ProcessHandle> children = List.of();
        while (children.size() < 2) { // the program, and the one who watches the pipe
            children = guard.children().toList();
            Thread.onSpinWait();
        }
        System.out.println(guard.pid() + " "
                + children.stream().map(child -> String.valueOf(child.pid())).collect(Collectors.joining(" ")));
        System.in.read();
    }
}
