package io.hookline.cli.terminal;

import java.util.Optional;

/**
 * The process that started this one. A build tool that is killed cannot stop what it started, so what it starts watches
 * it: the system property {@code hookline.endsWith=parent} asks for that. Without it a process outlives the shell that
 * started it, as usual.
 */
final class ParentProcess {

    private static final String MARKER = "hookline.endsWith";

    private final ProcessHandle parent;

    private ParentProcess(ProcessHandle parent) {
        this.parent = parent;
    }

    /** The parent whose end is to end this process; empty unless the system property asks for it. */
    static Optional<ParentProcess> toEndWith() {
        return "parent".equals(System.getProperty(MARKER))
                ? ProcessHandle.current().parent().map(ParentProcess::new)
                : Optional.empty();
    }

    /**
     * Whether the parent ended. A POSIX system gives an orphan another parent at once, even if nobody reads the exit code
     * of the old one, which then still looks alive; Windows keeps the number of the old one.
     */
    boolean ended() {
        return !parent.isAlive()
                || ProcessHandle.current().parent().filter(parent::equals).isEmpty();
    }
}
