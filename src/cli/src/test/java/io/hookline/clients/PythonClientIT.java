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

/** The official client of Python, with its typed and its dynamic interface. */
@RealControlPlane(optional = true)
@ParameterizedClass
@EnumSource(TestedServer.class)
class PythonClientIT {

    @Parameter
    private TestedServer tested;

    @TempDir
    private Path folder;

    @Test
    void everyStepOfThePythonClientSucceeds(ControlPlanes real) throws Exception {
        InstalledClient client = InstalledClient.of("python", "python/requirements.txt");
        try (TestedServer.Access server = tested.start(real, folder, "python")) {
            assertThat(client.run(
                            server,
                            folder,
                            client.folder().resolve("bin/python").toString(),
                            InstalledClient.SOURCES.resolve("python/client.py").toString()))
                    .containsExactly(
                            "the version is read",
                            "groups and resources are discovered",
                            "an object is created and read",
                            "a name that is taken is a conflict",
                            "a name is generated",
                            "an invalid object is refused with causes",
                            "a dry run stores nothing",
                            "an object is replaced and a stale one is a conflict",
                            "a json patch is applied",
                            "a merge patch is applied",
                            "a strategic merge patch merges containers by name",
                            "an apply owns its fields",
                            "the scale of a deployment is read and written",
                            "a status is written apart from its object",
                            "lists are selected and read in pages",
                            "a watch delivers changes and goes on from a version",
                            "a watch ends after its time",
                            "a definition is served when it is established",
                            "custom objects are written patched and deleted",
                            "the dynamic client finds and changes objects of any kind",
                            "the dynamic client watches",
                            "objects are created from yaml",
                            "a pod is bound and evicted",
                            "events of both groups are one list",
                            "the rights of the user are reviewed",
                            "a wrong token is unauthorized",
                            "preconditions of deletions are checked",
                            "a finalizer delays a deletion",
                            "a collection is deleted",
                            "dependents are deleted with their owner");
        }
    }
}
