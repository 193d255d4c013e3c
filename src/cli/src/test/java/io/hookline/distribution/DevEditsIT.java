package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How {@code hookline dev} follows what a user writes and deletes, and what it prints: each test is a project in the folder of one process. */
class DevEditsIT {

    @TempDir
    private static Path folder;

    private static DevProcess dev;

    @BeforeAll
    static void start() throws Exception {
        dev = new DevProcess(folder);
        dev.startEmpty();
    }

    @AfterEach
    void clear() throws Exception {
        dev.clear();
    }

    @AfterAll
    static void kill() {
        dev.close();
    }

    private static void write(String hook) throws Exception {
        dev.write("sync.py", hook);
        writeManifests();
    }

    private static void writeManifests() throws Exception {
        dev.write("crd.yaml", ProjectFiles.CRD);
        dev.write("controller.yaml", ProjectFiles.CONTROLLER);
        dev.write("sample.yaml", ProjectFiles.SAMPLE);
    }

    private static void install(String hook) throws Exception {
        write(hook);
        dev.awaitPrinted("created ConfigMap default/shop");
    }

    @Test
    void editsOfManifestsAreAppliedAndReported() throws Exception {
        install(ProjectFiles.HOOK);

        dev.write("sample.yaml", ProjectFiles.SAMPLE.replace("blue", "green"));
        dev.awaitPrinted("changed          WebApp default/shop  (sample.yaml:1)  spec.color: \"blue\" → \"green\"");
        dev.awaitPrinted("updated ConfigMap default/shop");
        dev.write("crd.yaml", ProjectFiles.CRD.replace("singular: webapp", "singular: webapp, shortNames: [wa]"));
        dev.awaitPrinted("changed          CRD webapps.example.com  (crd.yaml:1)  spec.names.shortNames: absent");
        dev.write("controller.yaml", ProjectFiles.CONTROLLER.replace("InPlace", "Recreate"));
        dev.awaitPrinted("changed          CompositeController webapp  (controller.yaml:1)");
    }

    @Test
    void anInvalidEditIsReportedWithItsLineAndTheLastValidVersionStays() throws Exception {
        install(ProjectFiles.HOOK);

        dev.write("sample.yaml", ProjectFiles.SAMPLE.replace("color: blue", "color: ["));
        dev.awaitPrinted("ERROR            sample.yaml:6: not YAML");
        dev.awaitPrinted("the last valid version stays");
        dev.write("sample.yaml", ProjectFiles.SAMPLE.replace("kind: WebApp", "kind: WebAp"));
        dev.awaitPrinted("ERROR            sample.yaml:1: no CRD defines kind WebAp in example.com/v1;"
                + " did you mean WebApp in example.com/v1?");
        dev.write("crd.yaml", ProjectFiles.CRD.replace("scope: Namespaced", "scope: Cluster"));
        dev.awaitPrinted("spec.scope: Invalid value: \"Cluster\": field is immutable; the last valid version stays");
        assertThat(dev.printed()).doesNotContain("deleted");
        dev.write("crd.yaml", ProjectFiles.CRD);
        dev.write("sample.yaml", ProjectFiles.SAMPLE.replace("blue", "red"));
        dev.awaitPrinted("spec.color: \"blue\" → \"red\"");
    }

    @Test
    void theObjectOfADeletedManifestIsDeletedAndCreatedAgainWithTheFile() throws Exception {
        install(ProjectFiles.HOOK);

        Files.delete(folder.resolve("sample.yaml"));
        dev.awaitPrinted("deleted          WebApp shop: it has no manifest any more");
        dev.write("sample.yaml", ProjectFiles.SAMPLE);
        dev.awaitPrinted("created          WebApp default/shop  (sample.yaml:1)");
    }

    @Test
    void mistakesAreNamedAfterAnEditOnceAndAgainWhenTheyComeBack() throws Exception {
        String mistake = "ERROR            controller.yaml:5: spec.generateSelecter: unknown field; did you mean"
                + " generateSelector?";
        install(ProjectFiles.HOOK);
        String second = ProjectFiles.CONTROLLER.replace("metadata: {name: webapp}", "metadata: {name: other}");

        dev.write("controller.yaml", ProjectFiles.CONTROLLER.replace("generateSelector", "generateSelecter"));
        dev.awaitPrinted(mistake);
        dev.write("second.yaml", second);
        dev.awaitPrinted("WARNING          second.yaml:6: CompositeController other and CompositeController webapp"
                + " (controller.yaml:1) have the same parents");
        dev.awaitPrinted("created          CompositeController other");
        assertThat(dev.printed()).containsOnlyOnce(mistake);

        dev.write("controller.yaml", ProjectFiles.CONTROLLER);
        dev.awaitPrinted("changed          CompositeController webapp  (controller.yaml:1)  spec.generateSelector");
        Files.delete(folder.resolve("second.yaml"));
        dev.awaitPrinted("deleted          CompositeController other");
        dev.write("controller.yaml", ProjectFiles.CONTROLLER.replace("InPlace", "Inplace"));
        dev.awaitPrinted("spec.childResources[0].updateStrategy.method: Unsupported value");
        dev.write("controller.yaml", ProjectFiles.CONTROLLER.replace("generateSelector", "generateSelecter"));
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> dev.printed().split(Pattern.quote(mistake), -1).length == 3);
    }

    @Test
    void aMisspeltFieldOfAnAnswerIsNamedAfterAnEditOfTheHook() throws Exception {
        install(ProjectFiles.HOOK);

        dev.write("sync.py", ProjectFiles.HOOK.replace("\"status\"", "\"statuss\""));

        dev.awaitPrinted("ERROR            the hook answers /webapp/sync with unknown field \"statuss\"; did you mean"
                + " \"status\"?");
    }

    @Test
    void aPathThatNoHookServesIsNamedAfterAnEdit() throws Exception {
        dev.write("hooks/webapp/sync.py", ProjectFiles.HOOK);
        writeManifests();
        dev.awaitPrinted("created ConfigMap default/shop");

        dev.write("controller.yaml", ProjectFiles.CONTROLLER.replace("/webapp/sync", "/webapp/finalize"));

        dev.awaitPrinted("ERROR            controller.yaml:10: CompositeController webapp: no hook is served at"
                + " /webapp/finalize; known are /webapp/sync");
    }

    @Test
    void twoControllersOfTheSameChildrenAreWarnedAbout() throws Exception {
        dev.write(
                "second.yaml", ProjectFiles.CONTROLLER.replace("metadata: {name: webapp}", "metadata: {name: other}"));
        write(ProjectFiles.HOOK);

        dev.awaitPrinted("has configmaps for the same webapps: each of the two deletes those of the other");
    }

    @Test
    void anEditedHookIsTheReasonOfTheNextSyncsAndItsControllerIsNotRestarted() throws Exception {
        // A function is called as it was loaded; an executable would be called as it is on disk, before the reload too.
        String hook = """
                def sync(request):
                    return {"status": {}, "children": []}
                """;
        write(hook);
        dev.awaitPrinted("status WebApp default/shop  observedGeneration: absent → 1  (parent added)");

        dev.write("sync.py", hook.replace("\"status\": {}", "\"status\": {\"ready\": True}"));

        dev.awaitPrinted("webapp           status WebApp default/shop  ready: absent → true");
        assertThat(dev.printed())
                .containsPattern("ready: absent → true  \\(.*hook changed") // and what changed just before
                .containsOnlyOnce("CompositeController started")
                .doesNotContain("CompositeController stopped");
    }

    @Test
    void aHookThatNeverSettlesIsAWarningAndItsWritesAreSlowedDown() throws Exception {
        write("""
                import time

                def sync(request):
                    config = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "shop"},
                              "data": {"t": str(time.time())}}
                    return {"status": {}, "children": [config]}
                """);
        dev.awaitPrinted("ConfigMap default/shop data.t changes with every sync; its writes are slowed down");
        assertThat(dev.printed()).containsPattern("WARN.* data\\.t changes with every sync");
        assertThat(dev.printed().split("updated ConfigMap default/shop")).hasSizeLessThan(15);
    }

    @Test
    void theDeletionOfAParentIsReportedFromItsBeginning() throws Exception {
        write(ProjectFiles.HOOK);
        dev.write(
                "controller.yaml",
                ProjectFiles.CONTROLLER + "    finalize: {webhook: {service: {name: hooks, namespace:"
                        + " hookline}, path: /webapp/finalize}}\n");
        dev.write("finalize.py", """
                #!/usr/bin/env python3
                import json
                print(json.dumps({"status": {}, "children": [], "finalized": True}))
                """);
        String finalizer = "metacontroller.io/compositecontroller-webapp";
        dev.awaitPrinted("updated WebApp default/shop  finalizer " + finalizer + " added  (parent added)");

        Files.delete(folder.resolve("sample.yaml"));

        dev.awaitPrinted("deleting WebApp default/shop  stays until its finalizers are removed: " + finalizer);
        dev.awaitPrinted("released WebApp default/shop  finalizer " + finalizer + " removed");
        dev.awaitPrinted("deleted WebApp default/shop  (its last finalizer was removed)");
    }

    @Test
    void whatAHookWritesBeginsWithItsName() throws Exception {
        install(ProjectFiles.HOOK + "print('one\\ntwo', file=sys.stderr)\n");

        dev.awaitPrinted("  webapp           | one\n");
        dev.awaitPrinted("  webapp           | two\n");
    }

    @Test
    void aFileIsNotColoured() throws Exception {
        install(ProjectFiles.HOOK);

        assertThat(dev.printed()).doesNotContain("\u001b");
    }
}
