package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.informer.InformerOptions;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.queue.ManualClock;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The step of the ladder that is code: the queue. Its commands are run by {@link DocsIT}. */
class LadderTest {

    private static final Path PAGE = Path.of("src/docs/ladder.md");
    private static final Path CODE = Path.of("src/cli/src/test/java/io/hookline/docs/PodKeys.java");

    private final ManualClock clock = new ManualClock();
    private final LocalCluster cluster = LocalCluster.create(clock, new SplittableRandom(1));
    private final ApiResource pods = cluster.discover().find("v1", "pods").orElseThrow();
    private final SharedInformerFactory informers =
            SharedInformerFactory.byHand(cluster, InformerOptions.DEFAULTS, clock, new Random(1));
    private final List<String> reported = new ArrayList<>();
    private boolean broken;
    private final PodKeys keys =
            new PodKeys(informers, pods, new WorkQueue<>(clock, RateLimits.defaults(clock)), this::report);

    private void report(ObjectKey key, Optional<KubeObject> pod) {
        if (broken) {
            throw new IllegalStateException("the printer is out of paper");
        }
        reported.add(key.name() + " "
                + pod.map(found -> found.fieldTree("status").path("phase").asText())
                        .orElse("was deleted"));
    }

    private void create(String name) {
        cluster.create(pods, KubeObject.of("""
                        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s","namespace":"default"},
                         "spec":{"containers":[{"name":"main","image":"nginx"}]}}
                        """.formatted(name)), WriteOptions.PLAIN);
    }

    private void phase(String name, String phase) {
        cluster.patch(
                pods,
                new ObjectKey("default", name),
                Patch.merge("{\"status\":{\"phase\":\"" + phase + "\"}}"),
                WriteOptions.STATUS);
    }

    private void observe() {
        while (informers.step()) {
            assertThat(reported.size()).isLessThan(100);
        }
    }

    private List<String> work() {
        observe();
        reported.clear();
        while (keys.work()) {
            assertThat(reported.size()).isLessThan(100);
        }
        return reported;
    }

    @Test
    void eachPodIsReportedAndThenEachChange() {
        List.of("a", "b", "c").forEach(this::create);
        assertThat(work()).containsExactlyInAnyOrder("a Pending", "b Pending", "c Pending");

        phase("b", "Running");
        assertThat(work()).containsExactly("b Running");

        cluster.delete(pods, new ObjectKey("default", "b"), DeleteOptions.BACKGROUND);
        assertThat(work()).containsExactly("b was deleted");
        assertThat(work()).isEmpty();
    }

    @Test
    void manyChangesBeforeTheWorkerComesAreOneReportOfTheLastState() {
        create("a");
        observe();
        for (String phase : List.of("Running", "Unknown", "Running", "Succeeded")) {
            phase("a", phase);
            observe();
        }

        assertThat(work()).containsExactly("a Succeeded");
    }

    @Test
    void aReportThatFailsIsRepeatedLaterAndLaterUntilItSucceeds() {
        create("a");
        broken = true;
        assertThat(work()).isEmpty();

        clock.advance(Duration.ofMillis(5));
        assertThat(work()).isEmpty();
        broken = false;
        clock.advance(Duration.ofMillis(5));
        assertThat(work()).as("the second delay is twice as long").isEmpty();
        clock.advance(Duration.ofMillis(5));

        assertThat(work()).containsExactly("a Pending");
    }

    @Test
    void thePageShowsThisCode() throws IOException {
        Matcher shown =
                Pattern.compile("(?s) *// ladder: begin\n(.*?) *// ladder: end").matcher(Files.readString(CODE));

        assertThat(shown.find()).isTrue();
        assertThat(PAGE).content().contains("```java\n" + shown.group(1).indent(-4) + "```");
    }
}
