package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The alerts of {@code manifests/monitoring}, and what the guide says about them. */
class AlertsTest {

    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");
    private static final Pattern ROW = Pattern.compile("`(Hookline[A-Z]\\w+)`");

    private static final Pattern METRIC = Pattern.compile("\\b((?:hookline|leader_election)_\\w+?)(?:_count)?[{\\[)]");

    @Test
    void theGuideExplainsEveryAlertAndNoOther() throws IOException {
        String alerts = Files.readString(Path.of("manifests/monitoring/alerts.yaml"));
        String guide = Files.readString(Path.of("src/docs/deploy.md"));

        assertThat(ROW.matcher(guide).results().map(found -> found.group(1)).distinct())
                .containsExactlyInAnyOrderElementsOf(ALERT.matcher(alerts)
                        .results()
                        .map(found -> found.group(1))
                        .toList());
    }

    /** An alert on a metric that does not exist never fires. */
    @Test
    void everyMetricOfAnAlertIsDocumented() throws IOException {
        String docs = Files.readString(Path.of("src/docs/metrics.md"))
                + Files.readString(Path.of("src/docs/hooks/serving.md"));
        assertThat(METRIC.matcher(Files.readString(Path.of("manifests/monitoring/alerts.yaml")))
                        .results()
                        .map(found -> found.group(1)))
                .isNotEmpty()
                .allSatisfy(metric -> assertThat(docs).contains("`" + metric + "`"));
    }
}
