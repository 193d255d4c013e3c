package io.hookline.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The times that commands print begin when their process was started. */
class ProcessStartTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.500Z");

    /** 2.5 s ago, of which the JVM knows the whole seconds. */
    private static final Instant KNOWN = Instant.parse("2026-01-02T03:04:02.100Z");

    private static final String UPTIME = "37743.28 15981.04\n";

    private static String stat(String name, String ticks) {
        return "14052 (" + name + ") R 14001 14001 28016 0 -1 4194304 98 0 0 0 0 0 0 0 20 0 1 0 " + ticks
                + " 3133440 363";
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "a b", "a) R 1 (b"})
    void theKernelKnowsItToAHundredth(String name) {
        assertThat(Console.start(KNOWN, stat(name, "3774078"), UPTIME, NOW))
                .isEqualTo(Instant.parse("2026-01-02T03:04:03Z"));
    }

    /** In some containers, the two files count from different moments. */
    @ParameterizedTest
    @ValueSource(strings = {"3773000", "3774500", "99999999"})
    void whatTheJvmKnowsCountsIfTheKernelSaysAnythingElse(String ticks) {
        assertThat(Console.start(KNOWN, stat("java", ticks), UPTIME, NOW)).isEqualTo(KNOWN);
    }

    @Test
    void whatTheJvmKnowsCountsIfAFileCannotBeRead() {
        assertThat(Console.start(KNOWN, "", UPTIME, NOW)).isEqualTo(KNOWN);
        assertThat(Console.start(KNOWN, stat("java", "x"), UPTIME, NOW)).isEqualTo(KNOWN);
        assertThat(Console.start(KNOWN, stat("java", "3774078"), "", NOW)).isEqualTo(KNOWN);
    }
}
