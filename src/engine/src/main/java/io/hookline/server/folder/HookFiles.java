package io.hookline.server.folder;

import io.hookline.hook.protocol.HookException;
import io.hookline.object.FileFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
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
                    .filter(file -> isFile(folder, file))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            throw new HookException("cannot read " + FileFailure.at(folder, e), e);
        }
    }

    /**
     * Whether this is a file. Others are passed over, except for those with the name of a source or an executable.
     *
     * @throws HookException if a hook would be expected here
     */
    static boolean isFile(Path folder, Path path) {
        if (isSpecial(path) && HookSource.isHook(path)) {
            throw new HookException(folder.relativize(path) + " is " + kind(path) + ", not a file");
        }
        return Files.isRegularFile(path);
    }

    /** Whether something is here that is neither a file nor a folder. It must not be opened: a read may wait forever. */
    static boolean isSpecial(Path path) {
        return !Files.isRegularFile(path) && !Files.isDirectory(path) && Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** What it is, for an error. */
    static String kind(Path special) {
        return Files.exists(special) ? "a pipe, socket or device" : "a link that leads nowhere";
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
     * Adds the names and the contents of files to a hash, so that the same files give the same hash on every machine. A library
     * of Maven is outside of the folder.
     */
    static void digest(Path folder, List<Path> files, MessageDigest hash) throws IOException {
        for (Path file : files) {
            Path name = file.startsWith(folder) ? folder.relativize(file) : file.getFileName();
            hash.update(name.toString().getBytes(StandardCharsets.UTF_8));
            hash.update((byte) (Files.isExecutable(file) ? 1 : 0));
            byte[] content = Files.readAllBytes(file);
            hash.update(ByteBuffer.allocate(Long.BYTES).putLong(0, content.length));
            hash.update(content);
        }
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
