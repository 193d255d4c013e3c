package io.hookline.server.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.SdkVersion;
import io.hookline.hook.protocol.HookException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HookLibrariesTest {

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

    @Test
    void aHookUsesTheJarsInItsLibFolder() throws Exception {
        hooks.write("hook/Hook.java", LibraryHooks.HOOK.formatted("acme.Words.get()"));
        hooks.words("from a jar").write(root.resolve("hook/lib/acme-words-1.0.jar"));

        assertThat(hooks.answer("hook")).contains("\"said\":\"from a jar\"");
    }

    @Test
    void aHookBesideManifestsUsesTheJarsInLibBesideIt() throws Exception {
        hooks.write("app/controller.yaml", "kind: CompositeController\n");
        hooks.write("app/Hook.java", LibraryHooks.HOOK.formatted("acme.Words.get()"));
        hooks.words("from a jar").write(root.resolve("app/lib/words.jar"));

        assertThat(hooks.answer(new HookSource("app", root.resolve("app"), true)))
                .contains("\"said\":\"from a jar\"");
    }

    @Test
    void hooksUseDifferentVersionsOfALibrary() throws Exception {
        hooks.write("one/Hook.java", LibraryHooks.HOOK.formatted("acme.Words.get()"));
        hooks.words("one").write(root.resolve("one/lib/acme-words-1.0.jar"));
        hooks.write("two/Hook.java", LibraryHooks.HOOK.formatted("acme.Words.get()"));
        hooks.words("two").write(root.resolve("two/lib/acme-words-2.0.jar"));

        assertThat(List.of(hooks.answer("one"), hooks.answer("two")))
                .satisfiesExactly(
                        one -> assertThat(one).contains("one"),
                        two -> assertThat(two).contains("two"));
    }

    @Test
    void aChangedJarLoadsTheHookAgain() throws Exception {
        HookFolders folders = hooks.folders("hooks");
        hooks.write(
                "hooks/hook/Hook.java",
                LibraryHooks.HOOK.formatted(
                        "acme.Words.get() + new String(Hook.class.getResourceAsStream(\"/acme/text\").readAllBytes())"));
        Path jar = root.resolve("hooks/hook/lib/acme-words-1.0.jar");
        hooks.touch(hooks.words("first").with("acme/text", " text").write(jar));
        folders.refresh();
        assertThat(hooks.served("hook")).contains("first text");

        hooks.touch(hooks.words("second").with("acme/text", " other text").write(jar));
        folders.refresh();

        assertThat(hooks.served("hook")).contains("second other text");
    }

    @Test
    void aJarThatIsNotValidIsNamed() throws Exception {
        hooks.write("hook/Hook.java", LibraryHooks.HOOK.formatted("\"\""));
        hooks.write("hook/lib/broken.jar", "not a jar");

        assertThatThrownBy(() -> hooks.answer("hook"))
                .isInstanceOf(HookException.class)
                .hasMessageStartingWith("lib/broken.jar: not a valid jar: ")
                .hasMessageEndingWith("; replace or delete it");
    }

    @Test
    void classesOfTheServerAreHiddenFromTheCompiler() throws Exception {
        hooks.write("hook/Hook.java", LibraryHooks.HOOK.formatted("io.javalin.Javalin.class.getName()"));

        assertThatThrownBy(() -> hooks.answer("hook"))
                .hasMessageStartingWith("Hook.java:7: package io.javalin does not exist");
    }

    @Test
    void classesAndResourcesOfTheServerAreHiddenAtRunTime() throws Exception {
        hooks.write("hook/Hook.java", LibraryHooks.HOOK.formatted("Class.forName(\"io.javalin.Javalin\").getName()"));
        hooks.write(
                "other/Hook.java",
                LibraryHooks.HOOK.formatted(
                        "\"\" + Hook.class.getClassLoader().getResource(\"io/hookline/cli/build.properties\")"));

        assertThatThrownBy(() -> hooks.answer("hook"))
                .hasMessageContaining("ClassNotFoundException: io.javalin.Javalin");
        assertThat(hooks.answer("other")).contains("\"said\":\"null\"");
    }

    @Test
    void aHookBringsItsOwnVersionOfALibraryThatTheServerUses() throws Exception {
        hooks.write("hook/Hook.java", LibraryHooks.HOOK.formatted("org.yaml.snakeyaml.Yaml.mine()"));
        TestJar.of("1.0")
                .withClass(root, "org.yaml.snakeyaml.Yaml", """
                        package org.yaml.snakeyaml;

                        public final class Yaml {
                            public static String mine() {
                                return "of the hook";
                            }
                        }
                        """)
                .write(root.resolve("hook/lib/snakeyaml-1.0.jar"));

        assertThat(hooks.answer("hook")).contains("of the hook");
    }

    /** Otherwise its objects would have other classes than those of the SDK. */
    @Test
    void theSdkAndItsDependenciesAreThoseOfTheServer() throws Exception {
        hooks.write(
                "hook/Hook.java",
                LibraryHooks.HOOK.formatted(
                        "new com.fasterxml.jackson.databind.ObjectMapper().createObjectNode().put(\"a\", 1)"));
        TestJar.of("0.1").write(root.resolve("hook/lib/jackson-databind-0.1.jar"));
        TestJar.of("0.1").write(root.resolve("hook/lib/kubernetes-model-core-0.1.jar"));

        assertThat(hooks.answer("hook")).contains("\"said\":{\"a\":1}");
        assertThat(HookSource.of(root.resolve("hook")).classPath().libraries()).isEmpty();
    }

    /** Except for the YAML library: no class of the SDK shows a type of it, so a hook can bring its own version. */
    @Test
    void theDependenciesOfTheSdkAreProvided() throws IOException {
        Set<String> expected = new TreeSet<>(Set.of("hookline-sdk", "kubernetes-model-common", "slf4j-api"));
        String pom = Files.readString(Path.of("src/sdk/pom.xml"));
        String dependencies = pom.substring(pom.indexOf("<dependencies>"), pom.indexOf("</dependencies>"));
        for (String dependency : dependencies.split("</dependency>")) {
            Matcher artifact = Pattern.compile("<artifactId>([^<]+)<").matcher(dependency);
            if (artifact.find() && !dependency.contains("<scope>test</scope>")) {
                expected.add(artifact.group(1));
            }
        }
        assertThat(expected.remove("snakeyaml")).isTrue();

        assertThat(HookLibraries.PROVIDED).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void librariesFindTheirServices() throws Exception {
        hooks.write(
                "hook/Hook.java",
                LibraryHooks.HOOK.formatted(
                        "java.util.ServiceLoader.load(java.util.function.Supplier.class).findFirst().orElseThrow().get()"));
        TestJar.of("1.0")
                .withClass(root, "acme.Service", """
                        package acme;

                        public final class Service implements java.util.function.Supplier<String> {
                            public String get() {
                                return "of a service";
                            }
                        }
                        """)
                .with("META-INF/services/java.util.function.Supplier", "acme.Service")
                .write(root.resolve("hook/lib/acme-service.jar"));

        assertThat(hooks.answer("hook")).contains("of a service");
    }

    @Test
    void toolsOfTheJdkAreVisible() throws Exception {
        hooks.write("hook/Hook.java", LibraryHooks.HOOK.formatted("com.sun.source.tree.Tree.class.getSimpleName()"));

        assertThat(hooks.answer("hook")).contains("\"said\":\"Tree\"");
    }

    @Test
    void anotherVersionOfTheSdkIsReportedWithBothVersions() throws Exception {
        hooks.write("hook/Hook.java", LibraryHooks.HOOK.formatted("\"\""));
        TestJar.of("99.1.0").write(root.resolve("hook/lib/hookline-sdk-99.1.0.jar"));
        String ours = SdkVersion.current().text();

        assertThatThrownBy(() -> hooks.answer("hook"))
                .isInstanceOf(HookException.class)
                .hasMessage(
                        "this is Hookline " + ours + ", which cannot run a hook that uses hookline-sdk 99.1.0; set the"
                                + " version of hookline-sdk to " + ours
                                + " in pom.xml and run `mvn compile`, or run Hookline 99.1.0");
    }

    @Test
    void theSameVersionOfTheSdkIsAccepted() throws Exception {
        String ours = SdkVersion.current().text();
        hooks.write("hook/Hook.java", LibraryHooks.HOOK.formatted("\"same\""));
        TestJar.of(ours).write(root.resolve("hook/lib/hookline-sdk-" + ours + ".jar"));

        assertThat(hooks.answer("hook")).contains("same");
    }
}
