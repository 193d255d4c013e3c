package io.hookline.cli.warmup;

import io.hookline.testing.scenario.Scenario;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The example of a training run, which comes with the jar: a CompositeController and a DecoratorController. */
final class WarmupExample {

    private static final String HOOKS = "HOOKS";

    private final Path folder;

    /**
     * Of one run.
     *
     * @param folder where its files are written to
     */
    WarmupExample(Path folder) {
        this.folder = folder;
    }

    /** Writes its hooks; gives the folder to load them from. */
    Path writeHooks() {
        Path hooks = folder.resolve("hooks");
        write(hooks.resolve("runner"), "RunnerHook.java", "");
        write(hooks.resolve("shoe"), "ShoeHook.java", "");
        return hooks;
    }

    /**
     * Writes the rest.
     *
     * @param hooks the URL that its hooks are served at
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
        String resource = "/io/hookline/cli/training/" + file;
        try (InputStream in = WarmupExample.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is missing in the jar");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(file), text.replace(HOOKS, hooks));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
