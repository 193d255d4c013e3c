package io.hookline;

import static com.tngtech.archunit.lang.conditions.ArchConditions.haveRawType;
import static com.tngtech.archunit.lang.conditions.ArchConditions.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.hookline.cli.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The floors of the architecture, and the house rules that a machine can check. */
class ArchitectureTest {

    private static final String ROOT = "io.hookline";

    /** Which packages each package may use besides itself; nobody is missing here, and {@code cli} may use all. */
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            Map.entry("object", Set.of()),
            Map.entry("queue", Set.of()),
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
            Map.entry("kube", Set.of("cluster", "object", "http")),
            Map.entry("local", Set.of("cluster", "object", "web")),
            Map.entry("webhook", Set.of("hook", "spec", "cluster", "object", "http")),
            Map.entry("server", Set.of("hook", "object", "web")),
            Map.entry("testing", Set.of("hook", "local", "object")));

    /** Floors 0 to 3: they know no socket, no server, no client library and no metrics library. */
    private static final Set<String> INNER =
            Set.of("object", "queue", "spec", "hook", "apply", "cluster", "informer", "reconcile", "watcher");

    /** Files that may be longer than the limit, each with its reason. */
    private static final Map<String, String> LONG_FILES = Map.of(
            "ClusterException.java", "one sealed family, which the language wants in one file",
            "JsonScanner.java", "one walk over bytes, where a call more per token is felt");

    private static final int LONGEST_FILE = 300;
    private static final Path MAIN = Path.of("src/main/java");

    private static final JavaClasses PRODUCT = classesBeside(Main.class);
    private static final JavaClasses TESTS = classesBeside(ArchitectureTest.class);

    /** All of one output folder: a search of the whole class path takes many times as long. */
    private static JavaClasses classesBeside(Class<?> one) {
        return new ClassFileImporter()
                .importUrl(one.getProtectionDomain().getCodeSource().getLocation());
    }

    static Collection<String> packages() {
        return new TreeSet<>(MAY_USE.keySet());
    }

    @Test
    void itLooksAtSomething() throws IOException {
        try (Stream<Path> sources = sources()) {
            long files =
                    sources.filter(file -> !file.endsWith("package-info.java")).count();
            assertThat(files).isGreaterThan(50);
            assertThat(PRODUCT.size()).isGreaterThanOrEqualTo((int) files);
        }
        assertThat(TESTS.size()).isGreaterThan(5);
    }

    @Test
    void everyPackageHasItsFloor() {
        Set<String> found = PRODUCT.stream().map(ArchitectureTest::packageOf).collect(Collectors.toSet());

        found.removeAll(MAY_USE.keySet());
        assertThat(found).containsOnly("cli");
    }

    @ParameterizedTest
    @MethodSource("packages")
    void aPackageUsesLowerFloorsOnly(String name) {
        classes()
                .that()
                .resideInAPackage(ROOT + "." + name + "..")
                .should()
                .onlyDependOnClassesThat(new DescribedPredicate<>("are foreign, its own, or on a floor it may use") {
                    @Override
                    public boolean test(JavaClass used) {
                        return !used.getPackageName().startsWith(ROOT + ".")
                                || packageOf(used).equals(name)
                                || MAY_USE.get(name).contains(packageOf(used));
                    }
                })
                .allowEmptyShould(true)
                .check(PRODUCT);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(PRODUCT);
    }

    @ParameterizedTest
    @MethodSource("packages")
    void theInsideKnowsNoServerAndNoClientLibrary(String name) {
        String[] allowed = {
            ROOT + "..",
            "java..",
            "javax.crypto..",
            "com.fasterxml.jackson..",
            "org.slf4j..",
            "org.jspecify..",
            name.equals("hook") ? "io.fabric8.kubernetes.api.." : "java.."
        };
        if (INNER.contains(name)) {
            classes()
                    .that()
                    .resideInAPackage(ROOT + "." + name + "..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(allowed)
                    .allowEmptyShould(true)
                    .check(PRODUCT);
        }
    }

    @Test
    void onlyAdaptersOpenSockets() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        INNER.stream().map(name -> ROOT + "." + name + "..").toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.net\\.(http\\..*|.*Socket.*|.*Connection)|java\\.nio\\.channels\\..*Socket.*")
                .check(PRODUCT);
    }

    @Test
    void everyPackageIsNullMarked() throws IOException {
        Set<String> packages =
                PRODUCT.stream().map(JavaClass::getPackageName).collect(Collectors.toCollection(TreeSet::new));
        assertThat(packages).allSatisfy(name -> {
            Class<?> described = Class.forName(name + ".package-info");
            assertThat(described.isAnnotationPresent(NullMarked.class)).as(name).isTrue();
        });
    }

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
                .check(PRODUCT);
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
    void onlyTheCommandLinePrints() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".cli..")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(PRODUCT);
    }

    @Test
    void nobodySleeps() {
        List.of(PRODUCT, TESTS)
                .forEach(all -> noClasses()
                        .should()
                        .callMethodWhere(new DescribedPredicate<>("it sleeps") {
                            @Override
                            public boolean test(JavaMethodCall call) {
                                boolean sleeper = call.getTargetOwner().isEquivalentTo(Thread.class)
                                        || call.getTargetOwner().isEquivalentTo(TimeUnit.class);
                                return sleeper && call.getName().equals("sleep");
                            }
                        })
                        .check(all));
    }

    @Test
    void filesAreShort() throws IOException {
        try (Stream<Path> sources = sources()) {
            assertThat(sources.filter(ArchitectureTest::isTooLong)).isEmpty();
        }
    }

    private static boolean isTooLong(Path file) {
        return !LONG_FILES.containsKey(file.getFileName().toString())
                && read(file).lines().count() > LONGEST_FILE;
    }

    @Test
    void publicTypesSayWhatTheyMean() throws IOException {
        Pattern declaration = Pattern.compile(
                "(?m)^public (?:(?:sealed|non-sealed|final|abstract|strictfp) )*(?:class|interface|record|enum|@interface) ");
        Pattern documented = Pattern.compile("(?s).*\\*/\\s*(?:@\\w[^\\n]*\\s+)*$");
        try (Stream<Path> sources = sources()) {
            assertThat(sources.filter(file -> {
                        String text = read(file);
                        var found = declaration.matcher(text);
                        return found.find()
                                && !documented
                                        .matcher(text.substring(0, found.start()))
                                        .matches();
                    }))
                    .isEmpty();
        }
    }

    private static String packageOf(JavaClass type) {
        String name = type.getPackageName();
        return name.length() <= ROOT.length()
                ? ""
                : name.substring(ROOT.length() + 1).split("\\.")[0];
    }

    private static Stream<Path> sources() throws IOException {
        return Files.walk(MAIN).filter(file -> file.toString().endsWith(".java"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
