package io.hookline.server.folder;

import io.hookline.hook.protocol.HookException;
import io.hookline.object.FileFailure;
import io.hookline.server.compiled.JavaCompiler;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the class files of compiled hooks in a folder, so that the next process need not compile them. Thread-safe.
 *
 * <p>They are code that this process runs, so only files are read that belong to its user, and that no other user may write. Each one
 * has a hash of its content and of all that the compiler saw. Without such a folder, hooks are compiled as if nothing had been kept.
 */
final class KeptClasses {

    private static final Logger LOG = LoggerFactory.getLogger(KeptClasses.class);

    /** Some versions of all hooks of a large server: 20 MB. */
    private static final int MOST = 1000;

    private static final int HASH_BYTES = 32;

    private final Path folder;
    private final UserPrincipal user;
    private final byte[] process;
    private final InstantSource clock;

    private KeptClasses(Path folder, UserPrincipal user, byte[] process, InstantSource clock) {
        this.folder = folder;
        this.user = user;
        this.process = process;
        this.clock = clock;
    }

    /**
     * Keeps them in a folder, which is created; empty if this process cannot write there, or if the folder is not its user's.
     *
     * @param clock for the time of the last use: if there are too many, the files that were not used for longest are deleted
     */
    static Optional<KeptClasses> in(Path folder, InstantSource clock) {
        try {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Path probe = Files.createTempFile(folder, "", ".new");
            UserPrincipal user = Files.getOwner(probe);
            Files.delete(probe);
            KeptClasses kept = new KeptClasses(folder, user, process(), clock);
            if (!kept.isOwn(folder)) {
                LOG.atWarn()
                        .addKeyValue("folder", folder)
                        .log(
                                "compiled hooks are not kept: the folder belongs to another user, or others may write to it");
                return Optional.empty();
            }
            kept.deleteOldest();
            return Optional.of(kept);
        } catch (IOException | RuntimeException e) { // whatever it is: hooks can be compiled without
            LOG.atDebug().addKeyValue("error", e).log("compiled hooks are not kept");
            return Optional.empty();
        }
    }

    /** What all hooks of this process are compiled with: the JDK, and the content of the class path. */
    private static byte[] process() throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        text.writeBytes((Runtime.version() + "\n" + System.getProperty("java.vendor.version") + "\n"
                        + JavaCompiler.OPTIONS + "\n")
                .getBytes(StandardCharsets.UTF_8));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            for (Path file : filesOf(Path.of(entry))) {
                // a hash would take many times longer, since the JVM interprets it at its start
                try (CheckedInputStream in = new CheckedInputStream(Files.newInputStream(file), new CRC32())) {
                    long size = in.transferTo(OutputStream.nullOutputStream());
                    text.writeBytes((file + " " + size + " " + in.getChecksum().getValue() + "\n")
                            .getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        return text.toByteArray();
    }

    private static List<Path> filesOf(Path library) {
        return Files.isRegularFile(library) ? List.of(library) : MavenLayout.filesIn(library);
    }

    private boolean isOwn(Path path) throws IOException {
        PosixFileAttributes attributes =
                Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return !attributes.isSymbolicLink()
                && attributes.owner().equals(user)
                && !attributes.permissions().contains(PosixFilePermission.GROUP_WRITE)
                && !attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE);
    }

    private void deleteOldest() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> all = files.toList();
            if (all.size() > MOST) {
                Map<Path, Long> used = new HashMap<>(); // read once: other processes use the folder too
                all.forEach(file -> used.put(file, file.toFile().lastModified()));
                for (Path file : all.stream()
                        .sorted(Comparator.comparing(used::get))
                        .limit(all.size() - MOST)
                        .toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /**
     * Returns the kept class files of a hook by their binary names, or else compiles it and keeps them.
     *
     * @param libraries jars and folders with classes that the sources use
     */
    Map<String, byte[]> get(
            Path hook, List<Path> sources, List<Path> libraries, Supplier<Map<String, byte[]>> compiler) {
        byte[] key = key(hook, sources, libraries);
        Path file = folder.resolve(HexFormat.of().formatHex(key));
        Optional<Map<String, byte[]>> kept = read(file, key);
        if (kept.isPresent()) {
            return kept.get();
        }
        Map<String, byte[]> classes = compiler.get();
        if (isStill(key, hook, sources, libraries)) {
            write(file, key, classes);
        }
        return classes;
    }

    /** Not if the files changed while they were compiled. */
    private boolean isStill(byte[] key, Path hook, List<Path> sources, List<Path> libraries) {
        try {
            return Arrays.equals(key, key(hook, sources, libraries));
        } catch (HookException _) { // deleted
            return false;
        }
    }

    private byte[] key(Path hook, List<Path> sources, List<Path> libraries) {
        try {
            MessageDigest hash = sha256();
            hash.update(process);
            HookFiles.digest(hook, sources, hash);
            for (Path library : libraries) {
                HookFiles.digest(hook, filesOf(library), hash);
            }
            return hash.digest();
        } catch (IOException e) {
            throw new HookException("cannot read " + FileFailure.at(hook, e), e);
        }
    }

    private Optional<Map<String, byte[]>> read(Path file, byte[] key) {
        try {
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                return Optional.empty();
            }
            byte[] content = isOwn(file) ? Files.readAllBytes(file) : new byte[0];
            if (content.length < HASH_BYTES || !Arrays.equals(sum(key, content), Arrays.copyOf(content, HASH_BYTES))) {
                LOG.atWarn()
                        .addKeyValue("file", file)
                        .log("kept class files are damaged, or another user may have written them; compiling again");
                return Optional.empty();
            }
            Map<String, byte[]> classes = new TreeMap<>();
            DataInputStream in =
                    new DataInputStream(new ByteArrayInputStream(content, HASH_BYTES, content.length - HASH_BYTES));
            while (in.available() > 0) {
                classes.put(in.readUTF(), in.readNBytes(in.readInt()));
            }
            Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
            return Optional.of(classes);
        } catch (IOException e) {
            LOG.atDebug().addKeyValue("error", e).log("kept class files cannot be read");
            return Optional.empty();
        }
    }

    private void write(Path file, byte[] key, Map<String, byte[]> classes) {
        try {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            content.write(new byte[HASH_BYTES]);
            DataOutputStream out = new DataOutputStream(content);
            for (Map.Entry<String, byte[]> each : classes.entrySet()) {
                out.writeUTF(each.getKey());
                out.writeInt(each.getValue().length);
                out.write(each.getValue());
            }
            byte[] bytes = content.toByteArray();
            System.arraycopy(sum(key, bytes), 0, bytes, 0, HASH_BYTES);
            Path temporary = Files.createTempFile(folder, "", ".new");
            try {
                Files.write(temporary, bytes);
                Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(temporary);
            }
        } catch (IOException e) {
            LOG.atDebug().addKeyValue("error", e).log("class files cannot be kept");
        }
    }

    /** The hash of the content of a file after its own hash. */
    private static byte[] sum(byte[] key, byte[] content) {
        MessageDigest hash = sha256();
        hash.update(key);
        hash.update(content, HASH_BYTES, content.length - HASH_BYTES);
        return hash.digest();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
