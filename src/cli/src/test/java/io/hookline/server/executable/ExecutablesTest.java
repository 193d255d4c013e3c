package io.hookline.server.executable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.hookline.hook.protocol.HookType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutablesTest {

    @TempDir
    Path folder;

    @Test
    void theCallerAloneDecidesWhichFilesBelongToAnotherLanguage() throws Exception {
        Path source = Files.writeString(folder.resolve("sync.java"), "#!/usr/bin/env -S java --source 25\n");

        assertThat(Executables.in(folder, List.of(source)))
                .containsOnly(entry(
                        HookType.SYNC,
                        List.of(
                                "/usr/bin/env",
                                "-S",
                                "java",
                                "--source",
                                "25",
                                source.toAbsolutePath().toString())));
        assertThat(Executables.in(folder, List.of())).isEmpty();
    }
}
