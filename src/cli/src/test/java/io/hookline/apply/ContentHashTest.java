package io.hookline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.KubeObject;
import org.junit.jupiter.api.Test;

class ContentHashTest {

    @Test
    void aHashStandsForTheBytes() {
        assertThat(ContentHash.of(KubeObject.of("{\"a\":1}"))).isEqualTo(ContentHash.of(KubeObject.of("{\"a\":1}")));
        assertThat(ContentHash.of(KubeObject.of("{\"a\":1}"))).isNotEqualTo(ContentHash.of(KubeObject.of("{\"a\":2}")));
    }
}
