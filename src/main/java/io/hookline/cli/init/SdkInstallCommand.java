package io.hookline.cli.init;

import io.hookline.cli.terminal.CliErrors;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hookline sdk install}: copies the SDK of the distribution to a local Maven repository. */
@Command(
        name = "install",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Copy the SDK of this version to your local Maven repository. Then Maven projects and IDEs find it by its"
                    + " coordinates, without the folder of Hookline.",
            "Run it once for each version, on each machine that builds hooks in Java."
        })
final class SdkInstallCommand implements Callable<Integer> {

    private static final Path GROUP = Path.of("io", "hookline");

    @Option(
            names = "--repository",
            paramLabel = "DIR",
            description = "The local Maven repository (default: localRepository of ~/.m2/settings.xml, or"
                    + " ~/.m2/repository).")
    private @Nullable Path repository;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Path target = repository == null
                ? MavenSettings.localRepository(Path.of(System.getProperty("user.home")))
                : repository;
        install(Distribution.home().resolve("repository"), target)
                .forEach(artifact -> out.println("installed " + artifact + " in " + target));
        out.flush();
        return 0;
    }

    /**
     * Copies all artifacts.
     *
     * @return their coordinates: {@code io.hookline:hookline-sdk:1.0.0}
     * @throws CliErrors.CommandFailed if there are none, or one cannot be written
     */
    static List<String> install(Path from, Path to) {
        Path group = from.resolve(GROUP);
        if (!Files.isDirectory(group)) {
            throw new CliErrors.CommandFailed(
                    "no SDK in " + from.toAbsolutePath().normalize()
                            + ": run the hookline of a distribution, which has the folders bin, lib and repository");
        }
        try (Stream<Path> files = Files.walk(group)) {
            List<Path> artifacts = files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().endsWith(".sha1"))
                    .sorted()
                    .toList();
            for (Path file : artifacts) {
                copy(file, to.resolve(from.relativize(file)));
            }
            return artifacts.stream()
                    .filter(file -> file.toString().endsWith(".pom"))
                    .map(file -> coordinates(group.relativize(file)))
                    .toList();
        } catch (IOException e) {
            throw new CliErrors.CommandFailed(
                    "cannot install the SDK in " + to.toAbsolutePath().normalize() + ": " + e);
        }
    }

    /** A build that runs at the same time sees the old file or the new one. */
    private static void copy(Path file, Path target) throws IOException {
        Files.createDirectories(target.getParent());
        Path written = target.resolveSibling(
                target.getFileName() + ".part" + ProcessHandle.current().pid());
        try {
            Files.copy(file, written, StandardCopyOption.REPLACE_EXISTING);
            Files.move(written, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    /** @param file {@code ARTIFACT/VERSION/ARTIFACT-VERSION.pom} */
    private static String coordinates(Path file) {
        return "io.hookline:" + file.getName(0) + ":" + file.getName(1);
    }
}
