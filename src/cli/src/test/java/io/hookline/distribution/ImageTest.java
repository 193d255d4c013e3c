package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cli.terminal.Build;
import io.hookline.manifests.Manifests;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Dockerfile agrees with the project and the manifests, as far as a test without a build can check. */
class ImageTest {

    private static final Path DISTRIBUTION_BIN = Path.of("src/cli/src/main/dist/bin");

    /** One line: {@code COPY hooks /hooks}. */
    private record Instruction(String name, String arguments) {
        static Instruction of(String line) {
            int space = line.indexOf(' ');
            return new Instruction(line.substring(0, space), line.substring(space + 1));
        }

        boolean is(String other) {
            return name.equals(other);
        }

        List<String> words() {
            return List.of(arguments.split(" "));
        }
    }

    private final List<Instruction> instructions = new ArrayList<>();

    @BeforeEach
    void read() throws IOException {
        Files.readString(Path.of("Dockerfile"))
                .replaceAll(" \\\\\n *", " ")
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(Instruction::of)
                .forEach(instructions::add);
    }

    private Stream<Instruction> all(String name) {
        return instructions.stream().filter(instruction -> instruction.is(name));
    }

    private String last(String name) {
        return all(name).reduce((_, second) -> second).orElseThrow().arguments();
    }

    /** The instructions of a stage, after its {@code FROM}. */
    private List<Instruction> stage(String name) {
        return instructions.stream()
                .dropWhile(each -> !(each.is("FROM") && each.arguments().endsWith(" AS " + name)))
                .skip(1)
                .takeWhile(each -> !each.is("FROM"))
                .toList();
    }

    private String only(String stage, String name) {
        List<Instruction> found =
                stage(stage).stream().filter(each -> each.is(name)).toList();
        assertThat(found).as(stage + " " + name).hasSize(1);
        return found.getFirst().arguments();
    }

    @Test
    void whatIsCopiedExistsAndIsSentToTheBuilder() throws IOException {
        List<String> sources = all("COPY")
                .filter(copy -> !copy.arguments().startsWith("--from"))
                .flatMap(copy -> copy.words().stream().limit(copy.words().size() - 1L))
                .toList();
        List<String> sent = Files.readAllLines(Path.of(".dockerignore")).stream()
                .filter(line -> line.startsWith("!"))
                .map(line -> line.substring(1))
                .toList();

        assertThat(sources).isNotEmpty().allMatch(source -> Files.exists(Path.of(source)));
        assertThat(sent).containsExactlyInAnyOrderElementsOf(sources);
    }

    @Test
    void theBuildHasEverythingThatIsNotATest() throws IOException {
        assertThat(Files.readString(Path.of("src/testing/pom.xml")))
                .contains("<directory>../../manifests/crds</directory>");
        assertThat(all("COPY").map(Instruction::arguments))
                .contains("pom.xml LICENSE ./", "manifests/crds manifests/crds");
        Matcher module = Pattern.compile("<module>(.+)</module>").matcher(Files.readString(Path.of("pom.xml")));
        assertThat(module.results().map(found -> found.group(1)))
                .hasSize(4)
                .allSatisfy(name -> assertThat(all("COPY").map(Instruction::arguments))
                        .contains(name + "/pom.xml " + name + "/", name + "/src/main " + name + "/src/main"));
        assertThat(all("RUN").map(Instruction::arguments))
                .anyMatch(run -> run.startsWith("mvn ") && run.contains(" package && "));
    }

    @Test
    void bothImagesAreOnTheJdkThatTheProjectNeedsAndIsTestedWith() throws IOException {
        assertThat(Build.TESTED_JAVA).isEqualTo(25);
        assertThat(Files.readString(Path.of("pom.xml"))).contains("<version>[25,)</version>");
        assertThat(all("FROM").map(Instruction::arguments))
                .containsExactly(
                        "${MAVEN} AS build",
                        "${JDK} AS java",
                        "${BASE} AS common",
                        "common AS watch",
                        "common AS hooks");
        assertThat(bases()).contains("MAVEN=maven:3.9-eclipse-temurin-25", "JDK=eclipse-temurin:25-jdk");
    }

    /** Maven's error has the id of the execution that failed, and otherwise only asks for a toolchains.xml. */
    @ParameterizedTest
    @ValueSource(strings = {"pom.xml", "src/cli/src/main/resources/io/hookline/cli/init/java/pom.xml"})
    void aBuildWithoutAJdkSaysWhatToInstall(String pom) throws IOException {
        assertThat(Files.readString(Path.of(pom)).replaceAll("\\s+", " "))
                .contains("<id>Hookline needs a JDK 25 or newer: install one, or set JAVA_HOME to it</id> <goals>"
                        + " <goal>select-jdk-toolchain</goal>")
                .contains("<version>[25,)</version>");
    }

    /** The arguments before the first stage, which a build may pin by digest. */
    private List<String> bases() {
        return instructions.stream()
                .takeWhile(each -> each.is("ARG"))
                .map(Instruction::arguments)
                .toList();
    }

    /** Caches name the times of the files, which a builder may change when it stores a layer. */
    @Test
    void theTimesOfFilesAreFixedBeforeTheyAreCopiedAndTheirCachesAreBuilt() {
        for (String stage : List.of("build", "java")) {
            assertThat(only(stage, "RUN")).as(stage).endsWith(" -exec touch --no-dereference --date=@1000000000 {} +");
        }
        for (String stage : List.of("watch", "hooks")) {
            assertThat(stage(stage).stream().filter(each -> each.is("RUN")).toList())
                    .as("a change of a copied file would store it twice")
                    .last()
                    .satisfies(
                            run -> assertThat(run.arguments()).startsWith("/opt/hookline/bin/hookline warmup && rm "));
        }
    }

    /** Found by what its classes name. The compiler, and reflection on beans, are for hooks. */
    @Test
    void theRuntimeOfTheWatcherHasTheModulesThatOurClassesNeed() {
        StringWriter printed = new StringWriter();
        ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(
                        new PrintWriter(printed),
                        new PrintWriter(printed),
                        "--multi-release=25",
                        "--ignore-missing-deps",
                        "--print-module-deps",
                        "src/sdk/target/classes",
                        "src/engine/target/classes",
                        "src/testing/target/classes",
                        "src/cli/target/classes");
        List<String> needed = new ArrayList<>(List.of(printed.toString().strip().split(",")));
        needed.removeAll(List.of("java.base", "jdk.compiler"));
        String jlink = only("java", "RUN");
        int end = jlink.indexOf(" --output /opt/watch/java");

        assertThat(needed).contains("jdk.management");
        assertThat(jlink.substring(0, end).split("[ ,]"))
                .containsAll(needed)
                .doesNotContain("jdk.compiler", "java.desktop", "java.se");
    }

    /** What linters of Dockerfiles demand. */
    @Test
    void eachInstructionIsReproducibleAndLeavesNothingBehind() {
        assertThat(bases())
                .hasSize(3)
                .allSatisfy(image -> assertThat(image).contains(":").doesNotEndWith(":latest"));
        assertThat(all("ADD")).isEmpty();
        assertThat(all("WORKDIR").map(Instruction::arguments))
                .allSatisfy(folder -> assertThat(folder).startsWith("/"));
        assertThat(all("RUN").map(Instruction::arguments)).allSatisfy(run -> {
            assertThat(run).doesNotContain("sudo ").doesNotContain("| ").doesNotContain("apt ");
            if (run.contains("apt-get install")) {
                assertThat(run).startsWith("apt-get update && ").endsWith(" && rm -rf /var/lib/apt/lists/*");
            }
        });
        assertThat(instructions).extracting(Instruction::name).doesNotContain("MAINTAINER", "CMD", "HEALTHCHECK");
    }

    /** What changes with each build comes after what does not, so that a registry has the latter already. */
    @Test
    void packagesAreInALayerBelowTheDistribution() {
        List<String> last = stage("hooks").stream()
                .map(each -> each.name() + " " + each.words().getFirst())
                .toList();

        assertThat(last)
                .containsSubsequence(
                        "RUN apt-get", "RUN mkdir", "COPY --from=java", "COPY --from=build", "USER 65532:65532");
    }

    @ParameterizedTest
    @ValueSource(strings = {"watch", "hooks"})
    void itsLabelsNameTheVersionAndTheLicence(String stage) {
        assertThat(only(stage, "LABEL"))
                .contains("org.opencontainers.image.title=\"Hookline")
                .contains("org.opencontainers.image.licenses=\"Apache-2.0\"")
                .contains("org.opencontainers.image.revision=\"${COMMIT}\"")
                .contains("org.opencontainers.image.created=\"${CREATED}\"")
                .contains("org.opencontainers.image.version=\"" + new Build().version() + "\"");
    }

    /** The signal that the commands handle, which the kubelet sends first. */
    @Test
    void itIsStoppedByTheSignalThatEndsTheCommands() {
        assertThat(last("STOPSIGNAL")).isEqualTo("SIGTERM");
        assertThat(last("ENTRYPOINT"))
                .as("no shell between that keeps the signal")
                .startsWith("[\"");
    }

    /** Bash is part of the base image. */
    @Test
    void itHasTheInterpretersOfTheHooksThatInitGenerates() {
        String install = "apt-get update && apt-get install --yes --no-install-recommends ";
        assertThat(stage("hooks").stream().map(Instruction::arguments))
                .anySatisfy(run -> assertThat(run).startsWith(install + "jq nodejs python3 "));
        assertThat(stage("common").stream().map(Instruction::arguments))
                .anySatisfy(run -> assertThat(run).startsWith(install + "ca-certificates tini "));
        assertThat(stage("watch").stream().map(Instruction::arguments))
                .noneMatch(run -> run.contains("apt-get") || run.contains("jsonnet"));
    }

    @Test
    void itStartsTheDistribution() throws IOException {
        JsonNode words = Json.parse(last("ENTRYPOINT").getBytes());
        assertThat(words.path(0).asText())
                .as("an init, which ends what hooks leave behind")
                .isEqualTo("/usr/bin/tini");
        String entry = words.path(2).asText();
        String copied = all("COPY")
                .map(Instruction::arguments)
                .filter(copy -> copy.startsWith("--from=build /src/target/hookline/bin "))
                .findFirst()
                .orElseThrow();
        String folder = copied.substring(copied.lastIndexOf(' ') + 1);

        assertThat(Path.of(entry)).isEqualTo(Path.of(folder, "hookline"));
        assertThat(DISTRIBUTION_BIN.resolve("hookline")).isExecutable();
    }

    /** Its manifests name the program, and the Helm chart too. */
    @Test
    void itHasTheProgramOfMetacontroller() {
        assertThat(all("RUN").map(Instruction::arguments))
                .contains("ln -s /opt/hookline/bin/metacontroller /usr/bin/metacontroller");
        assertThat(DISTRIBUTION_BIN.resolve("metacontroller")).isExecutable();
    }

    /** The descriptor of the distribution puts the licences next to its folders. */
    @Test
    void itHasTheLicencesOfWhatIsInIt() throws IOException {
        String descriptor = Files.readString(Path.of("src/cli/src/main/assembly/distribution.xml"));

        for (String image : List.of("watch", "hooks")) {
            assertThat(stage(image).stream().filter(each -> each.is("COPY")).map(Instruction::arguments))
                    .anyMatch(copy -> copy.contains("/LICENSE ")
                            && copy.contains("/THIRD-PARTY.txt ")
                            && copy.contains("/hookline.cdx.json "));
        }
        assertThat(Path.of("LICENSE")).exists();
        assertThat(descriptor)
                .contains(
                        "<include>LICENSE</include>",
                        "<include>THIRD-PARTY.txt</include>",
                        "THIRD-PARTY-preact.txt",
                        "<include>hookline.cdx.json</include>");
    }

    @Test
    void itRunsAsTheUserThatTheManifestsName() throws IOException {
        assertThat(only("watch", "USER")).isEqualTo(only("hooks", "USER"));
        String[] user = last("USER").split(":");

        assertThat(user).hasSize(2).allMatch(id -> Integer.parseInt(id) > 0);
        for (KubeObject deployment : deployments()) {
            JsonNode security = deployment.tree().at("/spec/template/spec/securityContext");
            assertThat(security.path("runAsUser").asText()).isEqualTo(user[0]);
            assertThat(security.path("runAsGroup").asText()).isEqualTo(user[1]);
        }
    }

    @Test
    void itExposesThePortsOfTheManifests() throws IOException {
        for (KubeObject deployment : deployments()) {
            String stage = deployment.name().equals("watcher") ? "watch" : "hooks";
            List<String> ports =
                    deployment.tree().at("/spec/template/spec/containers/0").findValuesAsText("containerPort");

            assertThat(only(stage, "EXPOSE").split(" ")).containsExactlyInAnyOrderElementsOf(ports);
        }
    }

    private static List<KubeObject> deployments() throws IOException {
        return Manifests.files("watcher/deployment.yaml", "hooks/deployment.yaml");
    }
}
