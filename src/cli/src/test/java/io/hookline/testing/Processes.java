package io.hookline.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Processes that a test started or found. */
public final class Processes {
    private Processes() {}

    /** Whether a process has ended. One that was killed and that its parent has not waited for has ended, too. */
    public static boolean hasEnded(long pid) {
        return ProcessHandle.of(pid).map(process -> !process.isAlive()).orElse(true) || isZombie(pid);
    }

    private static boolean isZombie(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
        } catch (IOException _) {
            return false; // it has ended by now, or this system has no /proc
        }
    }
}
