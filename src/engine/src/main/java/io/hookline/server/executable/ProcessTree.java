package io.hookline.server.executable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process and all processes that it starts, marked by an environment variable.
 *
 * <p>The variable is inherited, so a child is found even if its parent has ended or it has detached itself. A child
 * that clears its environment is not found after its parent has ended. Without {@code /proc}, only descendants of a
 * running process are found.
 */
public final class ProcessTree {

    static final String VARIABLE = "HOOKLINE_CALL";

    private static final Logger LOG = LoggerFactory.getLogger(ProcessTree.class);

    /**
     * More than one round, because a process can start another one while it is being killed, and because its
     * environment is empty or cut off for a moment while it starts its program.
     */
    private static final int MAX_ROUNDS = 20;

    /** Leaves the processor to a process that is starting its program. */
    private static final Duration PAUSE = Duration.ofMillis(1);

    private static final Set<String> ENDED = Set.of("Z", "X");
    private static final long KERNEL_THREAD = 0x0020_0000;

    private final String mark;
    private final ProcessFiles files;

    /** @param mark a name that no other call has */
    public ProcessTree(String mark) {
        this(mark, ProcessFiles.in(Path.of("/proc")));
    }

    ProcessTree(String mark, ProcessFiles files) {
        this.mark = mark;
        this.files = files;
    }

    public void addTo(Map<String, String> environment) {
        environment.put(VARIABLE, mark);
    }

    /** Kills all processes that still run. */
    public void kill(Process root) {
        if (root.isAlive()) {
            root.descendants().forEach(ProcessHandle::destroyForcibly);
            root.destroyForcibly();
        }
        for (int round = 0; round < MAX_ROUNDS && killMarked(root.pid()); round++) {
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    /** Returns whether another round may find a process. */
    private boolean killMarked(long root) {
        boolean again = false;
        try {
            for (long process : files.processes()) {
                again |= switch (membership(process)) {
                    case MARKED -> {
                        killStillMarked(process);
                        yield true;
                    }
                    // an older process that cleared its environment must not cost each call all rounds
                    case UNKNOWN -> process > root;
                    case UNMARKED -> false;
                };
            }
        } catch (IOException | DirectoryIteratorException e) {
            LOG.atDebug().setCause(e).log("could not list processes");
        }
        return again;
    }

    /** Looks at the mark again with the handle open: the process id may have been reused. */
    private void killStillMarked(long process) {
        ProcessHandle.of(process)
                .filter(_ -> membership(process) == Membership.MARKED)
                .ifPresent(ProcessHandle::destroyForcibly);
    }

    private Membership membership(long process) {
        try {
            String environment = files.read(process, "environ");
            if (("\0" + environment).contains("\0" + VARIABLE + "=" + mark + "\0")) {
                return Membership.MARKED;
            }
            boolean complete = environment.endsWith("\0") || !hasEnvironment(files.read(process, "stat"));
            return complete ? Membership.UNMARKED : Membership.UNKNOWN;
        } catch (IOException _) {
            return Membership.UNMARKED; // the process has ended, or belongs to another user
        }
    }

    /**
     * The name of the program is in brackets and may contain any text. After it: the state, and six fields later the
     * flags.
     */
    private static boolean hasEnvironment(String stat) {
        List<String> fields =
                List.of(stat.substring(stat.lastIndexOf(')') + 1).strip().split(" "));
        return fields.size() > 6
                && !ENDED.contains(fields.getFirst())
                && (Long.parseLong(fields.get(6)) & KERNEL_THREAD) == 0;
    }

    /** UNKNOWN is a process whose environment is not complete yet, or that has none at all. */
    private enum Membership {
        MARKED,
        UNMARKED,
        UNKNOWN
    }

    /** The files in which Linux describes each process. Used by one thread. */
    interface ProcessFiles {

        /**
         * Large enough for most environments: the file ends early if its process starts a program between two reads.
         */
        int CHUNK = 1 << 16;

        /** The ids of all processes, or none if this system has no {@code /proc}. */
        List<Long> processes() throws IOException;

        /**
         * Reads a file of a process, such as {@code environ}.
         *
         * @throws IOException if the process has ended, or belongs to another user
         */
        String read(long process, String name) throws IOException;

        static ProcessFiles in(Path proc) {
            return new ProcessFiles() {

                private final byte[] chunk = new byte[CHUNK];

                @Override
                public List<Long> processes() throws IOException {
                    List<Long> processes = new ArrayList<>();
                    if (Files.isDirectory(proc)) {
                        try (DirectoryStream<Path> folders = Files.newDirectoryStream(proc, "[0-9]*")) {
                            folders.forEach(folder -> processes.add(
                                    Long.parseLong(folder.getFileName().toString())));
                        }
                    }
                    return processes;
                }

                @Override
                public String read(long process, String name) throws IOException {
                    Path file = proc.resolve(Long.toString(process)).resolve(name);
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    try (InputStream in = Files.newInputStream(file)) {
                        for (int n = in.read(chunk); n > 0; n = in.read(chunk)) {
                            bytes.write(chunk, 0, n);
                        }
                    }
                    return bytes.toString(StandardCharsets.ISO_8859_1);
                }
            };
        }
    }
}
