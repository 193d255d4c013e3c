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
}
