package io.hookline.cli.init;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code hookline init} refuses, without writing anything. */
class InitErrorsTest {

    @TempDir
    private Path root;

    private final InitRun run = new InitRun();

    @Test
    void existingFilesAreListedAndNothingIsWritten() throws IOException {
        Files.createDirectories(root.resolve("webapp/hooks"));
        Files.writeString(root.resolve("webapp/README.md"), "mine");
        Files.writeString(root.resolve("webapp/sample.yaml"), "mine too");

        assertThat(run.init(root.resolve("webapp"))).isEqualTo(1);

        assertThat(run.err())
                .contains("these files exist in " + root.resolve("webapp"), "  README.md\n", "  sample.yaml\n")
                .contains("Nothing was written")
                .doesNotContain("  expect.yaml");
        try (Stream<Path> left = Files.walk(root.resolve("webapp"))) {
            assertThat(left.filter(Files::isRegularFile))
                    .extracting(file -> file.getFileName().toString())
                    .containsExactlyInAnyOrder("README.md", "sample.yaml");
        }
    }

    @Test
    void aFileInThePlaceOfTheFolderIsReported() throws IOException {
        Files.writeString(root.resolve("webapp"), "mine");

        assertThat(run.init(root.resolve("webapp"))).isEqualTo(1);
        assertThat(run.err()).contains("webapp is a file; choose another folder");
    }

    @Test
    void aFailedAttemptLeavesOnlyWhatWasThereBefore() throws IOException {
        Path folder = root.resolve("webapp");
        Files.createDirectories(folder.resolve("hooks"));
        Files.writeString(folder.resolve("deploy"), "a file, where a folder is needed late");

        assertThat(run.init(folder)).isEqualTo(1);

        assertThat(run.err()).contains(folder.resolve("deploy") + " exists, and is not a folder");
        try (Stream<Path> left = Files.walk(folder)) {
            assertThat(left).containsExactlyInAnyOrder(folder, folder.resolve("hooks"), folder.resolve("deploy"));
        }
        Files.delete(folder.resolve("deploy"));
        assertThat(run.init(folder)).as("another attempt: %s", run.err()).isZero();
    }

    @Test
    void theFoldersThatAFailedAttemptHasMadeAreRemovedToo() {
        Path folder = root.resolve("all/of/it");
        NewFiles files = new NewFiles(folder);
        files.write(List.of(new ProjectGenerator.GeneratedFile("a", "", "text")));

        assertThatThrownBy(() -> files.write(List.of(new ProjectGenerator.GeneratedFile("a/b", "", "text"))))
                .hasMessage(folder.resolve("a") + " exists, and is not a folder; choose another folder");
        files.remove();

        assertThat(root).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            webapp  | --kind webApp                    | --kind: expected upper camel case such as WebApp, was "webApp"
            webapp  | --kind Service                   | --kind: Service is a built-in kind of Kubernetes; choose another name, or add --decorator
            webapp  | --group example                  | --group: expected a domain in lower case with at least one dot, such as example.com, was "example"
            webapp  | --group Example.com              | --group: expected a domain in lower case
            webapp  | --group my.k8s.io                | --group: my.k8s.io is reserved for Kubernetes itself
            webapp  | --group k8s.io                   | --group: k8s.io is reserved for Kubernetes itself
            webapp  | --children deployments           | such as v1/services or apps/v1/deployments, was "deployments"; did you mean apps/v1/deployments?
            webapp  | --children Service               | was "Service"; did you mean v1/services?
            webapp  | --children apps/v1/deployment    | --children: no built-in resource deployment in apps/v1; did you mean apps/v1/deployments?
            webapp  | --children shop.io/v1/lamps      | no built-in resource lamps in shop.io/v1; for a resource of a CRD write its kind too: shop.io/v1/lamps:Lamp
            webapp  | --children shop.io/v1/lamps:lamp | --children: expected a kind such as WebApp after the colon, was "shop.io/v1/lamps:lamp"
            webapp  | --children v1/namespaces         | --children: namespaces (v1) are cluster-scoped, and a parent with a namespace cannot own them
            webapp  | --children v1/pods,a.io/v1/ps:Pod | --children: two of them have kind Pod; name one of them
            webapp  | --children a.io/v1/apps:Webapp   | --children: Webapp is the kind of the parents too
            webapp  | --children v1/secret             | no built-in resource secret in v1; did you mean v1/secrets? (A resource of a CRD needs its kind too: v1/secret:Secret)
            webapp  | --hook ruby                      | expected java, python, javascript, bash or go, was "ruby"
            webapp  | --decorator --kind Deploymnt     | --kind: no built-in kind Deploymnt; did you mean Deployment?
            webapp  | --decorator --kind Node          | --kind: init has no sample for kind Node
            webapp  | --decorator --group batch        | --kind: no built-in kind Deployment in group batch
            1webapp |                                  | the folder's name is also the name of the controller: expected up to 40 lower-case letters, digits and dashes, with a letter first and no dash last, was "1webapp"; choose another name with --name
            a-name-that-is-longer-than-a-finalizer-can-be | | expected up to 40 lower-case letters, digits and dashes, with a letter first and no dash last
            webapp  | --name 2048                      | --name: expected up to 40 lower-case letters, digits and dashes, with a letter first and no dash last, was "2048"
            webapp  | --name WebApp                    | --name: expected up to 40 lower-case letters
            webapp  | --name web-                      | --name: expected up to 40 lower-case letters
            """)
    void aNameThatIsNotValidIsReportedWithWhatWasExpected(String folder, String options, String message)
            throws IOException {
        assertThat(run.init(root.resolve(folder), options == null ? new String[0] : options.split(" ")))
                .isEqualTo(2);

        assertThat(run.err()).startsWith("hookline: ").contains(message);
        assertThat(root).isEmptyDirectory();
    }
}
