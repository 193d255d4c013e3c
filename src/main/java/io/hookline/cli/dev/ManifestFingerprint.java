package io.hookline.cli.dev;

import io.hookline.testing.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** A text that differs when a YAML file of some folders, or one of some further files, was added, removed or changed. */
final class ManifestFingerprint {

    private ManifestFingerprint() {}

    static String of(List<Path> folders, Collection<Path> further) {
        StringBuilder print = new StringBuilder();
        for (Path folder : folders) {
            print.append(folder).append('\n');
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.filter(Scenario::mayBeManifest).sorted().toList()) {
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
