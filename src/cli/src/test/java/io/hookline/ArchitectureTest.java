package io.hookline;

import static com.tngtech.archunit.lang.conditions.ArchConditions.haveRawType;
import static com.tngtech.archunit.lang.conditions.ArchConditions.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.nio.file.Path;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.Lock;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The layers of the architecture, as {@code src/docs/architecture.md} has them, and the house rules that a machine can check. One class,
 * since reading all classes is what takes time.
 */
class ArchitectureTest {

    private static final Path MAP = Path.of("src/docs/architecture.md");

    /** {@code | 5 commands | `cli` | ...}; further packages of a layer have no number. */
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (?:(\\d) \\w+ )?\\| `(\\w+)` \\| .* \\|$");

    private static final Pattern ARROW = Pattern.compile("`(\\w+) → (\\w+)`");

    /** The layer of each package below the root: a package may use those of lower layers. */
    private static final Map<String, Integer> LAYERS = layers(Code.read(MAP));

    /** The packages of its own layer that a package may use besides. */
    private static final Map<String, Set<String>> WITHIN = within(Code.read(MAP));

    /** The outermost layer that knows no socket, no server, no client library and no metrics library. */
    private static final int ENGINE = 3;

    private static Map<String, Integer> layers(String map) {
        int begin = map.indexOf("## Layers");
        Map<String, Integer> layers = new TreeMap<>();
        int layer = -1;
        for (MatchResult row : ROW.matcher(map.substring(begin, map.indexOf("\n## ", begin)))
                .results()
                .toList()) {
            layer = row.group(1) == null ? layer : Integer.parseInt(row.group(1));
            layers.put(row.group(2), layer);
        }
        return layers;
    }

    private static Map<String, Set<String>> within(String map) {
        return ARROW.matcher(map)
                .results()
                .collect(Collectors.groupingBy(
                        arrow -> arrow.group(1),
                        TreeMap::new,
                        Collectors.mapping(arrow -> arrow.group(2), Collectors.toSet())));
    }

    static Collection<String> packages() {
        return LAYERS.keySet();
    }

    static Collection<String> inside() {
        return LAYERS.keySet().stream()
                .filter(name -> LAYERS.get(name) <= ENGINE)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void itLooksAtSomething() throws IOException {
        try (Stream<Path> sources = Code.sources()) {
            long files =
                    sources.filter(file -> !file.endsWith("package-info.java")).count();
            assertThat(files).isGreaterThan(50);
            assertThat(Code.PRODUCT.size()).isGreaterThanOrEqualTo((int) files);
        }
        assertThat(Code.testClasses().size()).isGreaterThan(5);
        assertThat(inside()).contains("object", "apply", "informer", "watcher").doesNotContain("kube", "server");
    }

    @Test
    void everyPackageBelowTheRootHasALayer() {
        Set<String> found =
                Code.PRODUCT.stream().map(ArchitectureTest::top).collect(Collectors.toCollection(TreeSet::new));

        assertThat(LAYERS.keySet()).containsExactlyElementsOf(found);
    }

    /** Such as {@code watcher} for {@code io.hookline.watcher.sync}. */
    private static String top(JavaClass type) {
        return Code.packageOf(type).replaceFirst("\\..*", "");
    }

    @ParameterizedTest
    @MethodSource("packages")
    void aPackageUsesLowerLayersOnly(String name) {
        classes()
                .that()
                .resideInAPackage(Code.ROOT + "." + name + "..")
                .should()
                .onlyDependOnClassesThat(
                        new DescribedPredicate<>("are foreign, its own, of a lower layer, or listed beside it") {
                            @Override
                            public boolean test(JavaClass used) {
                                return !isOurs(used)
                                        || top(used).equals(name)
                                        || LAYERS.get(top(used)) < LAYERS.get(name)
                                        || isBeside(name, top(used));
                            }
                        })
                .check(Code.PRODUCT);
    }

    private static boolean isBeside(String user, String used) {
        return LAYERS.get(used).equals(LAYERS.get(user))
                && WITHIN.getOrDefault(user, Set.of()).contains(used);
    }

    private static boolean isOurs(JavaClass type) {
        return type.getPackageName().startsWith(Code.ROOT + ".");
    }

    @Test
    void everyUseWithinALayerIsOne() {
        Map<String, Set<String>> used = new TreeMap<>();
        for (JavaClass type : Code.PRODUCT) {
            type.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                    .filter(ArchitectureTest::isOurs)
                    .filter(target -> isBeside(top(type), top(target)))
                    .forEach(target -> used.computeIfAbsent(top(type), _ -> new TreeSet<>())
                            .add(top(target)));
        }

        assertThat(used).isEqualTo(WITHIN);
    }

    @Test
    void packagesBelowTheRootHaveNoCycles() {
        slices().matching(Code.ROOT + ".(*)..").should().beFreeOfCycles().check(Code.PRODUCT);
    }

    /** The values of the SDK and what reads and writes them know each other, so {@code hook} is one piece. */
    @Test
    void subPackagesHaveNoCycles() {
        slices().matching(Code.ROOT + ".(**)")
                .should()
                .beFreeOfCycles()
                .ignoreDependency(
                        JavaClass.Predicates.resideInAPackage(Code.ROOT + ".hook.."),
                        JavaClass.Predicates.resideInAPackage(Code.ROOT + ".hook.."))
                .check(Code.PRODUCT);
    }

    @ParameterizedTest
    @MethodSource("inside")
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
        classes()
                .that()
                .resideInAPackage(Code.ROOT + "." + name + "..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed)
                .check(Code.PRODUCT);
    }

    @Test
    void onlyAdaptersOpenSockets() {
        noClasses()
                .that()
                .resideInAnyPackage(inside().stream()
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

    private static final String SCENARIOS = Code.ROOT + ".testing.scenario";

    /** So that scenarios run against any cluster, whoever works on it. */
    @Test
    void theCoreOfTheScenarioRunnerKnowsTheClusterOnly() {
        classes()
                .that()
                .resideInAPackage(SCENARIOS + "..")
                .should()
                .onlyDependOnClassesThat(
                        new DescribedPredicate<>("are foreign, of the core, of cluster, object, spec or yaml") {
                            @Override
                            public boolean test(JavaClass used) {
                                return !used.getPackageName().startsWith(Code.ROOT + ".")
                                        || used.getPackageName().startsWith(SCENARIOS)
                                        || Set.of("cluster", "object", "spec", "yaml")
                                                .contains(Code.packageOf(used));
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

    // House rules.

    @Test
    void noMockingLibraryIsOnTheClassPath() {
        assertThat(Stream.of(
                                "org.mockito.Mockito",
                                "org.easymock.EasyMock",
                                "org.powermock.api.mockito.PowerMockito",
                                "mockit.Expectations",
                                "io.mockk.MockKKt",
                                "org.jmock.Mockery")
                        .map(name -> name.replace('.', '/') + ".class")
                        .filter(name -> getClass().getClassLoader().getResource(name) != null))
                .isEmpty();
    }

    @Test
    void nothingThatChangesIsStatic() {
        fields().that()
                .areStatic()
                .and(new DescribedPredicate<>("are written by people") {
                    @Override
                    public boolean test(JavaField field) {
                        return !field.getModifiers().contains(JavaModifier.SYNTHETIC);
                    }
                })
                .should()
                .beFinal()
                .andShould(not(haveRawType(holdsState())))
                .check(Code.PRODUCT);
    }

    /** Types that are made to be changed. A {@code Map} or {@code List} is taken for an unmodifiable one. */
    private static DescribedPredicate<JavaClass> holdsState() {
        return new DescribedPredicate<>("a type that holds changing state") {
            @Override
            public boolean test(JavaClass type) {
                return type.getPackageName().startsWith("java.util.concurrent.atomic")
                        || type.isAssignableTo(ConcurrentMap.class)
                        || type.isAssignableTo(AbstractCollection.class)
                        || type.isAssignableTo(AbstractMap.class)
                        || type.isAssignableTo(Queue.class)
                        || type.isAssignableTo(ThreadLocal.class)
                        || type.isAssignableTo(Lock.class);
            }
        };
    }

    @Test
    void onlyTheCommandLineAndTheProcessThatHostsHooksPrint() {
        noClasses()
                .that()
                .resideOutsideOfPackages(Code.ROOT + ".cli..", Code.ROOT + ".process..")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(Code.PRODUCT);
    }

    /** Neither by a call nor by a reference such as {@code Thread::sleep}. */
    @Test
    void nobodySleeps() {
        noClasses()
                .should()
                .accessTargetWhere(new DescribedPredicate<JavaAccess<?>>("it sleeps") {
                    @Override
                    public boolean test(JavaAccess<?> access) {
                        return isSleep(access.getTargetOwner().getName(), access.getName());
                    }
                })
                .check(Code.PRODUCT);
    }

    @Test
    void noTestSleeps() throws IOException {
        assertThat(Code.testClasses())
                .filteredOn(type -> StreamSupport.stream(type.constantPool().spliterator(), false)
                        .anyMatch(entry -> entry instanceof MemberRefEntry used
                                && isSleep(
                                        used.owner().asInternalName().replace('/', '.'),
                                        used.name().stringValue())))
                .extracting(type -> type.thisClass().asInternalName())
                .isEmpty();
    }

    private static boolean isSleep(String owner, String method) {
        return method.equals("sleep")
                && Set.of("java.lang.Thread", "java.util.concurrent.TimeUnit").contains(owner);
    }

    @Test
    void publicTypesSayWhatTheyMean() throws IOException {
        Pattern declaration = Pattern.compile(
                "(?m)^public (?:(?:sealed|non-sealed|final|abstract|strictfp) )*(?:class|interface|record|enum|@interface) ");
        Pattern documented =
                Pattern.compile("(?s).*\\*/\\s*(?:@\\w[\\w.]*(?:\\([^()]*(?:\\([^()]*\\)[^()]*)*\\))?\\s+)*$");
        try (Stream<Path> sources = Code.sources()) {
            assertThat(sources.filter(file -> {
                        String text = Code.read(file);
                        var found = declaration.matcher(text);
                        return found.find()
                                && !documented
                                        .matcher(text.substring(0, found.start()))
                                        .matches();
                    }))
                    .isEmpty();
        }
    }

    @Test
    void packageDocumentationNamesExistingTypes() throws IOException {
        Pattern link = Pattern.compile("\\{@link (\\w+)}");
        try (Stream<Path> sources = Code.sources()) {
            assertThat(sources.filter(file -> file.endsWith("package-info.java"))
                            .flatMap(file -> link.matcher(Code.read(file))
                                    .results()
                                    .map(found -> file.resolveSibling(found.group(1) + ".java"))))
                    .hasSizeGreaterThan(50)
                    .allSatisfy(named -> assertThat(named).exists());
        }
    }
}
