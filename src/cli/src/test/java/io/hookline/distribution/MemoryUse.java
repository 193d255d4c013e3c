package io.hookline.distribution;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much memory processes use that the kernel cannot take back, which is what it compares with the limit of their container before it
 * ends one of them. The pages of programs and libraries are in memory once for all processes, and are read again when they are needed.
 */
final class MemoryUse {

    private static final Pattern PEAK = Pattern.compile("(?m)^VmHWM:\\s+(\\d+) kB$");
    private static final Pattern DATA = Pattern.compile("(?m)^RssAnon:\\s+(\\d+) kB$");

    private MemoryUse() {}

    /** The peak of a process, and the data of those that it started, in bytes. */
    static long peakOfTree(long pid) {
        return ProcessHandle.of(pid)
                .map(root -> read(root.pid(), PEAK)
                        + root.descendants()
                                .mapToLong(each -> read(each.pid(), DATA))
                                .sum())
                .orElse(0L);
    }

    private static long read(long pid, Pattern line) {
        try {
            Matcher peak = line.matcher(Files.readString(Path.of("/proc", Long.toString(pid), "status")));
            return peak.find() ? Long.parseLong(peak.group(1)) << 10 : 0;
        } catch (NoSuchFileException _) {
            return 0; // it has ended
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
