package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.NameAndTypeEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The artifacts in the Maven repository of the distribution are complete, and each has the dependencies that it uses. */
class SdkArtifactsIT {

    private static final Path REPOSITORY = MavenProject.DISTRIBUTION.resolve("repository");
    private static final Path LIBRARIES = MavenProject.DISTRIBUTION.resolve("lib");
    private static final String SDK = "hookline-sdk";
    private static final String SDK_TEST = "hookline-sdk-test";
    private static final Pattern DEPENDENCY = Pattern.compile(
            "<dependency>\\s*<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>(.*?)</dependency>",
            Pattern.DOTALL);
    private static final Pattern TYPE = Pattern.compile("L([\\w/$]+)[;<]");

    private static Path file(String artifact, String ending) throws IOException {
        try (Stream<Path> versions =
                Files.list(REPOSITORY.resolve("io/hookline").resolve(artifact))) {
            Path version = versions.toList().getFirst();
            return version.resolve(artifact + "-" + version.getFileName() + ending);
        }
    }

    private record Dependency(String group, String artifact, String rest) {
        String key() {
            return group + ":" + artifact;
        }
    }

    /** The direct dependencies of a POM, without those that are only managed. */
    private static List<Dependency> dependencies(String pom) {
        String direct = pom.replaceAll("(?s)<dependencyManagement>.*?</dependencyManagement>", "")
                .replaceAll("(?s)<profiles>.*", "");
        return DEPENDENCY
                .matcher(direct)
                .results()
                .map(SdkArtifactsIT::dependency)
                .toList();
    }

    private static Dependency dependency(MatchResult found) {
        return new Dependency(found.group(1), found.group(2), found.group(3).replaceAll("(?s)<!--.*?-->|\\s", ""));
    }

    /** The class files of a jar, by internal name. */
    private static Map<String, byte[]> classes(Path jar) throws IOException {
        try (JarFile open = new JarFile(jar.toFile())) {
            return open.stream()
                    .filter(entry -> entry.getName().endsWith(".class")
                            && !entry.getName().startsWith("META-INF/"))
                    .collect(Collectors.toMap(
                            entry -> entry.getName().replace(".class", ""), entry -> read(open, entry)));
        }
    }

    private static byte[] read(JarFile jar, JarEntry entry) {
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All classes that a class file refers to, by internal name. */
    private static Set<String> used(byte[] code) {
        Set<String> used = new TreeSet<>();
        for (PoolEntry entry : ClassFile.of().parse(code).constantPool()) {
            switch (entry) {
                case ClassEntry type when !type.asInternalName().startsWith("[") -> used.add(type.asInternalName());
                case ClassEntry array -> addTypes(array.asInternalName(), used);
                case NameAndTypeEntry member -> addTypes(member.type().stringValue(), used);
                case Utf8Entry text
                when text.stringValue().matches("[(\\[]*L[\\w/$]+[;<].*") -> addTypes(text.stringValue(), used);
                default -> {}
            }
        }
        return used;
    }

    private static void addTypes(String descriptor, Set<String> used) {
        TYPE.matcher(descriptor).results().forEach(found -> used.add(found.group(1)));
    }

    private static boolean isOfJdk(String type) {
        return type.matches("(java|javax|jdk|com/sun|org/w3c/dom|org/xml/sax)/.*");
    }

    /** Artifacts that others in a POM consist of: kubernetes-model, and dev.cel:cel with the collections of its interfaces. */
    private static final Pattern PARTS =
            Pattern.compile("(kubernetes-model-common|common|compiler|runtime|guava)-\\d.*");

    /** The jars of a POM's dependencies in the distribution. */
    private static Set<String> classesOf(List<Dependency> dependencies) throws IOException {
        Set<String> all = new HashSet<>();
        try (Stream<Path> jars = Files.list(LIBRARIES)) {
            for (Path jar :
                    jars.filter(file -> file.toString().endsWith(".jar")).toList()) {
                String name = jar.getFileName().toString();
                if (PARTS.matcher(name).matches()
                        || dependencies.stream()
                                .anyMatch(one -> name.matches(Pattern.quote(one.artifact()) + "-\\d.*"))) {
                    all.addAll(classes(jar).keySet());
                }
            }
        }
        return all;
    }

    @Test
    void theSdkUsesNoClassThatIsNotInItOrInItsDependencies() throws IOException {
        assertThat(missing(classes(file(SDK, ".jar")), classesOf(dependencies(Files.readString(file(SDK, ".pom"))))))
                .isEmpty();
    }

    @Test
    void theSdkForTestsUsesNoClassThatIsNotInItOrInItsDependencies() throws IOException {
        List<Dependency> dependencies = dependencies(Files.readString(file(SDK_TEST, ".pom")));
        assertThat(dependencies).extracting(Dependency::artifact).contains(SDK);
        Set<String> provided = classesOf(Stream.concat(
                        dependencies.stream(), dependencies(Files.readString(file(SDK, ".pom"))).stream())
                .toList());
        provided.addAll(classes(file(SDK, ".jar")).keySet());

        assertThat(missing(classes(file(SDK_TEST, ".jar")), provided))
                .isNotEmpty()
                .allMatch(type -> type.startsWith("org/junit/jupiter/api/"));
    }

    @Test
    void aProjectBringsItsOwnVersionOfJUnit() throws IOException {
        assertThat(dependencies(Files.readString(file(SDK_TEST, ".pom"))))
                .filteredOn(one -> one.artifact().startsWith("junit"))
                .singleElement()
                .extracting(Dependency::rest)
                .asString()
                .contains("<scope>provided</scope>", "<optional>true</optional>");
    }

    private static Set<String> missing(Map<String, byte[]> jar, Set<String> provided) {
        assertThat(jar).hasSizeGreaterThan(50);
        assertThat(provided).hasSizeGreaterThan(100);
        Set<String> missing = new TreeSet<>();
        jar.values().forEach(code -> missing.addAll(used(code)));
        missing.removeIf(type -> isOfJdk(type) || jar.containsKey(type) || provided.contains(type));
        return missing;
    }

    @Test
    void everyClassExceptTheCommandsIsInOneOfThem() throws IOException {
        Set<String> sdk = classes(file(SDK, ".jar")).keySet();
        Set<String> sdkTest = classes(file(SDK_TEST, ".jar")).keySet();
        try (Stream<Path> jars = Files.list(LIBRARIES)) {
            Path whole = jars.filter(jar -> jar.getFileName().toString().startsWith("hookline-"))
                    .findFirst()
                    .orElseThrow();
            Set<String> expected = new TreeSet<>(classes(whole).keySet());
            expected.removeIf(type -> type.startsWith("io/hookline/cli/"));
            expected.removeIf(
                    type -> type.startsWith("io/hookline/server/worker/jsonnet/")); // its libraries are no SDK

            assertThat(Stream.concat(sdk.stream(), sdkTest.stream())).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void theirDependenciesAreThoseOfTheProjectExceptForTheCommandLine() throws IOException {
        List<Dependency> project = dependencies(Files.readString(Path.of("pom.xml"))).stream()
                .filter(one -> !one.rest().contains("<scope>test</scope>"))
                .filter(one -> !one.rest().contains("<scope>provided</scope>")
                        || one.rest().contains("<optional>true"))
                .filter(one -> !one.artifact().equals("picocli"))
                .toList();
        List<Dependency> templates = Stream.of(SDK, SDK_TEST)
                .flatMap(artifact -> dependencies(template(artifact)).stream())
                .filter(one -> !one.artifact().equals(SDK))
                .map(SdkArtifactsIT::withoutManagedVersion)
                .toList();

        assertThat(templates).containsExactlyInAnyOrderElementsOf(project);
    }

    private static String template(String artifact) {
        try {
            return Files.readString(Path.of("src/main/sdk", artifact + ".pom"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The project manages this version for its plugins, too. */
    private static Dependency withoutManagedVersion(Dependency one) {
        return new Dependency(
                one.group(), one.artifact(), one.rest().replace("<version>${slf4j.version}</version>", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {SDK, SDK_TEST})
    void eachHasChecksums(String artifact) throws Exception {
        for (String ending : List.of(".jar", ".pom")) {
            byte[] sum = MessageDigest.getInstance("SHA-1").digest(Files.readAllBytes(file(artifact, ending)));
            assertThat(file(artifact, ending + ".sha1"))
                    .content()
                    .isEqualToIgnoringNewLines(HexFormat.of().formatHex(sum));
        }
        assertThat(Files.readString(file(artifact, ".pom"))).doesNotContain("${");
    }

    @ParameterizedTest
    @ValueSource(strings = {SDK, SDK_TEST})
    void eachPomHasWhatACentralRepositoryRequires(String artifact) throws IOException {
        assertThat(Files.readString(file(artifact, ".pom")))
                .contains("<name>", "<description>", "<licenses>", "<developers>", "<scm>")
                .containsPattern("(?m)^  <url>.+</url>");
    }

    @ParameterizedTest
    @ValueSource(strings = {SDK, SDK_TEST})
    void eachNamesItsVersionAndNoCommand(String artifact) throws IOException {
        try (JarFile jar = new JarFile(file(artifact, ".jar").toFile())) {
            var manifest = jar.getManifest().getMainAttributes();
            assertThat(file(artifact, ".jar"))
                    .hasFileName(artifact + "-" + manifest.getValue("Implementation-Version") + ".jar");
            assertThat(manifest.getValue("Main-Class")).isNull();
        }
    }
}
