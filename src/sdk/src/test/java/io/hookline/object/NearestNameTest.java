package io.hookline.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {

    private static final List<String> NAMES = List.of("webapp", "WebApps", "blog", "children");

    @ParameterizedTest
    @CsvSource({
        "webap, webapp",
        "weabpp, webapp",
        "WEBAPP, webapp",
        "webappss, WebApps",
        "bolg, blog",
        "childen, children"
    })
    void aTypoIsFound(String wrong, String meant) {
        assertThat(NearestName.of(wrong, NAMES)).contains(meant);
    }

    @Test
    void anotherWordIsNoTypo() {
        assertThat(NearestName.of("shop", NAMES)).isEmpty();
        assertThat(NearestName.of("", NAMES)).isEmpty();
        assertThat(NearestName.of("blog", List.of())).isEmpty();
    }
}
