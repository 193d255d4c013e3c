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

/** The client of Go: typed in protobuf, dynamic, cached, recording events and electing a leader. */
@RealControlPlane(optional = true)
@ParameterizedClass
@EnumSource(TestedServer.class)
class ClientGoIT {

    @Parameter
    private TestedServer tested;

    @TempDir
    private Path folder;

    @Test
    void everyStepOfTheGoClientSucceeds(ControlPlanes real) throws Exception {
        InstalledClient client = InstalledClient.of("go", "go/go.mod", "go/go.sum", "go/main.go");
        try (TestedServer.Access server = tested.start(real, folder, "go")) {
            assertThat(client.run(
                            server, folder, client.folder().resolve("client").toString()))
                    .containsExactly(
                            "the resources are discovered and mapped",
                            "an object is written, and errors have their reasons",
                            "built-in kinds are written in protobuf",
                            "patches of all types are applied",
                            "an apply owns its fields",
                            "a deployment is scaled without its type",
                            "lists are read in pages, and as metadata alone",
                            "a cached informer follows changes",
                            "a watch that is repeated goes on from its version",
                            "a custom kind is written and cached without its type",
                            "the recorder of events.k8s.io writes events and series",
                            "a leader is elected and hands over",
                            "a wrong token is unauthorized");
        }
    }
}
