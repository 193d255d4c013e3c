package io.hookline.server.executable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process and all processes that it starts, marked by an environment variable.
 *
 * <p>The variable is inherited, so a child is found even if its parent has ended or it has detached itself. A child that
 * clears its environment is not found after its parent has ended. Without {@code /proc}, only descendants of a running
 * process are found.
 */
final class ProcessTree {

    static final String VARIABLE = "HOOKLINE_CALL";

    private static final Logger LOG = LoggerFactory.getLogger(ProcessTree.class);
    private static final Path PROC = Path.of("/proc");

    /** More than one round, because a process can start another one while it is being killed. */
    private static final int MAX_ROUNDS = 5;

    private final String mark;

    /** @param mark a name that no other call has */
    ProcessTree(String mark) {
        this.mark = mark;
    }

    void addTo(Map<String, String> environment) {
        environment.put(VARIABLE, mark);
    }

    /** Kills all processes that still run. */
    void kill(Process root) {
        if (root.isAlive()) {
            root.descendants().forEach(ProcessHandle::destroyForcibly);
            root.destroyForcibly();
        }
        boolean found = true;
        for (int round = 0; found && round < MAX_ROUNDS; round++) {
            List<ProcessHandle> marked = marked();
            marked.forEach(ProcessHandle::destroyForcibly);
            found = !marked.isEmpty();
        }
    }

    private List<ProcessHandle> marked() {
        List<ProcessHandle> marked = new ArrayList<>();
        if (!Files.isDirectory(PROC)) {
            return marked;
        }
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (isMarked(process)) {
                    // checked again with the handle open: the process id may have been reused
                    ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
                            .filter(_ -> isMarked(process))
                            .ifPresent(marked::add);
                }
            }
        } catch (IOException e) {
            LOG.atDebug().setCause(e).log("could not list processes");
        }
        return marked;
    }

    private boolean isMarked(Path process) {
        try {
            String environment = Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
            return ("\0" + environment).contains("\0" + VARIABLE + "=" + mark + "\0");
        } catch (IOException _) {
            return false; // the process has ended, or belongs to another user
        }
    }
}
