package io.hookline.cli.terminal;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The process that started this one. A build tool that is killed cannot stop its child processes, so the child watches the
 * parent if the system property {@code hookline.endsWith=parent} is set. Otherwise the process outlives the shell that
 * started it, as usual.
 */
final class ParentProcess {

    private static final String MARKER = "hookline.endsWith";

    private final ProcessHandle parent;

    private ParentProcess(ProcessHandle parent) {
        this.parent = parent;
    }

    /** The parent process to watch; empty unless the system property is set. */
    static Optional<ParentProcess> toEndWith() {
        return "parent".equals(System.getProperty(MARKER))
                ? ProcessHandle.current().parent().map(ParentProcess::new)
                : Optional.empty();
    }

    /** The open files of the parent, where Linux shows them. */
    Path streams() {
        return Path.of("/proc", Long.toString(parent.pid()), "fd");
    }

    /**
     * Whether the parent ended. A POSIX system gives an orphan another parent at once, even if the exit code of the old one
     * was not read and it still looks alive; Windows keeps the process id of the old parent.
     */
    boolean ended() {
        return !parent.isAlive()
                || ProcessHandle.current().parent().filter(parent::equals).isEmpty();
    }
}
