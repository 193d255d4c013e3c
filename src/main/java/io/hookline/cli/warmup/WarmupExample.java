package io.hookline.cli.warmup;

import io.hookline.testing.scenario.Scenario;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;

/** The example of a warm-up run, part of the jar: a CompositeController and a DecoratorController. */
final class WarmupExample {

    private static final String HOOKS = "HOOKS";

    private final Path folder;

    /**
     * Creates the example of one run.
     *
     * @param folder for its files
     */
    WarmupExample(Path folder) {
        this.folder = folder;
    }

    /**
     * Writes the hooks and returns the folder to load them from. On a runtime without a compiler they are scripts: the
     * cache of the watcher has the same classes then.
     */
    Path writeHooks() {
        Path hooks = folder.resolve("hooks");
        if (ToolProvider.getSystemJavaCompiler() != null) {
            write(hooks.resolve("runner"), "RunnerHook.java", "");
            write(hooks.resolve("shoe"), "ShoeHook.java", "");
            return hooks;
        }
        for (String script : List.of("runner/customize", "runner/sync", "runner/finalize", "shoe/sync")) {
            write(hooks, script + ".sh", "");
        }
        return hooks;
    }

    /**
     * Writes the manifests and {@code expect.yaml}.
     *
     * @param hooks the URL of the hook server
     */
    Scenario write(String hooks) {
        Path example = folder.resolve("example");
        for (String file : Scenario.MANIFESTS) {
            write(example, file, hooks);
        }
        write(example, Scenario.FILE, hooks);
        return Scenario.read(example);
    }

    private static void write(Path folder, String file, String hooks) {
        String resource = "/io/hookline/cli/warmup/" + file;
        try (InputStream in = WarmupExample.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is missing in the jar");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            Files.createDirectories(folder.resolve(file).resolveSibling("")); // the folder of the file
            Files.writeString(folder.resolve(file), text.replace(HOOKS, hooks));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
