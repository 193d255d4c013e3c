package io.hookline.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hookline.hook.HookProgram;
import io.hookline.hook.HookType;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks that are edited all day do not fill the memory with the classes of their old versions. */
class HookReloadIT {

    @TempDir
    Path folder;

    @Test
    void twoHundredReloadsLeaveMetaspaceBounded() throws Exception {
        try (Bench bench = new Bench(HookSettings.DEFAULTS)) {
            reload(bench, 20); // what the compiler and Jackson need once
            long before = metaspaceAfterGc();
            reload(bench, 200);
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(metaspaceAfterGc() - before)
                            .as("growth of metaspace in bytes")
                            .isLessThan(2 << 20));
        }
    }

    private void reload(Bench bench, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            Files.writeString(folder.resolve("Hook.java"), HookLoaderTest.JAVA.formatted("version " + i));
            HookProgram hook = bench.loader.load(folder);
            bench.table.put("hook", hook);
            hook.call(HookType.SYNC, Requests.utf8(Requests.SYNC));
        }
    }

    private static long metaspaceAfterGc() {
        System.gc();
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals("Metaspace"))
                .map(MemoryPoolMXBean::getUsage)
                .mapToLong(usage -> usage.getUsed())
                .sum();
    }
}
