package io.hookline.server.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookType;
import io.hookline.server.Bench;
import io.hookline.server.Requests;
import io.hookline.server.folder.HookLoaderTest;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The classes of old versions of a hook are unloaded, so that many edits do not fill the metaspace. */
class HookReloadIT {

    private static final int RELOADS = 20;

    @TempDir
    Path folder;

    @Test
    void classesOfOldVersionsAreUnloaded() throws Exception {
        try (Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)))) {
            for (int i = 0; i < RELOADS; i++) {
                reload(bench, "version " + i);
            }

            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(liveVersions())
                            .as("the current version, and one that a thread may still reference")
                            .isBetween(1L, 2L));
        }
    }

    private void reload(Bench bench, String version) throws Exception {
        Files.writeString(folder.resolve("Hook.java"), HookLoaderTest.JAVA.formatted(version));
        HookProgram hook = bench.loader.load(folder);
        bench.table.put("hook", hook);
        hook.call(HookType.SYNC, Requests.utf8(Requests.SYNC));
    }

    /** Counts the class loaders of the versions, which have the folder's name, after a garbage collection. */
    private long liveVersions() throws JMException {
        command("gcRun");
        return command("vmClassloaders", "fold=false")
                .lines()
                .filter(line -> line.contains("\"hook " + folder.getFileName() + "\""))
                .count();
    }

    private static String command(String operation, String... arguments) throws JMException {
        Object printed = ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        operation,
                        arguments.length == 0 ? new Object[0] : new Object[] {arguments},
                        arguments.length == 0 ? new String[0] : new String[] {String[].class.getName()});
        return String.valueOf(printed);
    }
}
