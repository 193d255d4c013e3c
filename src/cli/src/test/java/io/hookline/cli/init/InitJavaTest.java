package io.hookline.cli.init;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.crd.CrdCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What {@code hookline init --hook java} writes besides what all projects have. */
class InitJavaTest {

    @TempDir
    private Path root;

    private final InitRun run = new InitRun();

    private void initSuccessfully(String folder, String... options) {
        assertThat(run.init(root.resolve(folder), options)).as(run.err()).isZero();
    }

    private String read(String path) throws IOException {
        return Files.readString(root.resolve(path));
    }

    private Set<String> files(String folder) throws IOException {
        try (Stream<Path> all = Files.walk(root.resolve(folder))) {
            return all.filter(Files::isRegularFile)
                    .map(file -> root.resolve(folder).relativize(file).toString())
                    .collect(Collectors.toSet());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "apps/v1/deployments,v1/services",
                "v1/services", // one field, with a default
                "v1/configmaps,batch/v1/cronjobs",
                "v1/serviceaccounts", // no field
                InitRun.ALL_KINDS
            })
    void theCrdOfAJavaProjectIsTheOneOfItsRecord(String children) throws IOException {
        initSuccessfully("web-app", "--children", children);
        Path crd = root.resolve("web-app/controller/crd.yaml");
        String before = Files.readString(crd);

        int exit = new CommandLine(new CrdCommand())
                .execute(
                        root.resolve("web-app/src/main/java/com/example/WebApp.java")
                                .toString(),
                        "--output=" + crd);

        assertThat(exit).isZero();
        assertThat(Files.readString(crd)).isEqualTo(before);
    }

    @Test
    void theReadmeOfAJavaProjectSaysHowToDeployLibraries() throws IOException {
        initSuccessfully("webapp");

        assertThat(read("webapp/README.md"))
                .contains(
                        "A hook with libraries needs an image",
                        "in `/hooks/webapp`, and the jars in `/hooks/webapp/lib`")
                .contains("remove `../src/main` from `deploy/kustomization.yaml`")
                .contains("`mount.yaml` from `deploy/hook-server/kustomization.yaml`");
        assertThat(read("webapp/deploy/kustomization.yaml")).contains("  - ../src/main\n");
        assertThat(read("webapp/deploy/hook-server/kustomization.yaml")).contains("  - path: mount.yaml\n");
    }

    @ParameterizedTest
    @CsvSource({"webapp, ''", "notes, --decorator"})
    void theTestOfAJavaProjectCompiles(String name, String option) throws IOException {
        initSuccessfully(name, option.isEmpty() ? new String[0] : new String[] {option});
        assertCompile(List.of(name));
    }

    /** Each class that the sources use, of all children, and some that no source imports. */
    @Test
    void aProjectForAKindWithTheNameOfAClassThatTheSourcesUseCompiles() throws IOException {
        initSuccessfully("all", "--kind=Whole", "--children", InitRun.ALL_KINDS);
        Set<String> kinds = new TreeSet<>(List.of(
                "Object",
                "String",
                "Integer",
                "Exception",
                "Override",
                "Record",
                "Spec",
                "Status",
                "Java",
                "Kind",
                "Metadata",
                "Conditions",
                "Child",
                "Run",
                "Main"));
        for (String file : files("all")) {
            if (file.endsWith(".java")) {
                Pattern.compile("import (?:static )?[\\w.]+\\.([A-Z]\\w+)(?:\\.\\w+)?;")
                        .matcher(read("all/" + file))
                        .results()
                        .map(match -> match.group(1))
                        .forEach(kinds::add);
            }
        }
        kinds.removeIf(kind ->
                run.init(root.resolve("probe-" + kind.toLowerCase(Locale.ROOT)), "--name=probe", "--kind", kind) == 2
                        && run.err().contains(kind + " is a built-in kind"));
        assertThat(kinds).contains("Group", "Version", "Test", "Path", "InstantSource", "DeploymentBuilder");

        List<String> projects = new ArrayList<>(List.of("all"));
        for (String kind : kinds) {
            String name = "for-" + kind.toLowerCase(Locale.ROOT);
            initSuccessfully(
                    name,
                    "--kind=" + kind,
                    "--group=" + name + ".example.com", // a package of its own
                    "--children=apps/v1/deployments,v1/services,v1/configmaps");
            projects.add(name);
            assertThat(read(name + "/controller/crd.yaml")).contains("kind: " + kind + "\n");
        }
        assertCompile(projects);
    }

    /** All at once, since reading the libraries is what takes time. */
    private void assertCompile(List<String> projects) throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("-proc:none", "-d", root.resolve("classes").toString()));
        for (String name : projects) {
            for (String file : files(name)) {
                if (file.endsWith(".java")) {
                    arguments.add(root.resolve(name).resolve(file).toString());
                }
            }
        }
        ByteArrayOutputStream errors = new ByteArrayOutputStream();

        int exit = ToolProvider.getSystemJavaCompiler().run(null, errors, errors, arguments.toArray(new String[0]));

        assertThat(exit).as(errors.toString(UTF_8)).isZero();
        assertThat(arguments).filteredOn(file -> file.endsWith("HookTest.java")).hasSameSizeAs(projects);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"maven-toolchains-plugin", "maven-resources-plugin", "maven-compiler-plugin", "exec-maven-plugin"
            })
    void thePomHasTheVersionsOfThisProject(String plugin) throws IOException {
        initSuccessfully("webapp");
        Pattern version = Pattern.compile("<artifactId>" + plugin + "</artifactId>\\s*<version>([^<]+)<");
        List<String> versions = new ArrayList<>();
        String ours = Files.readString(Path.of("pom.xml")) + Files.readString(Path.of("src/cli/pom.xml"));
        for (String pom : List.of(ours, read("webapp/pom.xml"))) {
            versions.add(
                    version.matcher(pom).results().findFirst().orElseThrow().group(1));
        }

        assertThat(versions.get(1)).isEqualTo(versions.get(0));
    }

    @Test
    void thePomHasTheTestLibrariesOfThisProject() throws IOException {
        initSuccessfully("webapp");
        String ours = Files.readString(Path.of("pom.xml"));

        assertThat(read("webapp/pom.xml"))
                .contains("<artifactId>junit-jupiter</artifactId>\n      <version>" + property(ours, "junit.version")
                        + "<")
                .contains("<artifactId>maven-surefire-plugin</artifactId>\n        <version>"
                        + property(ours, "surefire.version") + "<");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--kind=WebApp", "--decorator"})
    void thePomNamesNothingOfThisMachine(String option) throws IOException {
        initSuccessfully("webapp", option);

        assertThat(read("webapp/pom.xml"))
                .doesNotContain(
                        "file:",
                        "<repositor",
                        "${env",
                        Path.of("").toAbsolutePath().toString())
                .doesNotContain(System.getProperty("user.home"))
                .doesNotContainPattern(">/[^<]*<");
        assertThat(read("webapp/README.md")).contains("hookline sdk install");
    }

    private static String property(String pom, String name) {
        return pom.replaceAll("(?s).*<" + name + ">([^<]+)<.*", "$1");
    }

    @Test
    void aGroupWithWordsOfJavaBecomesAValidPackage() throws IOException {
        initSuccessfully("webapp", "--group", "new.4-you.example.com");

        assertThat(read("webapp/src/main/java/com/example/_4_you/new_/Webapp.java"))
                .startsWith("package com.example._4_you.new_;");
    }

    @Test
    void theReadmeOfAJavaProjectSaysThatMavenNeedsANetworkOnce() throws IOException {
        initSuccessfully("webapp");

        assertThat(read("webapp/README.md").replaceAll("\\s+", " "))
                .contains("Its first run downloads Maven's plugins", "only after that, `mvn -o test` works");
    }
}
