package io.hookline.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DevConsoleTest {

    @Test
    void soManyHooksAsFitIntoALineAreNamedAndOfMoreTheFirstAndTheLast() {
        assertThat(DevConsole.inShort(List.of("a", "b", "c", "d", "e", "f"))).isEqualTo("a, b, c, d, e, f");
        assertThat(DevConsole.inShort(List.of("a", "b", "c", "d", "e", "f", "g")))
                .isEqualTo("a, b, ..., g (7)");
    }
}
