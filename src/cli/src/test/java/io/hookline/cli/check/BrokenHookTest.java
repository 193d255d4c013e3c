package io.hookline.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.check.rule.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokenHookTest {

    private static final String UNKNOWN_SYMBOL = """
            src/main/java/com/example/ShopHook.java:34: cannot find symbol
              symbol:   method withReplicaz(int)
              location: class DeploymentBuilder
            src/main/java/com/example/Shop.java:8: ';' expected
            """;

    @Test
    void anErrorOfTheCompilerWithSeveralLinesIsOneFinding() {
        assertThat(OpenProject.BrokenHook.findings(Path.of("my shop"), "shop", UNKNOWN_SYMBOL))
                .extracting(Finding::toString)
                .containsExactly("""
                        my shop/src/main/java/com/example/ShopHook.java:34: cannot find symbol
                        symbol:   method withReplicaz(int)
                        location: class DeploymentBuilder""", "my shop/src/main/java/com/example/Shop.java:8: ';' expected");
    }

    @Test
    void anErrorInAFolderWithSpacesKeepsItsPlace() {
        assertThat(OpenProject.BrokenHook.findings(Path.of(""), "shop", "my classes/Shop.java:8: ';' expected"))
                .extracting(Finding::place)
                .containsExactly("my classes/Shop.java:8");
    }

    @Test
    void anErrorInAScriptIsAtItsLine(@TempDir Path folder) throws IOException {
        Files.createFile(folder.resolve("sync.py"));
        Files.createDirectory(folder.resolve("lib"));
        Files.createFile(folder.resolve("lib/names.js"));

        assertThat(OpenProject.BrokenHook.findings(
                        folder, "cache", "sync.py:8 SyntaxError: '(' was never closed, when sync.py was imported"))
                .extracting(Finding::toString)
                .containsExactly(folder + "/sync.py:8: hook cache does not load: SyntaxError: '(' was never closed,"
                        + " when sync.py was imported");
        assertThat(OpenProject.BrokenHook.findings(folder, "cache", "lib/names.js:2 SyntaxError: Unexpected token"))
                .extracting(Finding::place)
                .containsExactly(folder + "/lib/names.js:2");
        assertThat(OpenProject.BrokenHook.findings(folder, "cache", "other.py:8 SyntaxError: x"))
                .extracting(Finding::place)
                .containsExactly(folder.toString());
    }

    @Test
    void anErrorWithoutPlaceNamesTheHookAndItsFolder() {
        assertThat(OpenProject.BrokenHook.findings(Path.of("hooks/shop"), "shop", "no class here implements SyncHook"))
                .extracting(Finding::toString)
                .containsExactly("hooks/shop: hook shop does not load: no class here implements SyncHook");
        assertThat(OpenProject.BrokenHook.findings(Path.of(""), "shop", "no class here implements SyncHook"))
                .extracting(Finding::place)
                .containsExactly(".");
    }
}
