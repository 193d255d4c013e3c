package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What Maven does with a Java project of {@code hookline init}. */
class InitMavenIT {

    @TempDir
    private Path root;

    /** Maven runs on JDK 17 here, if this machine has it. */
    @ParameterizedTest
    @MethodSource("javaProjects")
    void mavenCompilesAJavaProjectAndItsTestsPass(GeneratedProject project) throws Exception {
        Path folder = project.in(root);
        try (MavenProject maven = MavenProject.in(folder, root)) {
            String printed = maven.run("test").succeeded().printed();

            assertThat(printed).contains("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0");
            assertThat(folder.resolve("target/hookline.classpath")).exists();
            GeneratedProject.run(folder, Distribution.HOOKLINE, "test").succeeded();
        }
    }

    @Test
    void mavenWritesTheCrdAgainAfterAChangeOfTheRecord() throws Exception {
        Path folder = new GeneratedProject("java-app", "java", false).in(root);
        Path crd = folder.resolve("controller/crd.yaml");
        Path parent = folder.resolve("src/main/java/com/example/JavaApp.java");
        String generated = Files.readString(crd);
        try (MavenProject maven = MavenProject.in(folder, root)) {
            maven.run("-Pcrd", "compile").succeeded();
            assertThat(crd).hasContent(generated);

            Files.writeString(parent, Files.readString(parent).replace("String image,", "String image, String tier,"));
            maven.run("-Pcrd", "compile", "--offline").succeeded();
            assertThat(Files.readString(crd)).contains("              tier:\n                type: string\n");
        }
    }

    static Stream<GeneratedProject> javaProjects() {
        return GeneratedProject.all().filter(project -> project.language().equals("java"));
    }
}
