package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.informer.InformerOptions;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.queue.ManualClock;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is cached of a CRD. */
class DefinitionsTest {

    private static final int LARGE = 100_000;

    private final LocalWorld world = new LocalWorld();
    private final SharedInformerFactory informers = SharedInformerFactory.byHand(
            world.cluster, InformerOptions.DEFAULTS, new ManualClock(), new SplittableRandom(2));

    @AfterEach
    void close() {
        informers.close();
    }

    private Definitions watched() {
        Definitions definitions = new Definitions(world.cluster, informers, _ -> {});
        boolean moved = true;
        while (moved) {
            moved = informers.step();
        }
        return definitions;
    }

    private ApiResource large() {
        ObjectNode crd = LocalWorld.object(TestKinds.kind("large.example.com", "large", "Large"))
                .tree();
        ((ObjectNode) crd.get("metadata")).putObject("annotations").put("kubectl", "x".repeat(LARGE));
        ((ObjectNode) crd.at("/spec/versions/0/schema/openAPIV3Schema")).put("description", "y".repeat(LARGE));
        world.apply(KubeObject.of(crd).json());
        return world.cluster
                .discover()
                .find(GroupVersionKind.of("large.example.com/v1", "Large"))
                .orElseThrow();
    }

    @Test
    void aLargeDefinitionCostsLessThanAKilobyte() {
        ApiResource resource = large();
        Definitions definitions = watched();

        KubeObject cached = definitions
                .subscription()
                .store()
                .get(ObjectKey.clusterScoped(resource.groupResource()))
                .orElseThrow();

        assertThat(cached.size()).isLessThan(1_000);
        assertThat(cached.uid()).isNotEmpty();
        assertThat(cached.resourceVersion()).isNotEmpty();
        assertThat(cached.generation()).isEqualTo(1);
    }

    @Test
    void theCutDefinitionStillShowsHowItsKindIsServed() {
        ApiResource resource = large();
        Definitions definitions = watched();

        assertThat(definitions.served(resource)).hasValueSatisfying(served -> {
            assertThat(served.namespaced()).isEqualTo(resource.namespaced());
            assertThat(served.status()).isEqualTo(resource.hasStatus());
        });
        assertThat(definitions.watches(resource)).isTrue();
    }

    /** A controller may decorate CRDs: its hook must see all of them. */
    @Test
    void otherSubscribersStillGetWholeDefinitions() {
        large();
        watched();
        var whole = informers.subscribe(world.resource("customresourcedefinitions"), new NoHandler());
        boolean moved = true;
        while (moved) {
            moved = informers.step();
        }

        assertThat(whole.store().get(ObjectKey.clusterScoped("larges.large.example.com")))
                .hasValueSatisfying(crd -> assertThat(crd.size()).isGreaterThan(2 * LARGE));
    }

    private static final class NoHandler implements io.hookline.informer.ResourceEventHandler {
        @Override
        public void added(KubeObject object) {}

        @Override
        public void updated(KubeObject before, KubeObject now) {}

        @Override
        public void deleted(KubeObject last) {}
    }
}
