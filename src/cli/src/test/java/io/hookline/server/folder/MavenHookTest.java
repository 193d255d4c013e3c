package io.hookline.server.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.SdkVersion;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hook in a Maven project. Maven does not run here: {@code SdkProjectIT} runs it. */
class MavenHookTest {

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

    private void writeProject(String expression) throws IOException {
        hooks.write("app/pom.xml", "<project/>\n");
        hooks.write(
                "app/src/main/java/com/example/Hook.java",
                "package com.example;\n" + LibraryHooks.HOOK.formatted(expression));
    }

    @Test
    void theSourceFolderOfAMavenProjectStandsForTheProject() throws Exception {
        writeProject("\"from Maven\"");

        assertThat(HookSource.in(root.resolve("app/src/main/java"), Set.of("webapp")))
                .singleElement()
                .satisfies(source -> {
                    assertThat(source.name()).isEqualTo("webapp");
                    assertThat(hooks.answer(source)).contains("from Maven");
                });
    }

    @Test
    void theSourcesOfAMavenProjectAreAHook() throws Exception {
        writeProject("\"from \" + new Text().get()");
        hooks.write(
                "app/src/main/java/com/example/Text.java",
                "package com.example; class Text { String get() { return \"Maven\"; } }");
        hooks.write(
                "app/src/test/java/com/example/HookTest.java", "package com.example; class HookTest { not compiled }");
        hooks.write("app/sample.yaml", "{}");

        assertThat(HookSource.in(root.resolve("app"), Set.of("webapp")))
                .singleElement()
                .satisfies(source -> {
                    assertThat(source.name()).isEqualTo("webapp");
                    assertThat(hooks.answer(source)).contains("from Maven");
                });
        assertThat(HookSource.in(root.resolve("app"), Set.of()))
                .singleElement()
                .extracting(HookSource::name)
                .isEqualTo("app");
        assertThat(hooks.answer("app")).contains("from Maven");
    }

    @Test
    void errorsInAMavenProjectNameFileAndLine() throws Exception {
        writeProject("1 +");

        assertThatThrownBy(() -> hooks.answer("app"))
                .hasMessageStartingWith("src/main/java/com/example/Hook.java:8: illegal start of expression")
                .hasMessageNotContaining("hookline.classpath");
    }

    @Test
    void aMavenProjectUsesTheLibrariesThatMavenHasResolved() throws Exception {
        writeProject("acme.Words.get() + new String(Hook.class.getResourceAsStream(\"/text\").readAllBytes())");
        Path module = Files.createDirectories(root.resolve("module"));
        Path jar = hooks.words("resolved").write(root.resolve("m2/acme-words-1.0.jar"));
        Path sdk = TestJar.of(SdkVersion.current().text()).write(root.resolve("m2/hookline-sdk-0.jar"));
        hooks.write("app/src/main/resources/text", " resource");
        hooks.write(
                "app/target/hookline.classpath", sdk + File.pathSeparator + module + File.pathSeparator + jar + "\n");

        assertThat(hooks.answer("app")).contains("resolved resource");
    }

    @Test
    void aLibraryThatMavenHasNotResolvedIsExplained() throws Exception {
        writeProject("acme.Words.get()");

        assertThatThrownBy(() -> hooks.answer("app"))
                .hasMessageStartingWith("src/main/java/com/example/Hook.java:8: package acme does not exist")
                .hasMessageEndingWith(
                        "there is no target/hookline.classpath: if the hook uses libraries, run `mvn compile`,"
                                + " which writes that file");
    }

    @Test
    void aResolvedLibraryThatDoesNotExistAnyMoreIsExplained() throws Exception {
        writeProject("\"\"");
        Path missing = root.resolve("m2/missing-1.0.jar");
        hooks.write("app/target/hookline.classpath", missing.toString());

        assertThatThrownBy(() -> hooks.answer("app"))
                .hasMessage("target/hookline.classpath names " + missing
                        + ", which does not exist; run `mvn compile`, which writes that file again");
    }

    @Test
    void aMavenProjectIsLoadedAgainWhenSourcesResourcesOrLibrariesChange() throws Exception {
        writeProject("\"\"");
        Path jar = hooks.words("one").write(root.resolve("m2/acme-words-1.0.jar"));
        HookSource source = HookSource.of(root.resolve("app"));
        Set<String> versions = new TreeSet<>(Set.of(source.fingerprint()));

        hooks.write("app/src/main/java/com/example/Other.java", "package com.example; class Other {}");
        versions.add(source.fingerprint());
        hooks.write("app/src/main/resources/text", "text");
        versions.add(source.fingerprint());
        hooks.write("app/target/hookline.classpath", jar.toString());
        versions.add(source.fingerprint());
        hooks.touch(hooks.words("two").write(jar));
        versions.add(source.fingerprint());
        hooks.write("app/src/test/java/com/example/HookTest.java", "class HookTest {}");
        versions.add(source.fingerprint());

        assertThat(versions).hasSize(5);
    }

    /** As with {@code hookline test-hook .}: the paths of libraries are absolute. */
    @Test
    void theVersionOfAMavenProjectWithARelativePathIsThatOfItsFiles() throws Exception {
        writeProject("\"\"");
        Path jar = hooks.words("one").write(root.resolve("m2/acme-words-1.0.jar"));
        hooks.write("app/target/hookline.classpath", jar.toString());
        HookSource absolute = HookSource.of(root.resolve("app"));
        HookSource relative = HookSource.of(Path.of("").toAbsolutePath().relativize(root.resolve("app")));
        String version = relative.version();
        assertThat(version).isEqualTo(absolute.version());

        hooks.words("two").write(jar);

        assertThat(relative.version()).isNotEqualTo(version).isEqualTo(absolute.version());
    }
}
