package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.watcher.condition.Condition;
import io.hookline.watcher.condition.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page of the conditions explains each condition that the watcher sets, and each reason. */
class ConditionsPageTest {

    private final String page = Files.readString(Path.of("src/docs/conditions.md"));

    ConditionsPageTest() throws IOException {}

    @Test
    void everyConditionAndEveryReasonIsExplained() {
        assertThat(Reason.values()).allSatisfy(reason -> assertThat(page).contains("`" + reason.text() + "`"));
        assertThat(Condition.Type.values()).allSatisfy(type -> assertThat(page).contains(type.text()));
    }
}
