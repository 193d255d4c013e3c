package io.hookline.cli.init;

import io.hookline.cli.terminal.CliErrors;
import io.hookline.object.FileFailure;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files of a new project in its folder. Used by one thread. */
final class NewFiles {

    private final Path folder;

    /** What did not exist before: each file follows the folders around it. */
    private final List<Path> made = new ArrayList<>();

    NewFiles(Path folder) {
        this.folder = folder;
    }

    /**
     * Writes files that do not exist.
     *
     * @throws CliErrors.CommandFailed with the first file that cannot be written; what was written stays until
     *     {@link #remove}
     */
    void write(List<ProjectGenerator.GeneratedFile> files) {
        files.forEach(this::write);
    }

    private void write(ProjectGenerator.GeneratedFile file) {
        Path path = folder.resolve(file.path());
        try {
            makeFolder(path.toAbsolutePath().getParent());
            Files.createFile(path);
            made.add(path); // before its text, which a full disk refuses
            Files.writeString(path, file.text());
            if (file.isProgram() && !path.toFile().setExecutable(true, false)) {
                throw new IOException("cannot make it executable");
            }
        } catch (FileAlreadyExistsException e) {
            throw new CliErrors.CommandFailed(e.getMessage() + " exists, and is not a folder; choose another folder");
        } catch (IOException e) {
            throw new CliErrors.CommandFailed("cannot write " + path + ": " + FileFailure.reason(e));
        }
    }

    private void makeFolder(@Nullable Path path) throws IOException {
        if (path == null || Files.isDirectory(path)) {
            return;
        }
        makeFolder(path.getParent());
        Files.createDirectory(path);
        made.add(path);
    }

    /** Removes what was written, so that it is not in the way of another attempt. Folders with other files stay. */
    void remove() {
        for (Path path : made.reversed()) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException _) {
                // the failure before is the one to report
            }
        }
    }
}
