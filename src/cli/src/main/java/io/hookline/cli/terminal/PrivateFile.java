package io.hookline.cli.terminal;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Writes files that only their owner can read (mode 0600), such as a kubeconfig with a token. Where the file system has
 * no such mode, the files are ordinary ones.
 */
public final class PrivateFile {

    private PrivateFile() {}

    /**
     * Writes a new file.
     *
     * @throws FileAlreadyExistsException if it exists
     */
    public static void create(Path file, byte[] content) throws IOException {
        Files.createFile(file, mode(file)); // with its mode from the first moment
        Files.write(file, content);
    }

    /**
     * Writes a file, and replaces it if it exists. A new file takes the place of the old one: a program that has the
     * old one open cannot read what is written.
     */
    public static void replace(Path file, byte[] content) throws IOException {
        Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        Path complete = target.resolveSibling(
                target.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
        Files.deleteIfExists(complete);
        try {
            create(complete, content);
            Files.move(complete, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(complete);
        }
    }

    private static FileAttribute<?>[] mode(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
