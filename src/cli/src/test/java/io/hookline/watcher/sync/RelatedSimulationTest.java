package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.ObjectKey;
import io.hookline.queue.WorkQueue;
import io.hookline.testing.Tries;
import io.hookline.watcher.RelatedWorld;
import io.hookline.watcher.model.ParentKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Objects and namespaces are created, changed and deleted in any order, while caches lag and parents are synced in between.
 * In the end each parent was synced with the existing related objects.
 */
class RelatedSimulationTest {

    private static final List<String> NAMESPACES = List.of("n1", "n2", "n3");
    private static final List<String> RULES = List.of(
            "'labelSelector':{'matchLabels':{'l':'1'}}",
            "'namespace':'n1','labelSelector':{'matchLabels':{'l':'2'}}",
            "'namespace':'n2','names':['a','b']",
            "'names':['a']",
            "'namespaceSelector':{'matchLabels':{'l':'1'}},'labelSelector':{'matchLabels':{'l':'1'}}",
            "'namespaceSelector':{'matchExpressions':[{'key':'l','operator':'NotIn','values':['1']}]}");

    /** One run. */
    private static final class Run {
        final RelatedParts parts = new RelatedParts("v1", "serviceaccounts", RelatedWorld.hooks("v2", "v2"));
        final ApiResource configMaps = parts.resource(GroupVersionKind.of("v1", "ConfigMap"));
        final ApiResource namespaces = parts.resource(GroupVersionKind.of("v1", "Namespace"));
        final Map<String, List<String>> told = new HashMap<>();
        final Random random;

        Run(Random random) {
            this.random = random;
            NAMESPACES.forEach(name -> parts.namespace(name, "{}"));
            parts.hook = parent -> RelatedParts.rules("[{'apiVersion':'v1','resource':'configmaps',"
                    + RULES.get(parent.name().charAt(1) - '0') + "}]");
            for (int i = 0; i < RULES.size(); i++) {
                parts.create("{apiVersion: v1, kind: ServiceAccount, metadata: {namespace: default, name: p%d}}"
                        .formatted(i));
            }
        }

        void happen() throws InterruptedException {
            switch (random.nextInt(8)) {
                case 0, 1 -> create();
                case 2 -> label(configMaps, new ObjectKey(pick(NAMESPACES), pick(List.of("a", "b", "c"))));
                case 3 -> label(namespaces, ObjectKey.clusterScoped(pick(NAMESPACES)));
                case 4 -> delete();
                case 5 -> syncOne();
                default -> parts.informers.step();
            }
        }

        private void create() {
            try {
                parts.configMap(
                        pick(NAMESPACES) + "/" + pick(List.of("a", "b", "c")),
                        "{l: '" + pick(List.of("1", "2")) + "'}");
            } catch (ClusterException.AlreadyExists _) {
                // as good as any other happening
            }
        }

        private void label(ApiResource resource, ObjectKey key) {
            try {
                Patch patch = Patch.merge("{\"metadata\":{\"labels\":{\"l\":\"" + pick(List.of("1", "2")) + "\"}}}");
                parts.local.patch(resource, key, patch, WriteOptions.PLAIN);
            } catch (ClusterException.NotFound _) {
                // as good as any other happening
            }
        }

        private void delete() {
            try {
                ObjectKey key = new ObjectKey(pick(NAMESPACES), pick(List.of("a", "b", "c")));
                parts.local.delete(configMaps, key, DeleteOptions.BACKGROUND);
            } catch (ClusterException.NotFound _) {
                // as good as any other happening
            }
        }

        boolean syncOne() throws InterruptedException {
            Optional<WorkQueue.Taken<ParentKey>> taken = parts.queue.poll();
            if (taken.isPresent()) {
                String parent = taken.get().key().key().toString();
                if (parts.find(parent) instanceof RelatedObjects.Found.Objects(var groups)) {
                    told.put(parent, RelatedWorld.text(groups.getFirst()));
                }
                parts.queue.done(taken.get().key());
            }
            return taken.isPresent();
        }

        void end() throws InterruptedException {
            do {
                parts.settle();
                parts.clock.advance(Duration.ofSeconds(1)); // for keys that are paced
            } while (syncOne());
        }

        private <T> T pick(List<T> from) {
            return from.get(random.nextInt(from.size()));
        }
    }

    @Test
    void inTheEndEachParentKnowsWhatThereIs() {
        Tries.of(15, 22).forAllSeeds(seed -> {
            Random random = new Random(seed);
            Run run = new Run(random);
            try (RelatedParts parts = run.parts) {
                for (int i = 0; i < 300; i++) {
                    run.happen();
                }
                run.end();

                for (int i = 0; i < RULES.size(); i++) {
                    String parent = "default/p" + i;
                    assertThat(run.told).containsEntry(parent, parts.found(parent));
                }
            }
        });
    }
}
