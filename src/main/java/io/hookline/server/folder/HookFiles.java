package io.hookline.server.folder;

import io.hookline.hook.protocol.HookException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of a hook: all except fixtures and hidden files. Links are followed, because ConfigMap mounts use them. */
final class HookFiles {

    private static final int MAX_DEPTH = 8;

    private HookFiles() {}

    /** Lists the files of a hook, sorted by path. */
    static List<Path> in(Path folder) {
        try (Stream<Path> files = Files.walk(folder, MAX_DEPTH, FileVisitOption.FOLLOW_LINKS)) {
            return files.filter(file -> isPart(folder.relativize(file)))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            throw new HookException("cannot read " + folder + ": " + e.getMessage(), e);
        }
    }

    private static boolean isPart(Path relative) {
        for (Path step : relative) {
            String name = step.toString();
            if (name.startsWith(".") || name.equals("__pycache__")) {
                return false;
            }
        }
        return !relative.startsWith("fixtures");
    }

    /**
     * Returns a text that differs when a file was added, removed or changed. It contains real paths, because an update of
     * a mounted ConfigMap only replaces a link.
     */
    static String fingerprint(List<Path> files) throws IOException {
        StringBuilder print = new StringBuilder();
        for (Path file : files) {
            print.append(file.toRealPath())
                    .append(' ')
                    .append(Files.size(file))
                    .append(' ')
                    .append(Files.getLastModifiedTime(file))
                    .append(Files.isExecutable(file) ? " x" : "")
                    .append('\n');
        }
        return print.toString();
    }
}
