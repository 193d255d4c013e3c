package io.hookline.cli.dev;

import io.hookline.cli.terminal.Console;
import io.hookline.cli.terminal.Logging;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Ends the process of a session at once, in any state. Nothing has to be completed, since a session keeps no state: a
 * hook or a compiler that runs must not delay the end. Thread-safe.
 */
final class DevEnd {

    private final Console console;
    private final boolean interrupts;
    private Optional<DevKubeconfig> kubeconfig = Optional.empty();
    private boolean ended;

    /**
     * Creates it for one session.
     *
     * @param interrupts whether an end by a signal is a failure, because tests were not completed
     */
    DevEnd(Console console, boolean interrupts) {
        this.console = console;
        this.interrupts = interrupts;
    }

    /** Writes a kubeconfig, unless the session has ended. */
    synchronized DevKubeconfig deleting(Supplier<DevKubeconfig> file) {
        if (ended) {
            throw new IllegalStateException("the session has ended");
        }
        DevKubeconfig written = file.get();
        kubeconfig = Optional.of(written);
        return written;
    }

    /** Deletes the kubeconfig, kills the processes of hooks, and exits. */
    synchronized void now() {
        if (ended) {
            return;
        }
        ended = true;
        Logging.silence(); // what fails from here on fails because it is stopped
        console.line(interrupts ? "interrupted" : "stopping");
        kubeconfig.ifPresent(DevEnd::delete);
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        System.exit(interrupts ? 1 : 0);
    }

    private static void delete(DevKubeconfig kubeconfig) {
        try {
            kubeconfig.close();
        } catch (IOException _) {
            // a process that ends cannot do more
        }
    }
}
