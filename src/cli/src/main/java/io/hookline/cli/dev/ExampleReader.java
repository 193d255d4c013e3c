package io.hookline.cli.dev;

import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.testing.scenario.file.ScenarioException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the manifests of the examples, again after each edit. An edit that is not valid is reported once. Used by one
 * thread.
 */
final class ExampleReader {

    private final DevProject project;
    private final DevConsole console;

    /** The last valid version of each example. */
    private final Map<Path, Scenario> valid = new LinkedHashMap<>();

    /** The examples of which some manifests never were valid. */
    private final Set<Path> incomplete = new HashSet<>();

    private final Map<Path, Set<String>> reported = new HashMap<>();
    private List<Scenario> notInstalled = List.of();
    private boolean knowsAll = true;
    private String read = "";
    private String seen = "";

    ExampleReader(DevProject project, DevConsole console) {
        this.project = project;
        this.console = console;
    }

    /** The last valid version of each example. */
    List<Scenario> examples() {
        return new ArrayList<>(valid.values());
    }

    /** The manifests of a folder without examples, which are only checked. */
    List<Scenario> notInstalled() {
        return notInstalled;
    }

    /** Whether every example is among them. One that never was valid is missing: its objects are not known. */
    boolean knowsAll() {
        return knowsAll;
    }

    /**
     * Reads the examples again if a file changed. It waits until a second call sees the same files: an editor may write
     * a file in several steps.
     *
     * @return whether it has read them
     */
    boolean refresh() {
        String now = fingerprint();
        boolean complete = now.equals(seen);
        seen = now;
        if (!complete || now.equals(read)) {
            return false;
        }
        read();
        return true;
    }

    /** Also of the files in sub-folders that an {@code expect.yaml} installs. */
    private String fingerprint() {
        List<Path> folders = Stream.of(project.folders(), project.notInstalled())
                .flatMap(List::stream)
                .toList();
        Set<Path> nested = valid.values().stream()
                .flatMap(example -> example.everything().stream().map(ExampleReader::file))
                .filter(file -> !folders.contains(file.getParent()))
                .collect(Collectors.toCollection(TreeSet::new));
        List<Path> all = folders.stream()
                .flatMap(folder -> Scenario.manifestFolders(folder).stream())
                .toList();
        return ManifestFingerprint.of(all, nested);
    }

    /** Empty with a warning, since kubectl reports the error again. */
    private Optional<Scenario> readable(Path folder) {
        try {
            return Optional.of(Scenario.readManifests(folder));
        } catch (ScenarioException e) {
            console.warning(folder, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private static Path file(Manifest manifest) {
        return Path.of(manifest.place().replaceFirst(":[0-9]+$", ""));
    }

    /** Reads the examples. */
    void read() {
        List<Path> folders = project.folders();
        read = fingerprint();
        seen = read;
        notInstalled = project.notInstalled().stream()
                .flatMap(folder -> readable(folder).stream())
                .toList();
        valid.keySet().retainAll(Set.copyOf(folders));
        incomplete.retainAll(folders);
        for (Path folder : folders) {
            read(folder);
        }
        knowsAll = valid.keySet().containsAll(folders) && incomplete.isEmpty();
    }

    /**
     * Before all manifests of an example were valid once, those that are valid are used: one must not keep the others
     * out.
     */
    private void read(Path folder) {
        Set<String> problems = new LinkedHashSet<>();
        boolean wasComplete = valid.containsKey(folder) && !incomplete.contains(folder);
        try {
            Scenario example =
                    Scenario.readManifests(folder, problem -> problems.add(String.valueOf(problem.getMessage())));
            if (problems.isEmpty() || !wasComplete) {
                project.read(example);
                valid.put(folder, example);
            }
            if (problems.isEmpty()) {
                incomplete.remove(folder);
            } else if (!wasComplete) {
                incomplete.add(folder);
            }
        } catch (ScenarioException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        report(folder, problems, wasComplete);
    }

    /** @param problems each once */
    private void report(Path folder, Set<String> problems, boolean wasComplete) {
        Set<String> former = reported.getOrDefault(folder, Set.of());
        former.stream().filter(problem -> !problems.contains(problem)).forEach(console::resolved);
        String end = wasComplete ? "; the last valid version stays" : "; save a valid version to install it";
        problems.forEach(problem -> console.error(problem, problem + end));
        reported.put(folder, problems);
    }

    /**
     * A text that differs when a YAML file of some folders, or one of some further files, was added, removed or
     * changed.
     */
    private static final class ManifestFingerprint {

        private ManifestFingerprint() {}

        static String of(List<Path> folders, Collection<Path> further) {
            StringBuilder print = new StringBuilder();
            for (Path folder : folders) {
                print.append(folder).append('\n');
                try (Stream<Path> files = Files.list(folder)) {
                    for (Path file :
                            files.filter(Scenario::mayBeManifest).sorted().toList()) {
                        add(file, print);
                    }
                } catch (IOException e) {
                    print.append(e).append('\n'); // the folder is being changed: the next call reads it
                }
            }
            for (Path file : further) {
                try {
                    add(file, print);
                } catch (IOException e) {
                    print.append(e).append('\n');
                }
            }
            return print.toString();
        }

        private static void add(Path file, StringBuilder print) throws IOException {
            print.append(file.getFileName())
                    .append(' ')
                    .append(Files.size(file))
                    .append(' ')
                    .append(Files.getLastModifiedTime(file))
                    .append('\n');
        }
    }
}
