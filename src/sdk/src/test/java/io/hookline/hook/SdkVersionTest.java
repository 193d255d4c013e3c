package io.hookline.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SdkVersionTest {

    @ParameterizedTest
    @CsvSource({
        "0.1.0, 0.1.0, true",
        "0.1.0, 0.1.9, true",
        "0.1.9, 0.1.0-SNAPSHOT, true",
        "0.1.0, 0.2.0, false",
        "0.2.0, 0.1.0, false",
        "0.2.0, 1.2.0, false",
        "1.2.0, 0.2.0, false",
        "1.2.0, 1.2, true",
        "1.2.0, 1.1.7, true",
        "1.2.0, 1.3.0, false",
        "2.0.0, 1.9.0, false",
        "1.9.0, 2.0.0, false",
        "unknown, unknown, true",
        "unknown, 0.1.0, false",
        "0.1.0, '', false",
    })
    void hooklineRunsHooksOfTheSameMajorAndOfNoLaterMinorVersion(String hookline, String sdk, boolean runs) {
        assertThat(new SdkVersion(hookline).runs(new SdkVersion(sdk))).isEqualTo(runs);
    }

    @Test
    void theVersionOfTheSdkIsTheVersionOfTheProject() throws IOException {
        assertThat(Files.readString(Path.of("pom.xml"))).contains("<version>" + SdkVersion.current() + "</version>");
    }
}
