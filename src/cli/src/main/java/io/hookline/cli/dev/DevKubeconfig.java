package io.hookline.cli.dev;

import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.PrivateFile;
import io.hookline.object.FileFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The kubeconfig of one process, which has the token of its API server: only the owner can read the file. It is deleted
 * at the end of the process. In a Maven project it is {@code target/hookline.kubeconfig}, elsewhere {@code
 * .hookline/kubeconfig}. While another process uses that file, a number is appended. The first line of the file names
 * its process, so that the file of a killed process is used again.
 */
public final class DevKubeconfig implements AutoCloseable {

    private static final Pattern OWNER = Pattern.compile("# hookline dev, process (\\d+), started (\\S+)");
    private static final String DOT_FOLDER = ".hookline";
    private static final String IGNORE = ".gitignore";

    private final Path file;
    private final byte[] content;

    private DevKubeconfig(Path file, byte[] content) {
        this.file = file;
        this.content = content;
    }

    /** The first choice for a project. */
    public static Path preferred(Path project) {
        return Files.exists(project.resolve("pom.xml"))
                ? project.resolve("target").resolve("hookline.kubeconfig")
                : project.resolve(DOT_FOLDER).resolve("kubeconfig");
    }

    /** The kubeconfig of a process that runs in a project; empty without one, also if a killed one has left its file. */
    public static Optional<Path> running(Path project) {
        Path file = preferred(project);
        try {
            return Files.exists(file) && !isAbandoned(file) ? Optional.of(file) : Optional.empty();
        } catch (IOException | UncheckedIOException _) {
            return Optional.of(file); // whoever reads it says why it cannot be read
        }
    }

    /** Writes the kubeconfig to a file that the user named. */
    static DevKubeconfig at(Path file, String kubeconfig) {
        byte[] content = content(kubeconfig);
        try {
            makeFolder(file);
            PrivateFile.replace(file, content);
            return new DevKubeconfig(file, content);
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    /** Writes the kubeconfig to the first file that no other process uses. */
    static DevKubeconfig in(Path project, String kubeconfig) {
        Path preferred = preferred(project);
        byte[] content = content(kubeconfig);
        for (int i = 1; ; i++) {
            Path file = i == 1 ? preferred : preferred.resolveSibling(preferred.getFileName() + "-" + i);
            try {
                makeFolder(file);
                if (isAbandoned(file)) {
                    Files.deleteIfExists(file);
                }
                PrivateFile.create(file, content);
                return new DevKubeconfig(file, content);
            } catch (FileAlreadyExistsException _) {
                // used by another process
            } catch (IOException e) {
                throw failed(file, e);
            }
        }
    }

    private static byte[] content(String kubeconfig) {
        ProcessHandle self = ProcessHandle.current();
        String owner = "# hookline dev, process " + self.pid() + ", started " + started(self) + "\n";
        return (owner + kubeconfig).getBytes(StandardCharsets.UTF_8);
    }

    private static Instant started(ProcessHandle process) {
        return process.info().startInstant().orElse(Instant.EPOCH);
    }

    /** Whether a process wrote this file that has ended since. */
    private static boolean isAbandoned(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            Optional<Matcher> owner = lines.findFirst().map(OWNER::matcher).filter(Matcher::matches);
            return owner.isPresent()
                    && ProcessHandle.of(Long.parseLong(owner.get().group(1)))
                            .filter(process -> started(process)
                                    .toString()
                                    .equals(owner.get().group(2)))
                            .isEmpty();
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    private static void makeFolder(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null) {
            return;
        }
        try {
            Files.createDirectories(folder);
        } catch (FileAlreadyExistsException e) { // not the kubeconfig of another process, which has another name to try
            throw new FileSystemException(file.toString(), null, e.getFile() + " is not a folder");
        }
        if (folder.endsWith(DOT_FOLDER)) {
            Files.writeString(folder.resolve(IGNORE), "*\n"); // so that no commit contains the folder
        }
    }

    private static CliErrors.CommandFailed failed(Path file, IOException e) {
        return new CliErrors.CommandFailed(
                "cannot write " + file + " (" + FileFailure.reason(e) + "); choose another file with --kubeconfig-out");
    }

    /** The file. */
    Path file() {
        return file;
    }

    /** Deletes the file only if its content did not change: another process may have replaced it. */
    @Override
    public void close() throws IOException {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Arrays.equals(Files.readAllBytes(file), content)) {
            Files.deleteIfExists(file);
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && folder.endsWith(DOT_FOLDER) && isEmpty(folder)) {
            Files.deleteIfExists(folder.resolve(IGNORE));
            Files.deleteIfExists(folder);
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> names = files.map(Path::getFileName).toList();
            return names.equals(List.of(Path.of(IGNORE)));
        } catch (NoSuchFileException _) {
            return false;
        }
    }
}
