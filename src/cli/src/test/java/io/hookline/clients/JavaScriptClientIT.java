package io.hookline.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.controlplane.ControlPlanes;
import io.hookline.controlplane.RealControlPlane;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The official client of JavaScript. */
@RealControlPlane(optional = true)
@ParameterizedClass
@EnumSource(TestedServer.class)
class JavaScriptClientIT {

    @Parameter
    private TestedServer tested;

    @TempDir
    private Path folder;

    @Test
    void everyStepOfTheJavaScriptClientSucceeds(ControlPlanes real) throws Exception {
        InstalledClient client = InstalledClient.of("javascript", "javascript/package-lock.json");
        // Node.js finds the packages of a program from standard input in its working directory.
        String node = "cd \"$0\" && exec node --input-type=module - \"$2\" <\"$1\"";
        String program =
                InstalledClient.SOURCES.resolve("javascript/client.mjs").toString();
        try (TestedServer.Access server = tested.start(real, folder, "js")) {
            assertThat(client.run(
                            server, folder, "sh", "-c", node, client.folder().toString(), program))
                    .containsExactly(
                            "the version and the groups are read",
                            "an object is created and read",
                            "an object is replaced and a stale one is a conflict",
                            "patches of all types are applied",
                            "a deployment is scaled",
                            "lists are selected and read in pages",
                            "a watch delivers changes",
                            "an informer keeps a cache",
                            "custom objects are served with their definition",
                            "an object of any kind is read, changed and deleted",
                            "an event is recorded",
                            "a lease is taken and renewed",
                            "a wrong token is unauthorized");
        }
    }
}
