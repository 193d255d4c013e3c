package io.hookline.story.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.docs.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What kubectl shows of the example foo, whose kind has no controller. */
class FooExampleIT {

    private static final String CRD =
            Path.of("examples/foo/crd.yaml").toAbsolutePath().toString();

    private static final String FOO = """
            apiVersion: example.com/v1
            kind: Foo
            metadata: {name: mine}
            spec: {color: green}
            """;

    @TempDir
    private Path folder;

    private KubectlWorld world;

    @BeforeEach
    void start() throws IOException {
        world = new KubectlWorld(folder);
    }

    @AfterEach
    void stop() {
        world.close();
    }

    /** The columns EVENT, NAME and COLOR. */
    private static List<String> lines(Path output) throws IOException {
        return Files.readString(output)
                .lines()
                .map(line -> KubectlWorld.squeeze(line).replaceFirst(" [^ ]+$", ""))
                .toList();
    }

    private static void await(Path output, String... lines) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(lines(output)).containsExactly(lines));
    }

    @Test
    void aWatchOfFoosShowsAddedModifiedAndDeleted() throws IOException {
        world.kubectl.ok("apply", "-f", CRD);
        world.kubectl.ok("wait", "--for=condition=Established", "crd/foos.example.com", "--timeout=20s");
        world.apply(FOO);
        Path output = folder.resolve("watch.txt");
        Process watch = world.kubectl.start(output, "get", "foos", "-w", "--output-watch-events");
        try {
            await(output, "EVENT NAME COLOR", "ADDED mine green");
            world.apply(FOO.replace("mine", "yours").replace("{color: green}", "{}"));
            await(output, "EVENT NAME COLOR", "ADDED mine green", "ADDED yours red");
            world.kubectl.ok("patch", "foo", "mine", "--type=merge", "-p", "{\"spec\":{\"color\":\"blue\"}}");
            world.kubectl.ok("delete", "foo", "yours");

            await(
                    output,
                    "EVENT NAME COLOR",
                    "ADDED mine green",
                    "ADDED yours red",
                    "MODIFIED mine blue",
                    "DELETED yours red");
            Figure.of("events that `kubectl get foos -w` prints for 2 creations, a change and a deletion", "events")
                    .atLeast(4)
                    .is(lines(output).size() - 1);
        } finally {
            watch.destroy();
        }
    }

    @Test
    void theNameOfTheSlideIsRefusedAndTheCorrectedOneIsTaken() throws IOException {
        String slide = Files.readString(Path.of(CRD)).replace("name: foos.example.com", "name: foo.example.com");

        assertThat(world.kubectl.fails("create", "-f", world.file(slide)))
                .contains("metadata.name", "must be spec.names.plural+\".\"+spec.group");
        assertThat(world.kubectl.ok("create", "-f", CRD)).contains("foos.example.com created");
    }
}
