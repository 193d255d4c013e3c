package io.hookline.server.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.protocol.HookException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files beside the sources of a Java hook, which are the templates of its children. */
class TemplateFilesTest {

    private static final String HOOK = """
            import io.fabric8.kubernetes.api.model.ConfigMap;
            import io.fabric8.kubernetes.api.model.ObjectMeta;
            import io.hookline.hook.*;

            final class Hook implements SyncHook<Hook.App> {
                record App(ObjectMeta metadata) implements Parent {}

                private %s ChildTemplate<App, ConfigMap> template =
                        ChildTemplate.file("%s", App.class, ConfigMap.class);

                public Answer sync(Sync<App> in) {
                    return Answer.of(template.fill(in.parent()));
                }
            }
            """;
    private static final String FIELD = HOOK.formatted("final", "greeting.yaml");
    private static final String CONSTANT = HOOK.formatted("static final", "greeting.yaml");

    @TempDir
    private Path root;

    private LibraryHooks hooks;

    @BeforeEach
    void open() {
        hooks = new LibraryHooks(root);
    }

    @AfterEach
    void close() {
        hooks.close();
    }

    private static String greeting(String text) {
        return """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: a}
                data:
                  text: %s ${metadata.name}
                """.formatted(text);
    }

    @Test
    void aHookReadsTheFilesOfItsFolder() throws Exception {
        hooks.write("hook/Hook.java", FIELD);
        hooks.write("hook/greeting.yaml", greeting("hello"));

        assertThat(hooks.answer("hook")).contains("\"text\":\"hello ");
    }

    @Test
    void aFileInASubfolderIsFoundByItsPath() throws Exception {
        hooks.write("hook/Hook.java", HOOK.formatted("final", "children/greeting.yaml"));
        hooks.write("hook/children/greeting.yaml", greeting("hello"));

        assertThat(hooks.answer("hook")).contains("\"text\":\"hello ");
    }

    @Test
    void aClassInAPackageFindsTheFilesOfItsFolder() throws Exception {
        hooks.write("hook/com/example/Hook.java", "package com.example;\n" + FIELD);
        hooks.write("hook/greeting.yaml", greeting("hello"));

        assertThat(hooks.answer("hook")).contains("\"text\":\"hello ");
    }

    @Test
    void aFileOfTheHookHasPrecedenceOverOneInALibrary() throws Exception {
        hooks.write("hook/Hook.java", FIELD);
        hooks.write("hook/greeting.yaml", greeting("hello"));
        TestJar.of("1.0")
                .with("greeting.yaml", greeting("of the library"))
                .write(root.resolve("hook/lib/other-1.0.jar"));

        assertThat(hooks.answer("hook")).contains("\"text\":\"hello ");
    }

    @Test
    void fixturesAreNotVisibleToTheHook() throws Exception {
        hooks.write("hook/Hook.java", HOOK.formatted("final", "fixtures/greeting.yaml"));
        hooks.write("hook/fixtures/greeting.yaml", greeting("hello"));

        assertThatThrownBy(() -> hooks.answer("hook"))
                .isInstanceOf(HookException.class)
                .hasMessage("Hook: there is no file fixtures/greeting.yaml beside Hook; a Maven project has it in"
                        + " src/main/resources");
    }

    @Test
    void aMavenProjectHasItsTemplatesInItsResources() throws Exception {
        hooks.write("app/pom.xml", "<project/>\n");
        hooks.write("app/src/main/java/com/example/Hook.java", "package com.example;\n" + FIELD);
        hooks.write("app/src/main/resources/greeting.yaml", greeting("hello"));
        assertThat(hooks.answer("app")).contains("\"text\":\"hello ");

        hooks.write("app/src/main/resources/com/example/greeting.yaml", greeting("beside the class"));
        assertThat(hooks.answer("app")).contains("\"text\":\"beside the class ");
    }

    @Test
    void aChangedTemplateLoadsTheHookAgain() throws Exception {
        hooks.write("hooks/hook/Hook.java", FIELD);
        hooks.write("hooks/hook/greeting.yaml", greeting("one"));
        HookFolders folders = hooks.folders("hooks");
        folders.refresh();
        assertThat(hooks.served("hook")).contains("\"text\":\"one ");

        hooks.write("hooks/hook/greeting.yaml", greeting("two"));
        folders.refresh();

        assertThat(hooks.served("hook")).contains("\"text\":\"two ");
    }

    @Test
    void afterABrokenEditOfATemplateTheLastGoodVersionIsServed() throws Exception {
        hooks.write("hooks/hook/Hook.java", FIELD);
        hooks.write("hooks/hook/greeting.yaml", greeting("one"));
        HookFolders folders = hooks.folders("hooks");
        folders.refresh();

        hooks.write("hooks/hook/greeting.yaml", greeting("two").replace("\ndata:", "\ndat:"));
        folders.refresh();

        assertThat(hooks.served("hook")).contains("\"text\":\"one ");
        assertThat(hooks.problem("hook")).isEqualTo("Hook: greeting.yaml:4 dat: unknown field; did you mean data?");
    }

    @Test
    void aMountedConfigMapHasTheTemplates() throws Exception {
        hooks.write("hook/..2026_a/Hook.java", FIELD);
        hooks.write("hook/..2026_a/greeting.yaml", greeting("hello"));
        Files.createSymbolicLink(root.resolve("hook/..data"), Path.of("..2026_a"));
        for (String file : new String[] {"Hook.java", "greeting.yaml"}) {
            Files.createSymbolicLink(root.resolve("hook").resolve(file), Path.of("..data", file));
        }

        assertThat(hooks.answer("hook")).contains("\"text\":\"hello ");
    }

    @Test
    void aMistakeInATemplateIsNamedWithoutClassNames() throws IOException {
        for (String hook : new String[] {FIELD, CONSTANT}) {
            hooks.write("hook/Hook.java", hook);
            hooks.write("hook/greeting.yaml", greeting("hello").replace("metadata.name", "metadata.nam"));

            assertThatThrownBy(() -> hooks.answer("hook"))
                    .isInstanceOf(HookException.class)
                    .hasMessage(
                            "Hook: greeting.yaml:5 data.text: ${metadata.nam}: ObjectMeta has no field \"nam\"; did you"
                                    + " mean name?");
        }
    }
}
