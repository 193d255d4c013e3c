package io.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.local.http.LocalApiServer;
import io.hookline.testing.embedded.ControllerKinds;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.watcher.LocalWorld;
import io.hookline.watcher.TestKinds;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hookline plan --hooks}, for controllers that call the hooks of the folder or do not. */
class PlanHooksTest {

    private static final String SERVICE = "service: {name: hooks, namespace: hookline}, path: ";

    @TempDir
    private Path folder;

    private final LocalWorld world = new LocalWorld();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void aClusterWithAParent() throws IOException, InterruptedException {
        try (RealTime time = new RealTime()) {
            ControllerKinds.install(
                    new ScenarioEnvironment(world.cluster, _ -> 0, _ -> 0, InstantSource.system(), time));
        }
        world.apply(TestKinds.THING);
        world.apply(
                "{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: a, namespace: default}, spec: {}}");
        hook("cache");
    }

    private void hook(String name) throws IOException {
        Files.createDirectories(folder.resolve("hooks").resolve(name));
        Files.writeString(
                folder.resolve("hooks").resolve(name).resolve("sync.sh"),
                "#!/bin/sh\ncat > /dev/null\necho '{\"status\": {\"seen\": true}, \"children\": []}'\n");
        folder.resolve("hooks").resolve(name).resolve("sync.sh").toFile().setExecutable(true);
    }

    private void controller(String name, String webhook) {
        world.apply("""
                {apiVersion: metacontroller.k8s.io/v1alpha1, kind: CompositeController, metadata: {name: %s},
                 spec: {generateSelector: true, parentResource: {apiVersion: test.hookline.io/v1, resource: things},
                  hooks: {sync: {webhook: {%s}}}}}
                """.formatted(name, webhook));
    }

    private int plan(String... options) throws IOException {
        try (LocalApiServer server = LocalApiServer.start(world.cluster, 0)) {
            Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
            List<String> args = new ArrayList<>(List.of(
                    "plan", "--hooks=" + folder.resolve("hooks"), "--kubeconfig=" + kubeconfig, "--timeout=60s"));
            args.addAll(List.of(options));
            return run(args.toArray(String[]::new));
        }
    }

    private int run(String... args) {
        return Main.commandLine(args)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }

    @Test
    void controllersThatCallUrlsFailThePlanOfAFolder() throws IOException {
        controller("cache", "url: 'http://me:secret@127.0.0.1:9/sync?token=secret'");

        assertThat(plan()).isEqualTo(1);

        assertThat(out.toString()).isEmpty();
        assertThat(err.toString())
                .contains("no controller calls a hook of " + folder.resolve("hooks")
                        + ", which has cache: CompositeController cache calls http://127.0.0.1:9/sync\n"
                        + "The folder stands for the Services of hook servers; without --hooks all URLs are called.");
    }

    @Test
    void aControllerThatCallsAHookOfAnotherNameFailsItToo() throws IOException {
        controller("cache", SERVICE + "/caches/sync");

        assertThat(plan()).isEqualTo(1);

        assertThat(err.toString())
                .contains(", which has cache: CompositeController cache calls http://hooks.hookline:80/caches/sync\n");
    }

    @Test
    void aClusterWithoutControllersFailsItToo() throws IOException {
        assertThat(plan()).isEqualTo(1);

        assertThat(err.toString()).contains(", which has cache: there is no controller with a webhook\n");
    }

    /** A folder may have hooks of controllers that are not installed. */
    @Test
    void aControllerThatCallsAnotherHookBesideOthersIsWarnedOf() throws IOException {
        hook("site");
        controller("cache", "url: 'http://hooks.hookline/cache/sync'");
        controller("site", "url: 'http://127.0.0.1:9/site/sync'");

        assertThat(plan()).isEqualTo(1); // nobody answers at that port

        assertThat(err.toString())
                .contains("hookline: CompositeController site calls http://127.0.0.1:9/site/sync, which is no hook of "
                        + folder.resolve("hooks") + "\n");
        assertThat(out.toString())
                .startsWith("Thing default/a by cache\n  patch   Thing default/a (status)")
                .contains("""
                        cache: 1 parent: 1 would change; 1 status update; nothing was written
                        site: 1 parent: 1 failed; nothing was written
                        the plan is not complete: 1 sync failed (CompositeController site Thing default/a: \
                        """)
                .endsWith("connection refused)\n");
    }

    /** The fixture has the time that the hook got. */
    @Test
    void aHookThatUsesTheTimeReturnsTheSameForWhatIsRecorded() throws IOException {
        Files.writeString(
                folder.resolve("hooks/cache/sync.sh"),
                "#!/bin/sh\ncat > /dev/null\necho '{\"status\": {\"at\": \"'$HOOKLINE_NOW'\"}, \"children\": []}'\n");
        controller("cache", SERVICE + "/cache/sync");

        assertThat(plan("--record=" + folder.resolve("recorded"))).isEqualTo(3);
        assertThat(out.toString()).contains("at: absent → \"20", "recorded 1 call in ");

        assertThat(run("test-hook", "--hook=" + folder.resolve("hooks/cache"), folder.resolve("recorded/cache") + ""))
                .as("%s%s", out, err)
                .isZero();
    }

    /** All others are of the folder. */
    @Test
    void aControllerThatIsToCallAnotherUrlIsNotWarnedOf() throws IOException {
        controller("cache", SERVICE + "/cache/sync");
        controller("site", SERVICE + "/cache/sync");

        assertThat(plan("--hook=site=http://127.0.0.1:9/site")).isEqualTo(1); // nobody answers at that port

        assertThat(err.toString())
                .contains("hookline: sync failed: CompositeController site Thing default/a: ")
                .contains("http://127.0.0.1:9/site/sync")
                .doesNotContain("which is no hook of");
        assertThat(plan("--hook=site=http://127.0.0.1:9/s", "--hook=cache=http://127.0.0.1:9/c"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("no controller calls a hook of " + folder.resolve("hooks"));
    }

    @Test
    void controllersThatCallHooksOfTheFolderArePlannedWithThem() throws IOException {
        hook("site");
        controller("cache", SERVICE + "/cache/sync");

        assertThat(plan()).isEqualTo(3);

        assertThat(err.toString()).isEmpty();
        assertThat(out.toString())
                .startsWith("Thing default/a by cache\n  patch   Thing default/a (status)")
                .endsWith("\ncache: 1 parent: 1 would change; 1 status update; nothing was written\n");
    }
}
