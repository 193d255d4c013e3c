package io.hookline.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The header Warning of an API server is read as it writes it. */
class WarningHeaderTest {

    @Test
    void quotesInAWarningAreUnescaped() {
        assertThat(KubeHttp.WarningHeader.texts(List.of("299 - \"unknown field \\\"spec.replica\\\"\"")))
                .containsExactly("unknown field \"spec.replica\"");
    }

    @Test
    void severalWarningsInOneValueOrInSeveralAreAllRead() {
        assertThat(KubeHttp.WarningHeader.texts(
                        List.of("299 - \"a, b\", 299 kube \"c\"", "299 - \"d\" \"Mon, 23 Nov 2026 01:00:00 GMT\"")))
                .containsExactly("a, b", "c", "d");
    }

    @Test
    void warningsAboutCachesAndUnreadableOnesAreIgnored() {
        assertThat(KubeHttp.WarningHeader.texts(List.of("110 - \"Response is Stale\"", "nonsense", "299 - \"open")))
                .isEmpty();
    }
}
