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

/** An operator of KOPF with children, a daemon, a timer and a finalizer. */
@RealControlPlane(optional = true)
@ParameterizedClass
@EnumSource(TestedServer.class)
class KopfIT {

    @Parameter
    private TestedServer tested;

    @TempDir
    private Path folder;

    @Test
    void everyStepOfAKopfOperatorSucceeds(ControlPlanes real) throws Exception {
        InstalledClient client = InstalledClient.of("python", "python/requirements.txt");
        try (TestedServer.Access server = tested.start(real, folder, "kopf")) {
            assertThat(client.run(
                            server,
                            folder,
                            client.folder().resolve("bin/python").toString(),
                            InstalledClient.SOURCES
                                    .resolve("kopf/operator_steps.py")
                                    .toString()))
                    .containsExactly(
                            "the definition is served",
                            "an object that is older than the operator is resumed",
                            "the handler of a create makes children with their owner",
                            "the operator has its finalizer on the object",
                            "the state of the handlers is stored in an annotation",
                            "the daemon runs",
                            "the timer ticks",
                            "the handler of a field gets its change",
                            "a handler that fails for a time is repeated",
                            "the events of children arrive",
                            "the operator posts kubernetes events",
                            "a deletion waits for the handlers",
                            "the operator ends");
        }
    }
}
