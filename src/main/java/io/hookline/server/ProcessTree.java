package io.hookline.server;

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
 * A process and all that it starts, found by a variable of their environment: it is inherited, so that a child is found also
 * when its parent has ended, or when it has detached itself. A child that clears its environment after its parent has ended
 * is not found, and without {@code /proc} only the descendants of a running process are.
 */
final class ProcessTree {

    static final String VARIABLE = "HOOKLINE_CALL";

    private static final Logger LOG = LoggerFactory.getLogger(ProcessTree.class);
    private static final Path PROC = Path.of("/proc");

    /** A process that is being killed may start another one meanwhile. */
    private static final int MAX_ROUNDS = 5;

    private final String mark;

    /** @param mark names the call, unlike any other */
    ProcessTree(String mark) {
        this.mark = mark;
    }

    void addTo(Map<String, String> environment) {
        environment.put(VARIABLE, mark);
    }

    /** Kills what is left of it. */
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
                    // looked at again once it is held: its number may belong to another process by now
                    ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
                            .filter(_ -> isMarked(process))
                            .ifPresent(marked::add);
                }
            }
        } catch (IOException e) {
            LOG.atDebug().setCause(e).log("processes cannot be listed");
        }
        return marked;
    }

    private boolean isMarked(Path process) {
        try {
            String environment = Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
            return ("\0" + environment).contains("\0" + VARIABLE + "=" + mark + "\0");
        } catch (IOException _) {
            return false; // it has ended, or belongs to another user
        }
    }
}
