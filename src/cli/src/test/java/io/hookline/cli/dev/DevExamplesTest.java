package io.hookline.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.testing.scenario.Scenario;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DevExamplesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            hello                 | hellos
            service-per-pod       | statefulsets,pods
            status                | noops,plainnoops
            hello service-per-pod | hellos,statefulsets,pods
            """)
    void theKindsOfAllParentsAreListedBuiltInOnesToo(String examples, String plurals) {
        assertThat(DevExamples.plurals(Arrays.stream(examples.split(" "))
                        .map(name -> Scenario.readManifests(Path.of("examples", name)))
                        .toList()))
                .isEqualTo(plurals);
    }
}
