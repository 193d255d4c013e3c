package {{package}};

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import {{parentModel}};
import io.hookline.hook.Decoration;
import io.hookline.hook.JavaHook;
import io.hookline.hook.Sync;
import io.hookline.object.KubeObject;
import io.hookline.testing.FixtureReport;
import io.hookline.testing.FixtureRunner;
import io.hookline.testing.YamlObjects;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class {{type}}HookTest {

    /** The clock of the hook stands still: in.now() is always FixtureRunner.NOW. */
    private final JavaHook hook = JavaHook.of(InstantSource.fixed(FixtureRunner.NOW), new {{type}}Hook());

    @Test
    void theHookReturnsTheAnswersOfItsFixtures() throws Exception {
        FixtureReport report = FixtureRunner.run(Path.of("."), hook);

        assertFalse(report.cases().isEmpty());
        assertTrue(report.passed(), report.toString());
    }

    @Test
    void a{{kind}}GetsItsAttachments() {
        KubeObject sample = YamlObjects.one(Path.of("sample.yaml"));

        Decoration decoration =
                new {{type}}Hook().decorate(Sync.of({{kind}}.class, sample).attachments().build());

        assertTrue(decoration
                .sent()
                .child("{{primaryApiVersion}}", "{{primaryKind}}", sample.name() + "-{{name}}")
                .isPresent());
    }
}
