package io.hookline.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The resources that a process and its descendants have used so far, as counted by Linux.
 *
 * @param cpuMillis user and system time, in steps of 10 ms
 * @param residentKiB current memory
 * @param peakKiB maximum memory
 * @param bytesRead by read calls, of sockets and files
 * @param bytesWritten by write calls, to sockets and files
 */
record Usage(long cpuMillis, long residentKiB, long peakKiB, long bytesRead, long bytesWritten) {

    /** The usage of a process that has not started. */
    static final Usage NOTHING = new Usage(0, 0, 0, 0, 0);

    private static final long MILLIS_PER_TICK = 10;

    static Usage of(ProcessHandle process) {
        return Stream.concat(Stream.of(process), process.descendants())
                .map(each -> read(Path.of("/proc", String.valueOf(each.pid()))))
                .reduce(NOTHING, Usage::plus);
    }

    private static Usage read(Path proc) {
        try {
            String stat = Files.readString(proc.resolve("stat"));
            List<String> fields =
                    List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
            // utime, stime, and those of children that have ended
            long ticks =
                    fields.subList(11, 15).stream().mapToLong(Long::parseLong).sum();
            Map<String, Long> status = numbers(proc.resolve("status"));
            Map<String, Long> io = numbers(proc.resolve("io"));
            return new Usage(
                    ticks * MILLIS_PER_TICK,
                    status.getOrDefault("VmRSS", 0L),
                    status.getOrDefault("VmHWM", 0L),
                    io.getOrDefault("rchar", 0L),
                    io.getOrDefault("wchar", 0L));
        } catch (IOException _) {
            return NOTHING; // the process has ended
        }
    }

    private static Map<String, Long> numbers(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(line -> line.split("[:\\s]+"))
                .filter(words -> words.length > 1 && words[1].matches("\\d+"))
                .collect(Collectors.toMap(words -> words[0], words -> Long.parseLong(words[1]), (a, _) -> a));
    }

    private Usage plus(Usage other) {
        return new Usage(
                cpuMillis + other.cpuMillis,
                residentKiB + other.residentKiB,
                peakKiB + other.peakKiB,
                bytesRead + other.bytesRead,
                bytesWritten + other.bytesWritten);
    }
}
