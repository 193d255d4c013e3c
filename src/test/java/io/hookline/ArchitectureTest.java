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
import java.nio.file.Path;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
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

/**
 * The rooms of the architecture, and the house rules that a machine can check. One class, since reading all classes is what takes time.
 *
 * <p>Classes that are public only because a room next door needs them are no API: no other room
 * may use them, unless it has an arrow here.
 */
class ArchitectureTest {

    /** One line for each room: the others that it uses. */
    private static final Map<String, Set<String>> MAY_USE = rooms("""
            apply: object spec
            cli: cli.check cli.crd cli.dev cli.init cli.plan cli.pods cli.rbac cli.terminal cli.warmup cli.watch cli.why cluster kube object process server server.call spec testing.scenario watcher.write web
            cli.check: cli.check.rule cli.dev cli.terminal hook.codec hook.protocol object process server server.call server.folder testing testing.embedded testing.scenario testing.scenario.file webhook
            cli.check.rule: cli.rbac cli.terminal cluster hook.codec hook.protocol local object server.folder spec testing testing.embedded testing.scenario testing.scenario.file watcher.rights
            cli.crd: cli.terminal hook hook.protocol object server.folder yaml
            cli.dev: apply cli.check.rule cli.dev.record cli.terminal cluster console hook.codec hook.protocol kube local local.http object process server server.call server.folder testing testing.embedded testing.scenario testing.scenario.environment testing.scenario.file watcher watcher.journal watcher.model web web.tls
            cli.dev.record: hook.codec hook.protocol object spec testing watcher.model
            cli.init: cli.rbac cli.terminal local.resource object server.worker spec yaml
            cli.plan: apply cli.dev.record cli.terminal cli.watch cluster hook.protocol http kube local.patch object process reconcile server server.call spec trace watcher watcher.model
            cli.pods: cli.terminal cluster informer kube object
            cli.rbac: cli.terminal cluster hook.effect hook.protocol kube local.resource object server.folder spec watcher watcher.model watcher.rights yaml
            cli.terminal: cluster hook.protocol kube.config object testing.scenario.file trace watcher web webhook
            cli.warmup: cli.dev cli.terminal cluster kube local local.http process server testing.embedded testing.scenario testing.scenario.environment watcher web web.tls
            cli.watch: cli.terminal cluster console election hook.protocol kube kube.config object process process.metrics server server.call testing.scenario watcher watcher.journal web
            cli.why: cli.dev cli.terminal kube.config
            cluster: object
            console: hook.protocol object watcher.journal watcher.model watcher.view web
            election: cluster object
            hook: hook.codec hook.protocol hook.template object
            hook.codec: hook.protocol object
            hook.effect:
            hook.protocol: object
            hook.template: hook.protocol object yaml
            http:
            informer: cluster object trace
            kube: cluster http kube.config object queue
            kube.config: cluster http object yaml
            local: cluster local.defaults local.delete local.fields local.machinery local.patch local.resource local.schema local.store local.validation object
            local.defaults: cluster local.machinery local.resource local.schema local.store object
            local.delete: cluster local.fields local.machinery local.resource local.store object
            local.discovery: local.resource object
            local.fields: cluster local.machinery local.resource local.schema object
            local.http: cluster local local.discovery local.machinery local.print local.protobuf local.resource local.schema object web web.tls yaml
            local.machinery: cluster object
            local.patch: cluster local.machinery local.resource local.schema object yaml
            local.print: local.resource object
            local.protobuf: local.machinery object
            local.resource: cluster local.machinery local.schema object
            local.schema: local.machinery object
            local.store: cluster local.machinery local.resource object
            local.validation: cluster local.machinery local.resource local.schema local.store object
            object:
            process: cluster hook hook.effect hook.protocol http informer object process.metrics reconcile server server.call server.compiled server.folder spec trace watcher watcher.journal watcher.model watcher.view web web.tls webhook webhook.credential
            process.metrics: cluster hook.protocol http informer kube object queue reconcile spec watcher.model webhook
            queue: trace
            reconcile: queue trace
            rollout: apply object spec
            server: hook.codec hook.protocol http object queue server.call server.compiled web web.tls
            server.call: hook.effect hook.protocol object
            server.compiled: hook hook.effect hook.protocol object server.call
            server.executable: hook.codec hook.protocol object server.call
            server.folder: hook hook.effect hook.protocol server server.call server.compiled server.executable server.worker
            server.worker: hook.codec hook.protocol object server.call server.compiled server.executable
            server.worker.jsonnet: object
            spec: object
            testing: hook.codec hook.protocol object testing.scenario.file
            testing.embedded: cluster hook hook.protocol local local.http object process server server.call testing testing.scenario testing.scenario.environment testing.scenario.file watcher web.tls
            testing.scenario: cluster object spec testing.scenario.environment testing.scenario.file testing.scenario.step
            testing.scenario.environment: cluster object testing.scenario.file yaml
            testing.scenario.file: object yaml
            testing.scenario.step: cluster object testing.scenario.environment testing.scenario.file
            trace: object
            watcher: apply cluster hook.protocol informer object queue reconcile spec trace watcher.children watcher.claim watcher.condition watcher.event watcher.hook watcher.journal watcher.model watcher.related watcher.revision watcher.state watcher.sync watcher.view watcher.write
            watcher.children: apply cluster hook.protocol informer object spec trace watcher.claim watcher.event watcher.model watcher.state watcher.write
            watcher.claim: cluster hook.protocol informer object queue spec trace watcher.model watcher.state watcher.write
            watcher.condition: cluster hook.protocol object spec watcher.event watcher.model
            watcher.event: cluster hook.protocol informer object queue trace
            watcher.hook: hook.codec hook.protocol object reconcile spec watcher.model
            watcher.journal: apply hook.protocol object reconcile spec trace watcher.model
            watcher.model: apply cluster hook.protocol informer object queue reconcile spec trace
            watcher.related: hook.protocol informer object queue reconcile trace watcher.hook watcher.model watcher.state
            watcher.revision: apply cluster hook.protocol informer object queue rollout spec trace watcher.children watcher.claim watcher.model watcher.state watcher.write
            watcher.rights: hook.protocol object spec
            watcher.state: apply hook.protocol informer object reconcile trace watcher.model
            watcher.sync: apply cluster hook.protocol informer object queue reconcile spec trace watcher.children watcher.claim watcher.event watcher.hook watcher.model watcher.related watcher.revision watcher.state watcher.write
            watcher.view: hook.protocol object watcher.model
            watcher.write: apply cluster hook.protocol object trace watcher.event watcher.model watcher.state
            web: web.tls
            web.tls: http
            webhook: cluster hook.codec hook.protocol http object spec trace webhook.credential
            webhook.credential: cluster http informer object spec
            yaml: object
            """);

    /** Layers 0 to 3: they know no socket, no server, no client library and no metrics library. */
    private static final Set<String> INNER =
            words("object queue trace yaml spec hook apply rollout cluster informer reconcile election watcher");

    private static Map<String, Set<String>> rooms(String table) {
        return table.lines()
                .map(line -> line.split(":"))
                .collect(Collectors.toMap(line -> line[0], line -> line.length == 1 ? Set.of() : words(line[1])));
    }

    private static Set<String> words(String text) {
        return Set.of(text.strip().split(" "));
    }

    static Collection<String> rooms() {
        return new TreeSet<>(MAY_USE.keySet());
    }

    static Collection<String> innerRooms() {
        return MAY_USE.keySet().stream()
                .filter(room -> INNER.contains(room.split("\\.")[0]))
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
        assertThat(Code.TESTS.size()).isGreaterThan(5);
        assertThat(innerRooms()).containsAll(INNER);
    }

    @Test
    void everyRoomHasItsLine() {
        Set<String> found = Code.PRODUCT.stream().map(Code::packageOf).collect(Collectors.toSet());

        assertThat(found).containsExactlyInAnyOrderElementsOf(MAY_USE.keySet());
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void aRoomUsesOnlyTheRoomsOfItsLine(String room) {
        classes()
                .that()
                .resideInAPackage(Code.ROOT + "." + room)
                .should()
                .onlyDependOnClassesThat(new DescribedPredicate<>("are foreign, its own, or of a room it may use") {
                    @Override
                    public boolean test(JavaClass used) {
                        return !isOurs(used)
                                || Code.packageOf(used).equals(room)
                                || MAY_USE.get(room).contains(Code.packageOf(used));
                    }
                })
                .check(Code.PRODUCT);
    }

    private static boolean isOurs(JavaClass type) {
        return type.getPackageName().startsWith(Code.ROOT + ".");
    }

    @Test
    void everyArrowIsUsed() {
        Map<String, Set<String>> used = new TreeMap<>();
        for (JavaClass type : Code.PRODUCT) {
            Set<String> others = used.computeIfAbsent(Code.packageOf(type), _ -> new TreeSet<>());
            type.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                    .filter(ArchitectureTest::isOurs)
                    .forEach(target -> others.add(Code.packageOf(target)));
        }

        assertThat(MAY_USE)
                .allSatisfy((room, others) ->
                        assertThat(used.get(room)).as("used by " + room).containsAll(others));
    }

    @Test
    void roomsHaveNoCycles() {
        slices().matching(Code.ROOT + ".(**)").should().beFreeOfCycles().check(Code.PRODUCT);
    }

    @Test
    void packagesBelowTheRootHaveNoCycles() {
        slices().matching(Code.ROOT + ".(*)..").should().beFreeOfCycles().check(Code.PRODUCT);
    }

    @ParameterizedTest
    @MethodSource("innerRooms")
    void theInsideKnowsNoServerAndNoClientLibrary(String room) {
        String[] allowed = {
            Code.ROOT + "..",
            "java..",
            "javax.crypto..",
            "com.fasterxml.jackson..",
            "org.slf4j..",
            "org.jspecify..",
            room.equals("hook") || room.equals("hook.effect") ? "io.fabric8.kubernetes.api.." : "java..",
            room.equals("yaml") ? "org.yaml.snakeyaml.." : "java.."
        };
        classes()
                .that()
                .resideInAPackage(Code.ROOT + "." + room)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed)
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
        List.of(Code.PRODUCT, Code.TESTS)
                .forEach(all -> noClasses()
                        .should()
                        .accessTargetWhere(new DescribedPredicate<JavaAccess<?>>("it sleeps") {
                            @Override
                            public boolean test(JavaAccess<?> access) {
                                JavaClass owner = access.getTargetOwner();
                                boolean sleeper =
                                        owner.isEquivalentTo(Thread.class) || owner.isEquivalentTo(TimeUnit.class);
                                return sleeper && access.getName().equals("sleep");
                            }
                        })
                        .check(all));
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
