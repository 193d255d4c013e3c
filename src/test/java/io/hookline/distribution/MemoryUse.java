package io.hookline.distribution;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How much memory processes have used at most, which is what the kernel compares with the limit of their container. */
final class MemoryUse {

    private static final Pattern PEAK = Pattern.compile("(?m)^VmHWM:\\s+(\\d+) kB$");

    private MemoryUse() {}

    /** The peak of a process and of those that it started, in bytes. */
    static long peakOfTree(long pid) {
        return ProcessHandle.of(pid)
                .map(root -> peak(root.pid())
                        + root.descendants().mapToLong(each -> peak(each.pid())).sum())
                .orElse(0L);
    }

    private static long peak(long pid) {
        try {
            Matcher peak = PEAK.matcher(Files.readString(Path.of("/proc", Long.toString(pid), "status")));
            return peak.find() ? Long.parseLong(peak.group(1)) << 10 : 0;
        } catch (NoSuchFileException _) {
            return 0; // it has ended
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
