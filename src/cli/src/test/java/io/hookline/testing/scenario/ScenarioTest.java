package io.hookline.testing.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioTest {

    private static final String STEPS = "steps: [{gone: Pod/a}]";

    @TempDir
    Path root;

    @Test
    void everyExampleOfTheProjectCanBeRead() {
        assertThat(Scenario.readAll(Path.of("examples")))
                .extracting(Scenario::name)
                .contains("developer", "hello", "hello-python", "mini-job", "thermostat");
    }

    @Test
    void everyExampleOfTheProjectHasAReadme() {
        assertThat(Scenario.readAll(Path.of("examples")))
                .allSatisfy(folder -> assertThat(Path.of("examples", folder.name(), "README.md"))
                        .exists());
    }

    @Test
    void theReadmeShowsAFileThatCanBeRead() throws IOException {
        String readme = Files.readString(Path.of("examples/README.md"));
        String shown = readme.substring(readme.indexOf("```yaml") + 7);

        ScenarioFile file =
                ScenarioFile.parse("README.md", shown.substring(0, shown.indexOf("```")), name -> List.of());

        assertThat(file.steps()).hasSize(4);
    }

    @Test
    void theReadmeListsEveryOperation() throws IOException {
        String readme = Files.readString(Path.of("examples/README.md"));
        String table = readme.substring(readme.indexOf("| step | what it does | options |"));

        assertThat(operations())
                .hasSizeGreaterThan(10)
                .allSatisfy(keyword -> assertThat(table).containsPattern("(?m)^\\| [^|]*`" + keyword + ": "));
    }

    /** The keywords of all operations, which the message about an unknown one lists. */
    private static List<String> operations() {
        Throwable unknown = catchThrowable(() ->
                ScenarioFile.parse("expect.yaml", "steps: [{name: an unknown step, wave: Pod/a}]", _ -> List.of()));
        assertThat(unknown).hasMessageContaining("expected one of ").hasMessageContaining("; found name, wave");
        String message = String.valueOf(unknown.getMessage());
        String list = message.substring(message.indexOf("expected one of ") + 16, message.indexOf("; found"));
        return List.of(list.split(", "));
    }

    @Test
    void namespacesAndCrdsComeBeforeWhatNeedsThem() throws IOException {
        write("crd.yaml", object("CustomResourceDefinition", "foos.example.com"));
        write("controller.yaml", object("CompositeController", "foo"));
        write("sample.yaml", object("Foo", "a") + "---\n" + object("Namespace", "shop") + "---\n");
        write("expect.yaml", STEPS);

        assertThat(Scenario.read(root).before())
                .extracting(manifest -> manifest.object().name())
                .containsExactly("shop", "foos.example.com", "foo", "a");
    }

    @Test
    void aFolderMayInstallLessThanItHas() throws IOException {
        write("crd.yaml", object("CustomResourceDefinition", "foos.example.com"));
        write("controller.yaml", object("CompositeController", "foo"));
        write("expect.yaml", "install: [crd.yaml]\n" + STEPS);

        Scenario folder = Scenario.read(root);

        assertThat(folder.before()).hasSize(1);
        assertThat(folder.everything()).hasSize(2);
    }

    @Test
    void aMissingFolderOrFileIsNamed() throws IOException {
        assertThatThrownBy(() -> Scenario.read(root.resolve("nowhere")))
                .hasMessageEndingWith("nowhere: no such folder");
        assertThatThrownBy(() -> Scenario.read(root)).hasMessageEndingWith("expect.yaml: no such file");
        write("expect.yaml", STEPS);
        assertThatThrownBy(() -> Scenario.read(root))
                .hasMessageEndingWith("crd.yaml: no such file; if the scenario does not need it, list the files"
                        + " to install in expect.yaml as install: [...]");
        write("expect.yaml", "install: [sample.yaml]\n" + STEPS);
        assertThatThrownBy(() -> Scenario.read(root))
                .hasMessageEndingWith(
                        "expect.yaml:1: install[0]: sample.yaml: no such file; write it, or remove it from install");
        Files.createDirectory(root.resolve("controller"));
        write("controller/controller.yaml", object("CompositeController", "foo"));
        write("expect.yaml", "install:\n- controller/controller.yaml\n- controller/controler.yaml\n" + STEPS);
        assertThatThrownBy(() -> Scenario.read(root))
                .hasMessageEndingWith("expect.yaml:3: install[1]: controller/controler.yaml: no such file; did you mean"
                        + " controller/controller.yaml?");
    }

    @Test
    void aManifestThatIsNotAKubernetesObjectIsReportedWithItsLine() throws IOException {
        write("expect.yaml", "install: [sample.yaml]\n" + STEPS);
        write("sample.yaml", object("Foo", "a") + "---\nkind: Foo\nmetadata: {name: b}\n");
        assertThatThrownBy(() -> Scenario.read(root))
                .hasMessageEndingWith("sample.yaml:5: apiVersion: expected a string, was missing");
        write("sample.yaml", "# nothing\n");
        assertThatThrownBy(() -> Scenario.read(root)).hasMessageEndingWith("sample.yaml: no object in it");
        write("sample.yaml", "a: [\n");
        assertThatThrownBy(() -> Scenario.read(root)).hasMessageContaining("sample.yaml:2: not YAML: ");
    }

    @Test
    void aStepCannotReachOutOfTheFolder() throws IOException {
        write("expect.yaml", "install: [../secret.yaml]\n" + STEPS);

        assertThatThrownBy(() -> Scenario.read(root)).hasMessageContaining("is outside of the scenario's folder");
    }

    @Test
    void aScenarioInstallsTheCrdsAndControllersOfOthersThatItNeeds() throws IOException {
        scenario("first", STEPS);
        scenario("second", "with: [first]\n" + STEPS);
        Path third = scenario("third", "with: [second, first]\n" + STEPS);

        Scenario folder = Scenario.read(third);

        assertThat(folder.before())
                .extracting(manifest -> manifest.object().name())
                .containsExactly(
                        "firsts.example.com",
                        "seconds.example.com",
                        "thirds.example.com",
                        "first",
                        "second",
                        "third",
                        "third-sample");
        assertThat(folder.everything()).hasSize(7);
        assertThat(Scenario.read(third.resolve(".")).everything()).hasSize(7); // `hookline dev .`
        assertThat(folder.alone()).isTrue();
        assertThat(Scenario.read(root.resolve("first")).alone()).isFalse();
    }

    @Test
    void aScenarioThatNeedsItselfOrAMissingOneIsRefused() throws IOException {
        Path first = scenario("first", "with: [second]\n" + STEPS);

        assertThatThrownBy(() -> Scenario.read(first))
                .hasMessageEndingWith(
                        "expect.yaml:1: with[0]: there is no folder second with an expect.yaml beside this one;"
                                + " correct the name, or remove it");
        scenario("second", "with: [first]\n" + STEPS);
        assertThatThrownBy(() -> Scenario.read(first))
                .hasMessageEndingWith(
                        "expect.yaml:1: with[0]: first needs this scenario itself; remove one of the two names");
        scenario("second", "with: [../../first]\n" + STEPS);
        assertThatThrownBy(() -> Scenario.read(first)).hasMessageContaining("there is no folder first with an");
    }

    private Path scenario(String name, String expect) throws IOException {
        Files.createDirectories(root.resolve(name));
        write(name + "/crd.yaml", object("CustomResourceDefinition", name + "s.example.com"));
        write(
                name + "/controller.yaml",
                object("DecoratorController", name).replace("example.com/v1", "metacontroller.k8s.io/v1alpha1"));
        write(name + "/sample.yaml", object("ConfigMap", name + "-sample"));
        write(name + "/expect.yaml", expect);
        return root.resolve(name);
    }

    private static String object(String kind, String name) {
        return "apiVersion: example.com/v1\nkind: " + kind + "\nmetadata: {name: " + name + "}\n";
    }

    private void write(String file, String text) throws IOException {
        Files.writeString(root.resolve(file), text);
    }
}
