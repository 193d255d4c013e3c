package io.hookline.server.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.effect.PodBinder;
import io.hookline.hook.effect.SideEffect;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookType;
import io.hookline.server.Bench;
import io.hookline.server.call.HookSettings;
import io.hookline.server.call.SideEffects;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SideEffectHookTest {

    private static final String SCHEDULER = """
            import io.fabric8.kubernetes.api.model.Pod;
            import io.hookline.hook.*;
            import io.hookline.hook.effect.*;

            final class SchedulerHook implements DecorateHook<Pod> {
                private final PodBinder binder;

                SchedulerHook(PodBinder binder) {
                    this.binder = binder;
                }

                public Decoration decorate(Sync<Pod> in) {
                    return Decoration.of().label("bound", String.valueOf(binder.bind(in.parent(), "node-1")));
                }
            }
            """;
    private static final byte[] REQUEST = """
            {"controller":{"kind":"DecoratorController","metadata":{"name":"scheduler"}},
             "object":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web","namespace":"default","uid":"1"}},
             "attachments":{},"related":{},"finalizing":false}
            """.getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path root;

    private Path scheduler() throws IOException {
        Path folder = Files.createDirectories(root.resolve("scheduler"));
        Files.writeString(folder.resolve("SchedulerHook.java"), SCHEDULER);
        return folder;
    }

    @Test
    void aHookThatTakesAClientIsRefusedByDefaultAndTheErrorNamesTheFlag() throws Exception {
        try (Bench bench = new Bench(HookSettings.DEFAULTS)) {
            assertThatThrownBy(() -> bench.loader.load(scheduler()))
                    .isInstanceOf(HookException.class)
                    .hasMessage(
                            "SchedulerHook: its constructor takes a PodBinder, to bind Pods to nodes, but the hook scheduler is"
                                    + " not allowed to change the cluster itself; allow it with --allow-side-effects scheduler");
        }
    }

    @Test
    void aHookThatIsNamedGetsTheClient() throws Exception {
        List<String> bound = new ArrayList<>();
        PodBinder binder = (pod, node) -> bound.add(pod.getMetadata().getName() + " to " + node);
        SideEffects allowed = (_, _) -> binder;
        HookSettings settings = HookSettings.DEFAULTS.withSideEffects(allowed.only(Set.of("scheduler")));
        try (Bench bench = new Bench(settings)) {
            HookProgram hook = bench.loader.load(scheduler());

            hook.call(HookType.SYNC, REQUEST);
        }
        assertThat(bound).containsExactly("web to node-1");
    }

    @Test
    void aHookThatIsNotNamedIsRefusedAlthoughAnotherOneIsAllowed() throws Exception {
        SideEffects allowed = SideEffects.NOT_SENT.only(Set.of("kubelet"));
        try (Bench bench = new Bench(HookSettings.DEFAULTS.withSideEffects(allowed))) {
            assertThatThrownBy(() -> bench.loader.load(scheduler()))
                    .hasMessageContaining("--allow-side-effects scheduler");
        }
    }

    @Test
    void theSideEffectsOfAHookAreKnownWithoutAnInstanceOfIt() throws Exception {
        assertThat(HookLoader.sideEffects(HookSource.of(scheduler()))).containsExactly(SideEffect.BIND_PODS);
    }
}
