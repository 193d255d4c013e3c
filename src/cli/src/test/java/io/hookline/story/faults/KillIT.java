package io.hookline.story.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.controlplane.AuditLog;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.GuardedProcess;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.distribution.Distribution;
import io.hookline.kube.KubeCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A watcher that is killed again and again in the middle of its work, and started again. */
@RealControlPlane
class KillIT {

    private static final int KILLS = 6;
    private static final int NEW_PARENTS = 10;

    private final Random random = new Random(23);
    private final Map<String, Wish> wishes = new TreeMap<>();

    @TempDir
    private Path folder;

    private ControlPlane plane;
    private String namespace;
    private KubeCluster admin;
    private Scene scene;
    private SceneHook hook;
    private ApiResource things;
    private ApiResource configMaps;

    /** What a parent asks for. */
    private record Wish(int count, String text) {}

    @BeforeEach
    void install(ControlPlane running, TestNamespace own) throws IOException {
        plane = running;
        namespace = own.name();
        admin = running.connect("faults");
        scene = new Scene(admin, "killed", namespace);
        things = scene.things();
        configMaps = scene.configMaps();
        hook = new SceneHook();
        scene.control(hook.url(), "InPlace");
    }

    @AfterEach
    void uninstall() {
        scene.close();
        hook.close();
        admin.close();
    }

    @Test
    void whoeverKillsItAllParentsGetTheirChildrenAndNoneTwice() {
        for (int kill = 0; kill < KILLS; kill++) {
            try (GuardedProcess watcher = start(kill)) {
                changeParents();
                int enough = hook.calls() + 1 + random.nextInt(wishes.size()); // each is asked about after a start
                await().until(() -> {
                    watcher.requireAlive();
                    return hook.calls() >= enough;
                });
            }
        }
        Instant last = Instant.now();
        try (GuardedProcess watcher = start(KILLS)) {
            await().untilAsserted(() -> {
                watcher.requireAlive();
                assertThat(children()).isEqualTo(wantedChildren());
                assertThat(scene.present(things)).allMatch(this::isSettled).hasSameSizeAs(wishes.keySet());
            });
        }
        System.out.printf(
                "killed %d times: all is well %d ms after the last start; %d hook calls, creations %s%n",
                KILLS, Duration.between(last, Instant.now()).toMillis(), hook.calls(), creations());
        assertNoneWasCreatedTwice();
    }

    private GuardedProcess start(int number) {
        return GuardedProcess.start(
                "watcher",
                folder.resolve("watcher-" + number + ".log"),
                List.of(
                        "env",
                        "HOOKLINE_JVM_OPTIONS=-XX:TieredStopAtLevel=1", // it does not live long enough for more
                        Distribution.HOOKLINE,
                        "watch",
                        "--kubeconfig=" + plane.kubeconfig(ControlPlane.ADMIN),
                        "--target-label-selector=" + scene.selector(),
                        "--metrics-address=0",
                        "--health-probe-bind-address=0"));
    }

    private void changeParents() {
        for (int i = 0; i < NEW_PARENTS; i++) {
            wish("thing-" + wishes.size());
            wish("thing-" + random.nextInt(wishes.size()));
        }
    }

    private void wish(String name) {
        Wish wish = new Wish(2 + random.nextInt(3), "text-" + random.nextInt(1000));
        wishes.put(name, wish);
        scene.put(things, name, wish.count(), wish.text());
    }

    private Map<String, String> wantedChildren() {
        Map<String, String> wanted = new TreeMap<>();
        wishes.forEach((name, wish) -> {
            for (int i = 0; i < wish.count(); i++) {
                wanted.put(name + "-" + i, wish.text());
            }
        });
        return wanted;
    }

    private Map<String, String> children() {
        Map<String, String> there = new TreeMap<>();
        for (KubeObject child : scene.present(configMaps)) {
            there.put(child.name(), child.tree().at("/data/text").asText());
        }
        return there;
    }

    private boolean isSettled(KubeObject thing) {
        Wish wish = wishes.get(thing.name());
        return wish != null
                && wish.text().equals(thing.tree().at("/status/text").asText())
                && thing.generation()
                        == thing.tree().at("/status/observedGeneration").asLong();
    }

    private List<AuditLog.Request> childRequests() {
        return plane.audit().requestsBelow("/api/v1/namespaces/" + namespace + "/configmaps");
    }

    /** How many creations were answered with which code. */
    private Map<Integer, Integer> creations() {
        Map<Integer, Integer> codes = new TreeMap<>();
        childRequests().stream()
                .filter(request -> request.verb().equals("create"))
                .forEach(request -> codes.merge(request.code(), 1, Integer::sum));
        return codes;
    }

    /**
     * A server may carry out what a client asked for that died before the answer, and put it on record as 504, or after what the next
     * client asked for. So deletions and creations of a name are counted, and not brought into an order.
     */
    private void assertNoneWasCreatedTwice() {
        Set<String> asked = new HashSet<>();
        Map<String, Integer> living = new TreeMap<>();
        for (AuditLog.Request request : childRequests()) {
            if (request.verb().equals("create")) {
                asked.add(request.name());
            }
            if (request.verb().equals("create") && request.code() == 201) {
                living.merge(request.name(), 1, Integer::sum);
            } else if (request.verb().equals("delete") && (request.code() == 200 || request.code() == 504)) {
                living.merge(request.name(), -1, Integer::sum);
            }
        }
        assertThat(living.entrySet()).as("created more often than deleted").allMatch(each -> each.getValue() <= 1);
        assertThat(asked)
                .as("the record has them all")
                .containsAll(wantedChildren().keySet());
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofMillis(20));
    }
}
