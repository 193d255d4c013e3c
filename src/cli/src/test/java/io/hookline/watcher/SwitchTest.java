package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.DeleteOptions;
import io.hookline.object.KubeObject;
import io.hookline.spec.WellKnown;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cluster that Metacontroller managed until now is taken over without a single write, and could be given back. */
class SwitchTest {

    private final LocalWorld world = new LocalWorld();

    @ParameterizedTest
    @ValueSource(strings = {"composite", "decorator"})
    void takingOverWritesNothing(String fixture) {
        UpstreamState state = UpstreamState.create(world.cluster, fixture, "default");
        try (HandDrivenController controller = new HandDrivenController(world.cluster, state.controller())) {
            controller.answer = state.answer();
            controller.sync(state.key());
            controller.sync(state.key());

            assertThat(controller.cluster.requests()).isEmpty();
            assertThat(controller.calls.getFirst().children().all()).hasSameSizeAs(state.children());
            assertThat(controller.events()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"composite", "decorator"})
    void theServerFilledInWhatItFillsIn(String fixture) {
        UpstreamState state = UpstreamState.create(world.cluster, fixture, "default");
        assertThat(state.children())
                .filteredOn(child -> child.kind().equals("Service"))
                .singleElement()
                .satisfies(service -> assertThat(
                                service.tree().at("/spec/clusterIP").asText())
                        .isNotEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"composite", "decorator"})
    void whatIsCreatedHereIsWhatMetacontrollerWouldHaveCreated(String fixture) {
        UpstreamState state = UpstreamState.create(world.cluster, fixture, "default");
        for (KubeObject child : state.children()) {
            world.cluster.delete(
                    world.cluster.discover().find(child.gvk()).orElseThrow(), child.key(), DeleteOptions.BACKGROUND);
        }
        try (HandDrivenController controller = new HandDrivenController(world.cluster, state.controller())) {
            controller.answer = state.answer();
            controller.sync(state.key());
        }
        for (KubeObject before : state.children()) {
            KubeObject now = world.cluster.get(
                    world.cluster.discover().find(before.gvk()).orElseThrow(), before.key());
            assertThat(now.annotation(WellKnown.LAST_APPLIED))
                    .as("the text that takes part in upstream's comparison, of %s", before)
                    .isEqualTo(before.annotation(WellKnown.LAST_APPLIED));
            assertThat(now.controllerOwner()).isEqualTo(before.controllerOwner());
            assertThat(now.labels()).isEqualTo(before.labels());
            assertThat(now.annotations()).isEqualTo(before.annotations());
        }
    }
}
