package io.hookline.cli.check.rule;

import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.file.LocatedYaml;
import io.hookline.testing.scenario.file.ScenarioException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** YAML files beside the manifests that cannot be read. Files with other content are no mistake: tools have such files too. */
final class BrokenYaml implements Check {

    private static final String IGNORED = "; it is ignored";

    @Override
    public Stream<Finding> find(CheckedProject project) {
        return project.examples().stream().flatMap(BrokenYaml::find);
    }

    private static Stream<Finding> find(Scenario example) {
        Set<String> read = example.everything().stream()
                .map(manifest -> manifest.document().file())
                .collect(Collectors.toSet());
        return Scenario.manifestFolders(example.path()).stream()
                .flatMap(folder -> find(folder, file -> read.contains(file.toString()) || example.installs(file)));
    }

    private static Stream<Finding> find(Path folder, Predicate<Path> known) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(BrokenYaml::isYaml).filter(known.negate()).toList().stream()
                    .flatMap(BrokenYaml::problem);
        } catch (IOException _) {
            return Stream.empty(); // the folder is being changed: the next run reads it
        }
    }

    private static boolean isYaml(Path file) {
        String name = file.getFileName().toString();
        return !name.startsWith(".") && (name.endsWith(".yaml") || name.endsWith(".yml")) && Files.isRegularFile(file);
    }

    private static Stream<Finding> problem(Path file) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
            CharBuffer text = CharBuffer.allocate(bytes.remaining());
            boolean malformed = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(bytes, text, true)
                    .isError();
            String read = text.flip().toString();
            if (malformed) {
                long line = read.chars().filter(each -> each == '\n').count() + 1;
                return Stream.of(Finding.warning(file + ":" + line, "not UTF-8 text" + IGNORED));
            }
            LocatedYaml.parse(file.toString(), read);
            return Stream.empty();
        } catch (ScenarioException e) {
            Finding broken = Finding.placed(file.toString(), String.valueOf(e.getMessage()));
            return Stream.of(Finding.warning(broken.place(), broken.message() + IGNORED));
        } catch (IOException _) {
            return Stream.empty();
        }
    }
}
