package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.local.LocalCluster;
import io.hookline.object.KubeObject;
import java.time.InstantSource;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When the finalize hook manages the children of a parent that is being deleted. */
class FinalizersTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            true  | "ours"                      | true
            true  | "theirs","ours"             | true
            true  | "theirs"                    | false
            true  | "ours","foregroundDeletion" | false
            true  | "orphan","ours"             | false
            false | "ours"                      | false
            """)
    void onlyWhileWeHoldItAndTheGarbageCollectorDoesNot(boolean wanted, String finalizers, boolean holds) {
        ObjectWriter writer = new ObjectWriter(LocalCluster.create(InstantSource.system(), new SplittableRandom(1)));
        KubeObject parent = KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"p\","
                + "\"deletionTimestamp\":\"2026-01-01T00:00:00Z\",\"finalizers\":[" + finalizers + "]}}");

        assertThat(new Finalizers(writer, "ours", wanted).holds(parent)).isEqualTo(holds);
    }
}
