package io.hookline.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.hookline.server.call.HookSettings;
import io.hookline.server.executable.ProcessRunner;
import io.hookline.testing.LogLines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What an executable prints helps to find why it fails, so it is logged then too. */
class FailedProgramOutputTest {

    @RegisterExtension
    private final LogLines lines = new LogLines(ProcessRunner.class, Level.INFO);

    private final Bench bench = new Bench(HookSettings.DEFAULTS);

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        bench.close();
    }

    private List<String> printed() {
        return lines.all().stream()
                .flatMap(line -> line.getKeyValuePairs().stream())
                .filter(pair -> pair.key.equals("output"))
                .map(pair -> String.valueOf(pair.value))
                .toList();
    }

    @Test
    void whatAFailedProgramPrintedBeforeItsErrorIsLogged() throws Exception {
        Path hook = Files.createDirectory(folder.resolve("hook"));
        Files.writeString(hook.resolve("sync.py"), """
                #!/usr/bin/env python3
                import sys
                print("replicas is 3", file=sys.stderr)
                raise KeyError("spec")
                """);
        bench.table.put("hook", bench.loader.load(hook));

        bench.hooks.serve("/hook/sync", Requests.utf8(Requests.SYNC));

        assertThat(printed()).containsExactly("replicas is 3");
    }
}
