package io.hookline.server.folder;

import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.FileFailure;
import io.hookline.server.compiled.HookClassPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where the files of a hook are. In a Maven project, the Java sources are in {@code src/main/java}.
 *
 * @param name the first step of the paths at which the hook is served
 * @param shared whether the folder also has other files: then only files directly in it belong to the hook, without manifests
 */
public record HookSource(String name, Path folder, boolean shared) {

    /** Enough to tell the versions of one hook apart, and short enough to be read in a message. */
    private static final int VERSION_BYTES = 6;

    private static final Set<String> FOREIGN = Set.of("yaml", "yml", "json", "md", "xml");

    /** A folder of one hook. The hook has the name of the folder. */
    public static HookSource of(Path folder) {
        return new HookSource(nameOf(folder), folder, false);
    }

    private static String nameOf(Path folder) {
        return folder.toAbsolutePath().normalize().getFileName().toString();
    }

    /**
     * One hook for each folder in a folder, sorted by name; none if that folder does not exist. What is neither a folder nor a file, such as
     * a pipe or a link that leads nowhere, counts as a hook too, which cannot be read.
     */
    public static List<HookSource> in(Path root) {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(root)) {
            return children.filter(each -> Files.isDirectory(each) || HookFiles.isSpecial(each))
                    .filter(folder -> !folder.getFileName().toString().startsWith("."))
                    .sorted()
                    .map(HookSource::of)
                    .toList();
        } catch (IOException e) {
            throw new HookException("cannot read " + FileFailure.at(root, e), e);
        }
    }

    /**
     * The hooks in a folder: itself if it is a Maven project or has hook files, otherwise its sub-folders. The source folder of
     * a Maven project stands for the project.
     *
     * @param called the hooks that controllers call; if there is one, the folder itself has this name, otherwise its own
     */
    public static List<HookSource> in(Path folder, Set<String> called) {
        Path root = MavenLayout.projectOf(folder).orElse(folder);
        if (!Files.isDirectory(root) || !isBeside(root)) {
            return in(root);
        }
        String name = called.size() == 1 ? called.iterator().next() : nameOf(root);
        return List.of(new HookSource(name, root.toAbsolutePath().normalize(), true));
    }

    /**
     * The hooks in a folder that exists while they are served, see {@link #in(Path, Set)}.
     *
     * @throws HookException if the folder is gone
     */
    public static List<HookSource> inPresent(Path folder, Set<String> called) {
        if (!Files.isDirectory(folder)) {
            throw new HookException(
                    "no such hooks folder: " + folder.toAbsolutePath().normalize());
        }
        return in(folder, called);
    }

    /**
     * Whether a folder with other files has hook files too: a Maven project, Java sources, or executables such as
     * {@code sync.py}.
     */
    public static boolean isBeside(Path folder) {
        return MavenLayout.isIn(folder)
                || entriesBeside(folder).stream().anyMatch(each -> !Files.isDirectory(each) && isHook(each));
    }

    /** Whether a file has a name that hooks look for. */
    static boolean isHook(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".java")
                || Stream.of(HookType.values())
                        .anyMatch(type -> name.equals(type.text()) || name.startsWith(type.text() + "."));
    }

    /**
     * The files of the hook without its libraries: all that may be sources or executables.
     *
     * @throws HookException if the folder cannot be read, or if a source or an executable is no file
     */
    public List<Path> files() {
        if (HookFiles.isSpecial(folder)) {
            throw new HookException(folder + " is " + HookFiles.kind(folder) + ", not the folder of a hook");
        }
        if (!MavenLayout.isIn(folder)) {
            List<Path> files = shared ? filesBeside(folder) : HookFiles.in(folder);
            List<Path> libraries = HookLibraries.of(folder);
            return files.stream().filter(file -> !libraries.contains(file)).toList();
        }
        List<Path> files = new ArrayList<>(filesBeside(folder));
        files.removeIf(file -> file.toString().endsWith(".java"));
        files.addAll(MavenLayout.files(folder));
        return files;
    }

    /** The names of the files directly in the folder that could be hooks: no manifests and no hidden files. */
    List<String> names() {
        return filesBeside(folder).stream()
                .map(file -> file.getFileName().toString())
                .toList();
    }

    /**
     * What the hook brings besides its sources: libraries, resources, and files beside the sources.
     *
     * @throws HookException if one cannot be used
     */
    HookClassPath classPath() {
        return HookLibraries.classPath(name, folder, files());
    }

    /** A text that differs when a file was added, removed or changed. */
    String fingerprint() {
        try {
            String files = HookFiles.fingerprint(files());
            return files.isEmpty() ? "" : files + HookFiles.fingerprint(HookLibraries.files(folder));
        } catch (IOException | HookException e) {
            return "unreadable: " + e.getMessage(); // the folder is being changed: the next poll reads it
        }
    }

    /**
     * The version of the hook: a hash of all its files, equal for equal files in any place.
     *
     * @throws HookException if a file cannot be read
     */
    String version() {
        try {
            MessageDigest hash = MessageDigest.getInstance("SHA-256");
            HookFiles.digest(folder, files(), hash);
            HookFiles.digest(folder, HookLibraries.files(folder), hash);
            return HexFormat.of().formatHex(hash.digest(), 0, VERSION_BYTES);
        } catch (IOException e) {
            throw new HookException("cannot read " + FileFailure.at(folder, e), e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static List<Path> filesBeside(Path folder) {
        return entriesBeside(folder).stream()
                .filter(file -> HookFiles.isFile(folder, file))
                .toList();
    }

    private static List<Path> entriesBeside(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> !isForeign(file.getFileName().toString()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new HookException("cannot read " + FileFailure.at(folder, e), e);
        }
    }

    private static boolean isForeign(String name) {
        return name.startsWith(".") || FOREIGN.contains(name.substring(name.lastIndexOf('.') + 1));
    }
}
