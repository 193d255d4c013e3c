package io.hookline.watcher.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** However many children of a parent fail, the failure of the sync is a text that can be read. */
class SyncFailuresTest {

    private static SyncException failure(int i) {
        return new SyncException.Refused("can't create ConfigMap default/child-" + i + ": it is not allowed");
    }

    @Test
    void aHundredThousandFailuresAreOneTextOfTheFirstAndANumber() {
        SyncFailures failures = new SyncFailures();
        for (int i = 0; i < 100_000; i++) {
            failures.add(failure(i));
        }
        SyncException all = new SyncException.Several("can't reconcile children for Thing default/p: ", failures);

        assertThat(all.getMessage())
                .startsWith("can't reconcile children for Thing default/p: can't create ConfigMap default/child-0: it")
                .endsWith("; and 99900 more")
                .hasSizeLessThan(10_000);
        assertThat(all.problem()).endsWith("child-99: it is not allowed; and 99900 more");
    }

    @Test
    void theTextDoesNotDependOnTheOrderInWhichConcurrentWritesFail() {
        SyncFailures ascending = new SyncFailures();
        SyncFailures descending = new SyncFailures();
        for (int i = 0; i < 1000; i++) {
            ascending.add(i, failure(i));
            descending.add(999 - i, failure(999 - i));
        }

        assertThat(new SyncException.Several("", descending).getMessage())
                .isEqualTo(new SyncException.Several("", ascending).getMessage())
                .startsWith("can't create ConfigMap default/child-0: it")
                .endsWith("child-99: it is not allowed; and 900 more");
    }

    @Test
    void longTextsAreFewerAndOneIsAlwaysWhole() {
        SyncFailures failures = new SyncFailures();
        for (int i = 0; i < 50; i++) {
            failures.add(new SyncException.Refused(i + "x".repeat(20_000)));
        }
        assertThat(new SyncException.Several("", failures).getMessage())
                .hasSizeLessThan(SyncFailures.MOST_CHARACTERS + 100)
                .endsWith("; and 49 more");

        SyncFailures one = new SyncFailures();
        one.add(new SyncException.Refused("y".repeat(100_000)));
        assertThat(new SyncException.Several("", one).getMessage()).hasSize(100_000);
    }

    @Test
    void aFewAreJoinedAsTheyAre() {
        assertThat(new SyncException.Several("tried: ", List.of(failure(1), failure(2))).getMessage())
                .isEqualTo("tried: can't create ConfigMap default/child-1: it is not allowed;"
                        + " can't create ConfigMap default/child-2: it is not allowed");
    }

    @Test
    void whatTheOthersAskForIsKept() {
        SyncFailures failures = new SyncFailures();
        for (int i = 0; i < 1000; i++) {
            failures.add(failure(i));
        }
        failures.add(new SyncException.RequestFailed(
                "can't create x", new ClusterException.TooManyRequests("slow", Duration.ofSeconds(77))));
        failures.add(new SyncException.RequestFailed(
                "can't create y", new ClusterException.Forbidden("User \"u\" cannot create resource \"ys\"")));
        SyncFailures merged = new SyncFailures();
        merged.add(failure(0));
        merged.addAll(failures);
        SyncException all = new SyncException.Several("", merged);

        assertThat(all.after()).contains(Duration.ofSeconds(77));
        assertThat(all.denied()).contains("User \"u\" cannot create resource \"ys\"");
        assertThat(all.getMessage()).endsWith("; and 903 more");
    }
}
