package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code hookline dev} prints about parents and hooks, and in which colours. */
class DevConsoleIT {

    @TempDir
    private Path folder;

    private DevProcess dev;

    @BeforeEach
    void prepare() throws Exception {
        dev = new DevProcess(folder);
        dev.write("crd.yaml", ProjectFiles.CRD);
        dev.write("controller.yaml", ProjectFiles.CONTROLLER);
        dev.write("sample.yaml", ProjectFiles.SAMPLE);
        dev.write("sync.py", ProjectFiles.HOOK);
    }

    @AfterEach
    void kill() {
        dev.close();
    }

    private void startReady() throws Exception {
        dev.start();
        dev.awaitPrinted("every sample has its children and first status");
    }

    @Test
    void anEditedHookIsTheReasonOfTheNextSyncsAndItsControllerIsNotRestarted() throws Exception {
        // A function is called as it was loaded; an executable would be called as it is on disk, before the reload too.
        String hook = """
                def sync(request):
                    return {"status": {}, "children": []}
                """;
        dev.write("sync.py", hook);
        startReady();
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
        dev.write("sync.py", """
                import time

                def sync(request):
                    config = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "shop"},
                              "data": {"t": str(time.time())}}
                    return {"status": {}, "children": [config]}
                """);
        dev.start();
        dev.awaitPrinted("ConfigMap default/shop data.t changes with every sync; its writes are slowed down");
        assertThat(dev.printed()).containsPattern("WARN.* data\\.t changes with every sync");
        assertThat(dev.printed().split("updated ConfigMap default/shop")).hasSizeLessThan(15);
    }

    @Test
    void theDeletionOfAParentIsReportedFromItsBeginning() throws Exception {
        dev.write(
                "controller.yaml",
                ProjectFiles.CONTROLLER + "    finalize: {webhook: {service: {name: hooks, namespace:"
                        + " hookline}, path: /webapp/finalize}}\n");
        dev.write("finalize.py", """
                #!/usr/bin/env python3
                import json
                print(json.dumps({"status": {}, "children": [], "finalized": True}))
                """);
        startReady();
        String finalizer = "metacontroller.io/compositecontroller-webapp";
        dev.awaitPrinted("updated WebApp default/shop  finalizer " + finalizer + " added  (parent added)");

        Files.delete(folder.resolve("sample.yaml"));

        dev.awaitPrinted("deleting WebApp default/shop  stays until its finalizers are removed: " + finalizer);
        dev.awaitPrinted("released WebApp default/shop  finalizer " + finalizer + " removed");
        dev.awaitPrinted("deleted WebApp default/shop  (its last finalizer was removed)");
    }

    @Test
    void whatAHookWritesBeginsWithItsName() throws Exception {
        dev.write("sync.py", ProjectFiles.HOOK + "print('one\\ntwo', file=sys.stderr)\n");
        startReady();

        dev.awaitPrinted("  webapp           | one\n");
        dev.awaitPrinted("  webapp           | two\n");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            '',              ,                true
            '',              NO_COLOR=1,      false
            '',              TERM=dumb,       false
            --color=never,   ,                false
            --color=always,  NO_COLOR=1,      true
            """)
    void aTerminalIsColoured(String flag, String variable, boolean coloured) throws Exception {
        dev.startOnTerminal(variable, flag.isEmpty() ? new String[0] : new String[] {flag});
        dev.awaitPrinted("every sample has its children and first status");

        assertThat(dev.printed().contains("\u001b[32mcreated\u001b[0m ConfigMap default/shop"))
                .isEqualTo(coloured);
        assertThat(dev.printed().contains("\u001b[32mready\u001b[0m          every sample"))
                .isEqualTo(coloured);
        assertThat(dev.printed().contains("\u001b")).isEqualTo(coloured);
    }

    @Test
    void aFileIsNotColoured() throws Exception {
        startReady();

        assertThat(dev.printed()).doesNotContain("\u001b");
    }
}
