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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
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

    private static final Path REPOSITORY = Distribution.FOLDER.resolve("repository");
    private static final Path LIBRARIES = Distribution.FOLDER.resolve("lib");
    private static final String SDK = "hookline-sdk";
    private static final String ENGINE = "hookline-engine";
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

    /** The jars of a POM's dependencies in the distribution. Of the model, one artifact is part of another. */
    private static Set<String> classesOf(List<Dependency> dependencies) throws IOException {
        return libraries(name -> name.startsWith("kubernetes-model-common-")
                || dependencies.stream().anyMatch(one -> name.matches(Pattern.quote(one.artifact()) + "-\\d.*")));
    }

    /** The classes of those jars of the distribution whose names are wanted. */
    private static Set<String> libraries(Predicate<String> wanted) throws IOException {
        Set<String> all = new HashSet<>();
        try (Stream<Path> jars = Files.list(LIBRARIES)) {
            for (Path jar :
                    jars.filter(file -> file.toString().endsWith(".jar")).toList()) {
                if (wanted.test(jar.getFileName().toString())) {
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

    /** Its libraries bring others, so all those of the distribution count that are not for commands. */
    @Test
    void theSdkForTestsAndTheEngineUseNoClassThatIsNotInThemOrInTheirDependencies() throws IOException {
        assertThat(dependencies(Files.readString(file(SDK_TEST, ".pom"))))
                .extracting(Dependency::artifact)
                .contains(SDK, ENGINE);
        assertThat(dependencies(Files.readString(file(ENGINE, ".pom"))))
                .extracting(Dependency::artifact)
                .contains(SDK)
                .doesNotContain("picocli");
        Set<String> provided = libraries(name -> !name.matches("(hookline|picocli|logback)-.*"));
        provided.addAll(classes(file(SDK, ".jar")).keySet());

        assertThat(missing(classes(file(ENGINE, ".jar")), provided)).isEmpty();
        provided.addAll(classes(file(ENGINE, ".jar")).keySet());
        assertThat(missing(classes(file(SDK_TEST, ".jar")), provided))
                .isNotEmpty()
                .allMatch(type -> type.matches("(org/junit/jupiter/api|ch/qos/logback)/.*"));
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

    @ParameterizedTest
    @ValueSource(strings = {SDK, ENGINE, SDK_TEST})
    void theDistributionRunsWhatIsPublished(String artifact) throws IOException {
        Path published = file(artifact, ".jar");

        assertThat(LIBRARIES.resolve(published.getFileName())).hasSameBinaryContentAs(published);
    }

    @Test
    void aJarForAuthorsHasNoClassOfTheOthers() throws IOException {
        assertThat(classes(file(SDK, ".jar")).keySet())
                .allMatch(type -> type.matches("io/hookline/(hook|object|yaml)/.*"));
        assertThat(classes(file(SDK_TEST, ".jar")).keySet()).allMatch(type -> type.startsWith("io/hookline/testing/"));
        assertThat(classes(file(ENGINE, ".jar")).keySet())
                .noneMatch(type -> type.matches("io/hookline/(hook|object|yaml|testing|cli|server/worker/jsonnet)/.*"));
    }

    @ParameterizedTest
    @ValueSource(strings = {SDK, ENGINE, SDK_TEST})
    void eachPomIsWholeWithoutAParent(String artifact) throws IOException {
        assertThat(Files.readString(file(artifact, ".pom"))).doesNotContain("${", "<parent>", "<scope>test</scope>");
    }

    @ParameterizedTest
    @ValueSource(strings = {SDK, ENGINE, SDK_TEST})
    void eachPomHasWhatACentralRepositoryRequires(String artifact) throws IOException {
        assertThat(Files.readString(file(artifact, ".pom")))
                .contains("<name>", "<description>", "<licenses>", "<developers>", "<scm ")
                .containsPattern("(?m)^  <url>.+</url>");
    }

    @ParameterizedTest
    @ValueSource(strings = {SDK, ENGINE, SDK_TEST})
    void eachNamesItsVersionAndNoCommand(String artifact) throws IOException {
        try (JarFile jar = new JarFile(file(artifact, ".jar").toFile())) {
            var manifest = jar.getManifest().getMainAttributes();
            assertThat(file(artifact, ".jar"))
                    .hasFileName(artifact + "-" + manifest.getValue("Implementation-Version") + ".jar");
            assertThat(manifest.getValue("Main-Class")).isNull();
        }
    }
}
