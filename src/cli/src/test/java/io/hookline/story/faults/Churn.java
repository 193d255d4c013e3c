package io.hookline.story.faults;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Creates, changes and deletes ConfigMaps of one namespace at random, in the same way for the same seed. */
final class Churn {

    private static final int MOST_NAMES = 150;

    private final Cluster cluster;
    private final ApiResource configMaps;
    private final String namespace;
    private final Random random;
    private final List<String> present = new ArrayList<>();
    private int created;

    Churn(Cluster cluster, String namespace, long seed) {
        this.cluster = cluster;
        this.configMaps = cluster.discover().find("v1", "configmaps").orElseThrow();
        this.namespace = namespace;
        this.random = new Random(seed);
    }

    ApiResource configMaps() {
        return configMaps;
    }

    /** So many changes, one after the other. */
    void run(int changes) {
        for (int i = 0; i < changes; i++) {
            int dice = random.nextInt(10);
            if (present.isEmpty() || dice < 4 && present.size() < MOST_NAMES) {
                create();
            } else if (dice < 7) {
                change(present.get(random.nextInt(present.size())));
            } else {
                delete(present.remove(random.nextInt(present.size())));
            }
        }
    }

    /** Names come back now and then, so that an object may be another one than before. */
    private void create() {
        String name = "churn-" + random.nextInt(MOST_NAMES);
        if (present.contains(name)) {
            change(name);
            return;
        }
        String text = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name
                + "\",\"namespace\":\"" + namespace + "\"},\"data\":{\"n\":\"" + created++ + "\"}}";
        cluster.create(configMaps, KubeObject.of(text), WriteOptions.PLAIN);
        present.add(name);
    }

    private void change(String name) {
        Patch patch = Patch.merge("{\"data\":{\"n\":\"" + random.nextInt() + "\"}}");
        cluster.patch(configMaps, new ObjectKey(namespace, name), patch, WriteOptions.PLAIN);
    }

    private void delete(String name) {
        cluster.delete(configMaps, new ObjectKey(namespace, name), DeleteOptions.BACKGROUND);
    }

    /** Deletes all that is left. */
    void end() {
        present.forEach(this::delete);
        present.clear();
    }
}
