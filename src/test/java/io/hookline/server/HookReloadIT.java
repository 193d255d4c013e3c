package io.hookline.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hookline.hook.HookProgram;
import io.hookline.hook.HookType;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks that are edited all day do not fill the metaspace with the classes of their old versions. */
class HookReloadIT {

    private static final int RELOADS = 60;

    @TempDir
    Path folder;

    @Test
    void classesOfOldVersionsAreUnloaded() throws Exception {
        try (Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)))) {
            reload(bench, 10); // what the compiler and the JSON library load once
            int before = loadedClassesAfterGc();
            reload(bench, RELOADS);
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(loadedClassesAfterGc() - before)
                            .as("classes that stayed; each reload defines one at least")
                            .isLessThan(RELOADS / 2));
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

    private static int loadedClassesAfterGc() {
        System.gc();
        return ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
    }
}
