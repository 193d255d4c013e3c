package io.hookline.cli.watch;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.text.ParseException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/** Profiles of this JVM: a flight recording, the threads, the heap. Thread-safe. */
final class Profiles {

    private static final String[] HISTOGRAM = {String[].class.getName()};

    private final Wait wait;
    private final AtomicBoolean recording = new AtomicBoolean();

    /** Waits while a recording runs. */
    @FunctionalInterface
    interface Wait {
        /** Waits for a time, or until the process stops; returns whether it stops. */
        boolean isStoppedWithin(Duration time) throws InterruptedException;
    }

    Profiles(Wait wait) {
        this.wait = wait;
    }

    /** Records for a time, at most one recording at a time; empty if another one runs. The stream deletes its file. */
    Optional<InputStream> record(Duration time) throws IOException, ParseException, InterruptedException {
        if (!recording.compareAndSet(false, true)) {
            return Optional.empty();
        }
        Path file = Files.createTempFile("hookline-", ".jfr");
        try (Recording recorded = new Recording(Configuration.getConfiguration("profile"))) {
            recorded.start();
            var _ = wait.isStoppedWithin(time);
            recorded.stop();
            recorded.dump(file);
            return Optional.of(Files.newInputStream(file, StandardOpenOption.DELETE_ON_CLOSE));
        } catch (IOException | ParseException | InterruptedException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        } finally {
            recording.set(false);
        }
    }

    /** The stacks of all threads, platform and virtual. */
    static String threads() throws IOException {
        Path folder = Files.createTempDirectory("hookline-threads-");
        Path file = folder.resolve("threads.txt"); // must not exist
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(file.toString(), ThreadDumpFormat.TEXT_PLAIN);
            return Files.readString(file);
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(folder);
        }
    }

    /**
     * The classes whose objects take most of the heap.
     *
     * @param live whether garbage is collected first, which stops all threads for a moment
     */
    static String heap(boolean live) throws JMException {
        String[] options = live ? new String[0] : new String[] {"-all"};
        Object histogram = ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {options},
                        HISTOGRAM);
        return "heap: " + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage() + "\n" + histogram;
    }

    /** The command line, with a zero byte between arguments as in Go. */
    static String commandLine() {
        ProcessHandle.Info info = ProcessHandle.current().info();
        return String.join(
                "\0",
                Stream.concat(
                                info.command().stream(),
                                Stream.of(info.arguments().orElse(new String[0])))
                        .toList());
    }
}
