package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A Maven project of a user, outside of this one. Maven runs on JDK 17, the oldest that a user may have, if this machine has it.
 *
 * <p>Its local repository has links to all artifacts of this machine's local repository except Hookline's own, which {@code hookline
 * sdk install} puts there. So artifacts of an earlier build of Hookline are never used. Closing it removes the links.
 */
public final class MavenProject implements AutoCloseable {

    private static final Path PROGRAMS = Distribution.FOLDER.resolve("bin");

    private static final Path ARTIFACTS = Path.of(
            System.getProperty("hookline.maven.repository", System.getProperty("user.home") + "/.m2/repository"));

    private final Path folder;
    private final Path repository;

    /** A result of Maven. */
    public record Result(int exit, String printed) {

        /** Checks that the build succeeded, and returns this. */
        public Result succeeded() {
            assertThat(exit).as(printed).isZero();
            return this;
        }
    }

    private MavenProject(Path folder, Path repository) {
        this.folder = folder;
        this.repository = repository;
    }

    /**
     * A project.
     *
     * @param folder the folder of its {@code pom.xml}
     * @param scratch a folder of the test for the local repository
     */
    public static MavenProject in(Path folder, Path scratch) throws IOException, InterruptedException {
        Path repository = scratch.resolve("local-repository");
        link(ARTIFACTS, repository, "io");
        link(ARTIFACTS.resolve("io"), repository.resolve("io"), "hookline");
        installSdk(repository);
        return new MavenProject(folder, repository);
    }

    private static void installSdk(Path repository) throws IOException, InterruptedException {
        Process install = new ProcessBuilder(
                        PROGRAMS.resolve("hookline").toString(),
                        "sdk",
                        "install",
                        "--repository",
                        repository.toString())
                .redirectErrorStream(true)
                .start();
        install.getOutputStream().close();
        String printed = new String(install.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(install.waitFor()).as(printed).isZero();
    }

    private static void link(Path from, Path to, String without) throws IOException {
        Files.createDirectories(to);
        if (!Files.isDirectory(from)) {
            return;
        }
        try (Stream<Path> folders = Files.list(from)) {
            for (Path source : folders.filter(Files::isDirectory).toList()) {
                String name = source.getFileName().toString();
                if (!name.equals(without)) {
                    Files.createSymbolicLink(to.resolve(name), source);
                }
            }
        }
    }

    /** Runs Maven with arguments, and waits until it ends. */
    public Result run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("mvn", "--batch-mode", "--no-transfer-progress"));
        command.add("-Dmaven.repo.local=" + repository);
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().merge("PATH", PROGRAMS.toString(), (path, programs) -> programs + ":" + path);
        oldJdk().ifPresent(jdk -> builder.environment().put("JAVA_HOME", jdk.toString()));
        Process process = builder.start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), printed);
    }

    private static Optional<Path> oldJdk() throws IOException {
        Path installed = Path.of("/usr/lib/jvm");
        if (!Files.isDirectory(installed)) {
            return Optional.empty();
        }
        PathMatcher old = FileSystems.getDefault().getPathMatcher("glob:**/*17*");
        try (Stream<Path> jdks = Files.list(installed)) {
            return jdks.filter(old::matches)
                    .filter(jdk -> Files.isExecutable(jdk.resolve("bin/java")))
                    .sorted()
                    .findFirst();
        }
    }

    @Override
    public void close() throws IOException {
        for (Path folder : List.of(repository, repository.resolve("io"))) {
            try (Stream<Path> entries = Files.list(folder)) {
                for (Path link : entries.filter(Files::isSymbolicLink).toList()) {
                    Files.delete(link);
                }
            }
        }
    }
}
