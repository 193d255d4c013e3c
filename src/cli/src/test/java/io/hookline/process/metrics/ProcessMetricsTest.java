package io.hookline.process.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The limit of the address space, which Java's client does not show. */
class ProcessMetricsTest {

    @ParameterizedTest
    @CsvSource({
        "Max address space         unlimited            unlimited            bytes, 1.8446744073709552e19",
        "Max address space         4294967296           unlimited            bytes, 4294967296",
        "Max address space         0                    0                    bytes, 0"
    })
    void theSoftLimitCountsAsInGo(String line, double bytes) {
        assertThat(ProcessMetrics.addressSpace(
                        List.of("Limit                     Soft Limit           Hard Limit           Units", line)))
                .hasValue(bytes);
    }

    @Test
    void aSystemWithoutTheLimitHasNoMetric() {
        assertThat(ProcessMetrics.addressSpace(List.of("Max cpu time  unlimited unlimited seconds")))
                .isEmpty();
    }
}
