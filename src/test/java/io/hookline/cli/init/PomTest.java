package io.hookline.cli.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PomTest {

    @Test
    void theFolderOfTheDistributionMayHaveCharactersOfXml() {
        ProjectPlan plan = new PlanReader(new PlanReader.Arguments(
                        Path.of("webapp"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Language.JAVA,
                        false))
                .read();

        assertThat(new JavaFiles(plan, "1.0.0", "/opt/a & <b>")
                        .files()
                        .getFirst()
                        .text())
                .contains("<hookline.home>/opt/a &amp; &lt;b&gt;</hookline.home>");
    }
}
