package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.watcher.condition.Condition;
import io.hookline.watcher.condition.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of the conditions explains those that the watcher sets, and no others. */
class ConditionsPageTest {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| (?:True|False|Unknown) \\| `(\\w+)` \\|");
    private static final Pattern SECTION = Pattern.compile("(?m)^### (\\w+)$");

    private final String page = Files.readString(Path.of("src/docs/conditions.md"));

    ConditionsPageTest() throws IOException {}

    @Test
    void everyReasonIsExplained() {
        assertThat(ROW.matcher(page).results().map(row -> row.group(1)).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Reason.values()).map(Reason::text).toList());
    }

    @Test
    void everyConditionHasASection() {
        assertThat(SECTION.matcher(page).results().map(section -> section.group(1)))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Condition.Type.values())
                        .map(Condition.Type::text)
                        .toList());
    }
}
