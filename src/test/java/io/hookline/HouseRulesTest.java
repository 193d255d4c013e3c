package io.hookline;

import static com.tngtech.archunit.lang.conditions.ArchConditions.haveRawType;
import static com.tngtech.archunit.lang.conditions.ArchConditions.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
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
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The house rules that a machine can check. */
class HouseRulesTest {

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
