package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.init.InitRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A project as {@code hookline init} of the distribution writes it.
 *
 * @param name also the name of its folder
 */
public record GeneratedProject(String name, String language, boolean decorator) {

    /** One of each language and each type of controller. */
    public static Stream<GeneratedProject> all() {
        return Stream.concat(
                        Stream.of("java", "python", "javascript", "bash"), hasGo() ? Stream.of("go") : Stream.empty())
                .flatMap(language -> Stream.of(
                        new GeneratedProject(language + "-app", language, false),
                        new GeneratedProject(language + "-notes", language, true)));
    }

    /** What a command printed, and its exit code. */
    public record Result(int exit, String printed) {

        /** Checks that the command succeeded, and returns what it printed. */
        public String succeeded() {
            assertThat(exit).as(printed).isZero();
            return printed;
        }
    }

    /** Writes it below a folder, in this process. */
    public Path in(Path parent) throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(List.of("--hook", language));
        if (decorator) {
            options.add("--decorator");
        }
        InitRun init = new InitRun();
        assertThat(init.init(parent.resolve(name), options.toArray(new String[0])))
                .as(init.err())
                .isZero();
        if (language.equals("go")) {
            buildGo(parent.resolve(name));
        }
        return parent.resolve(name);
    }

    /** Whether this machine can build hooks in Go. */
    public static boolean hasGo() {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "go")));
    }

    /** Builds the hook of a project, with the command of its README. */
    public static void buildGo(Path project) throws IOException, InterruptedException {
        String build = Files.readString(project.resolve("README.md"))
                .lines()
                .filter(line -> line.startsWith("go build "))
                .findFirst()
                .orElseThrow();
        run(project, build.split(" ")).succeeded();
    }

    /** Whether a ConfigMap has the hook. A program in Go is in an image. */
    public boolean isMounted() {
        return !language.equals("go");
    }

    /** The object that is created first, as {@code hookline dev} logs it. */
    public String firstChild() {
        return decorator ? "ConfigMap default/sample-" + name : "Deployment default/sample";
    }

    /** The file with the hook. */
    public String hook() {
        return switch (language) {
            case "java" -> "src/main/java/com/example/" + upper(language) + (decorator ? "Notes" : "App") + "Hook.java";
            case "python" -> "hooks/" + name + "/sync.py";
            case "go" -> "hook.go";
            case "javascript" -> "hooks/" + name + "/sync.js";
            default -> "hooks/" + name + "/sync.sh";
        };
    }

    private static String upper(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    /** The folder with the fixtures of the hook. */
    public Path fixtures(Path project) {
        return language.equals("java") ? project : project.resolve("hooks").resolve(name);
    }

    /** Runs a command in a folder. */
    public static Result run(Path folder, String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), printed);
    }

    @Override
    public String toString() {
        return name;
    }
}
