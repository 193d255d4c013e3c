package io.hookline;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The floors of the architecture. */
class ArchitectureTest {

    /** Which packages each package may use besides itself; nobody is missing here, and {@code cli} may use all. */
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            Map.entry("object", Set.of()),
            Map.entry("queue", Set.of()),
            Map.entry("yaml", Set.of("object")),
            Map.entry("spec", Set.of("object")),
            Map.entry("hook", Set.of("object")),
            Map.entry("apply", Set.of("spec", "object")),
            Map.entry("cluster", Set.of("object")),
            Map.entry("informer", Set.of("cluster", "object")),
            Map.entry("reconcile", Set.of("queue", "informer", "object")),
            Map.entry(
                    "watcher", Set.of("reconcile", "informer", "cluster", "apply", "hook", "spec", "object", "queue")),
            Map.entry("web", Set.of()),
            Map.entry("http", Set.of()),
            Map.entry("kube", Set.of("cluster", "object", "queue", "http", "yaml")),
            Map.entry("local", Set.of("cluster", "object", "web", "yaml")),
            Map.entry("webhook", Set.of("hook", "spec", "cluster", "object", "http")),
            Map.entry("server", Set.of("hook", "object", "web")),
            Map.entry(
                    "process",
                    Set.of(
                            "watcher",
                            "reconcile",
                            "informer",
                            "webhook",
                            "server",
                            "web",
                            "hook",
                            "spec",
                            "cluster",
                            "object")),
            Map.entry("testing", Set.of("process", "watcher", "server", "local", "hook", "cluster", "object", "yaml")));

    /** Floors 0 to 3: they know no socket, no server, no client library and no metrics library. */
    private static final Set<String> INNER =
            Set.of("object", "queue", "yaml", "spec", "hook", "apply", "cluster", "informer", "reconcile", "watcher");

    private static final String SCENARIOS = Code.ROOT + ".testing.scenario";

    static Collection<String> packages() {
        return new TreeSet<>(MAY_USE.keySet());
    }

    @Test
    void itLooksAtSomething() throws IOException {
        try (Stream<Path> sources = Code.sources()) {
            long files =
                    sources.filter(file -> !file.endsWith("package-info.java")).count();
            assertThat(files).isGreaterThan(50);
            assertThat(Code.PRODUCT.size()).isGreaterThanOrEqualTo((int) files);
        }
        assertThat(Code.TESTS.size()).isGreaterThan(5);
    }

    @Test
    void everyPackageHasItsFloor() {
        Set<String> found = Code.PRODUCT.stream().map(Code::packageOf).collect(Collectors.toSet());

        found.removeAll(MAY_USE.keySet());
        assertThat(found).containsOnly("cli");
    }

    @ParameterizedTest
    @MethodSource("packages")
    void aPackageUsesLowerFloorsOnly(String name) {
        classes()
                .that()
                .resideInAPackage(Code.ROOT + "." + name + "..")
                .should()
                .onlyDependOnClassesThat(new DescribedPredicate<>("are foreign, its own, or on a floor it may use") {
                    @Override
                    public boolean test(JavaClass used) {
                        return !used.getPackageName().startsWith(Code.ROOT + ".")
                                || Code.packageOf(used).equals(name)
                                || MAY_USE.get(name).contains(Code.packageOf(used));
                    }
                })
                .allowEmptyShould(true)
                .check(Code.PRODUCT);
    }

    /** So that scenarios run against any cluster, whoever works on it. */
    @Test
    void theCoreOfTheScenarioRunnerKnowsTheClusterOnly() {
        classes()
                .that()
                .resideInAPackage(SCENARIOS + "..")
                .should()
                .onlyDependOnClassesThat(
                        new DescribedPredicate<>("are foreign, of the core, of cluster, object or yaml") {
                            @Override
                            public boolean test(JavaClass used) {
                                return !used.getPackageName().startsWith(Code.ROOT + ".")
                                        || used.getPackageName().startsWith(SCENARIOS)
                                        || Set.of("cluster", "object", "yaml").contains(Code.packageOf(used));
                            }
                        })
                .check(Code.PRODUCT);
    }

    @Test
    void theRoomsOfTheScenarioRunnerHaveNoCycles() {
        slices().matching(SCENARIOS + ".(*)..").should().beFreeOfCycles().check(Code.PRODUCT);
        noClasses()
                .that()
                .resideInAPackage(SCENARIOS + ".*")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(SCENARIOS)
                .check(Code.PRODUCT);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching(Code.ROOT + ".(*)..").should().beFreeOfCycles().check(Code.PRODUCT);
    }

    @ParameterizedTest
    @MethodSource("packages")
    void theInsideKnowsNoServerAndNoClientLibrary(String name) {
        String[] allowed = {
            Code.ROOT + "..",
            "java..",
            "javax.crypto..",
            "com.fasterxml.jackson..",
            "org.slf4j..",
            "org.jspecify..",
            name.equals("hook") ? "io.fabric8.kubernetes.api.." : "java..",
            name.equals("yaml") ? "org.yaml.snakeyaml.." : "java.."
        };
        if (INNER.contains(name)) {
            classes()
                    .that()
                    .resideInAPackage(Code.ROOT + "." + name + "..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(allowed)
                    .allowEmptyShould(true)
                    .check(Code.PRODUCT);
        }
    }

    /** So that a text means the same wherever it is read. */
    @Test
    void thereIsOneYamlReader() {
        noClasses()
                .that()
                .resideOutsideOfPackage(Code.ROOT + ".yaml..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.yaml..", "org.snakeyaml..", "com.fasterxml.jackson.dataformat.yaml..")
                .check(Code.PRODUCT);
    }

    @Test
    void onlyAdaptersOpenSockets() {
        noClasses()
                .that()
                .resideInAnyPackage(INNER.stream()
                        .map(name -> Code.ROOT + "." + name + "..")
                        .toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.net\\.(http\\..*|.*Socket.*|.*Connection)|java\\.nio\\.channels\\..*Socket.*")
                .check(Code.PRODUCT);
    }

    @Test
    void everyPackageIsNullMarked() throws IOException {
        Set<String> packages =
                Code.PRODUCT.stream().map(JavaClass::getPackageName).collect(Collectors.toCollection(TreeSet::new));
        assertThat(packages).allSatisfy(name -> {
            Class<?> described = Class.forName(name + ".package-info");
            assertThat(described.isAnnotationPresent(NullMarked.class)).as(name).isTrue();
        });
    }
}
