package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In which colours {@code hookline dev} prints on a terminal. {@code AnsiTest} has all cases. */
class DevColoursIT {

    @TempDir
    private Path folder;

    private DevProcess dev;

    @BeforeEach
    void prepare() throws Exception {
        dev = new DevProcess(folder);
        dev.write("crd.yaml", ProjectFiles.CRD);
        dev.write("controller.yaml", ProjectFiles.CONTROLLER);
        dev.write("sample.yaml", ProjectFiles.SAMPLE);
        dev.write("sync.py", ProjectFiles.HOOK);
    }

    @AfterEach
    void kill() {
        dev.close();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            '',              ,                true
            '',              NO_COLOR=1,      false
            --color=always,  NO_COLOR=1,      true
            """)
    void aTerminalIsColoured(String flag, String variable, boolean coloured) throws Exception {
        dev.startOnTerminal(variable, flag.isEmpty() ? new String[0] : new String[] {flag});
        dev.awaitPrinted("every sample has its children and first status");

        assertThat(dev.printed().contains("\u001b[32mcreated\u001b[0m ConfigMap default/shop"))
                .isEqualTo(coloured);
        assertThat(dev.printed().contains("\u001b[32mready\u001b[0m          every sample"))
                .isEqualTo(coloured);
        assertThat(dev.printed().contains("\u001b")).isEqualTo(coloured);
    }
}
