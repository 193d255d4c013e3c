package io.hookline.cli.init;

import io.hookline.cli.terminal.CliErrors;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** Writes generated files to a folder, and never over others. */
final class ProjectFolder {

    private final Path folder;

    ProjectFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Checks that nothing is in the way.
     *
     * @param further a file that will be written too
     * @throws CliErrors.CommandFailed with all files that exist
     */
    void requireAbsent(List<GeneratedFile> files, String further) {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new CliErrors.CommandFailed(folder + " is a file; choose another folder");
        }
        List<String> existing = Stream.concat(files.stream().map(GeneratedFile::path), Stream.of(further))
                .filter(path -> Files.exists(folder.resolve(path), LinkOption.NOFOLLOW_LINKS))
                .toList();
        if (!existing.isEmpty()) {
            throw new CliErrors.CommandFailed(
                    "these files exist in " + folder + " and would be overwritten:\n  " + String.join("\n  ", existing)
                            + "\nNothing was written. Choose another folder, or move them away.");
        }
    }

    /** Writes files that do not exist. */
    void write(List<GeneratedFile> files) {
        for (GeneratedFile file : files) {
            try {
                Path path = folder.resolve(file.path());
                Files.createDirectories(path.getParent());
                Files.writeString(path, file.text(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                if (file.isProgram() && !path.toFile().setExecutable(true, false)) {
                    throw new IOException("cannot make it executable");
                }
            } catch (FileAlreadyExistsException e) {
                throw new CliErrors.CommandFailed(
                        e.getMessage() + " exists, and is not a folder; choose another folder");
            } catch (IOException e) {
                throw new CliErrors.CommandFailed(
                        "cannot write " + folder.resolve(file.path()) + ": " + e.getMessage());
            }
        }
    }
}
