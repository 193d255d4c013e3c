package io.hookline.server;

import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a {@link HookRegistry} in line with a directory that has one folder per hook. Looks are cheap, and made by polling:
 * mounted ConfigMaps are swapped by links, which file notifications miss. Thread-safe.
 */
public final class HookFolders {

    private static final Logger LOG = LoggerFactory.getLogger(HookFolders.class);

    private final Path root;
    private final HookLoader loader;
    private final HookRegistry table;
    private final Map<String, String> fingerprints = new HashMap<>();

    /** Reads nothing yet: {@link #refresh} does. */
    public HookFolders(Path root, HookLoader loader, HookRegistry table) {
        this.root = root;
        this.loader = loader;
        this.table = table;
    }

    /** Loads what is new or changed since the last look, and drops what is gone. A hook that does not load stops no other. */
    public void refresh() {
        refresh(_ -> true);
    }

    /**
     * The same for some hooks only; the others are left to the next look, and say so when they are called.
     *
     * @param now by name
     */
    public synchronized void refresh(Predicate<String> now) {
        Set<String> gone = new HashSet<>(fingerprints.keySet());
        for (Path folder : folders()) {
            String name = folder.getFileName().toString();
            String fingerprint = HookFiles.fingerprint(folder);
            if (fingerprint.isEmpty()) {
                continue;
            }
            gone.remove(name);
            if (!now.test(name)) {
                table.expect(name);
                continue;
            }
            if (!fingerprint.equals(fingerprints.put(name, fingerprint))) {
                load(name, folder);
            }
        }
        for (String name : gone) {
            fingerprints.remove(name);
            table.remove(name);
            LOG.atInfo().addKeyValue("hook", name).log("Hook is gone");
        }
    }

    /** Looks again and again until the executor is shut down. */
    public void watch(ScheduledExecutorService executor, Duration interval) {
        var _ = executor.scheduleWithFixedDelay(
                this::refreshQuietly, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void refreshQuietly() {
        try {
            refresh();
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).addKeyValue("folder", root).log("Hook folders could not be read");
        }
    }

    private List<Path> folders() {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(root)) {
            return children.filter(Files::isDirectory)
                    .filter(folder -> !folder.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new HookException("cannot read " + root + ": " + e.getMessage(), e);
        }
    }

    private void load(String name, Path folder) {
        try {
            HookProgram program = loader.load(folder);
            table.put(name, program);
            LOG.atInfo()
                    .addKeyValue("hook", name)
                    .addKeyValue("answers", program.types())
                    .log("Hook loaded");
        } catch (RuntimeException | LinkageError e) {
            String problem = e instanceof HookException ? String.valueOf(e.getMessage()) : e.toString();
            table.fail(name, problem);
            LOG.atError()
                    .addKeyValue("hook", name)
                    .addKeyValue("problem", problem)
                    .log("Hook does not load");
        }
    }
}
