package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.Json;
import io.hookline.server.Bench;
import io.hookline.server.call.HookSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The addresses of the service-lb example, in random orders of calls: several calls run at once, and each sees the Services as they were
 * some writes ago.
 */
class ServiceLbSharingTest {

    private static final int SERVICES = 6;
    private static final int ADDRESSES = 4;
    private static final int RUNS = 60;
    private static final int MOMENTS = 60;

    private final Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)));

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    void twoServicesNeverShareAnAddressAndAllAddressesAreInUseAtTheEnd() throws Exception {
        HookProgram hook = bench.loader.load(Path.of("hooks/service-lb"));
        for (int seed = 0; seed < RUNS; seed++) {
            Api api = new Api(hook, new Random(seed));
            for (int moment = 0; moment < MOMENTS; moment++) {
                api.act();
            }
            api.settle();

            assertThat(api.shown()).as("seed %d", seed).hasSize(Math.min(ADDRESSES, api.balancers()));
        }
    }

    /** The API server, the watcher's cache, which is some writes behind, and the calls that run. */
    private static final class Api {

        private final HookProgram hook;
        private final Random random;
        private final List<Map<String, ObjectNode>> history = new ArrayList<>();
        private final Map<String, JsonNode> running = new TreeMap<>();
        private int cached;

        Api(HookProgram hook, Random random) {
            this.hook = hook;
            this.random = random;
            Map<String, ObjectNode> services = new TreeMap<>();
            for (int i = 0; i < SERVICES; i++) {
                services.put("s" + i, service("s" + i));
            }
            history.add(services);
        }

        private ObjectNode service(String name) {
            ObjectNode service = Json.NODES.objectNode().put("apiVersion", "v1").put("kind", "Service");
            service.putObject("metadata")
                    .put("name", name)
                    .put("namespace", "default")
                    .put("uid", "u" + random.nextInt())
                    .put("creationTimestamp", "2026-01-01T00:00:0" + random.nextInt(3) + "Z")
                    .putObject("annotations")
                    .put("service-lb/pool", "198.51.100.0/30");
            service.putObject("spec").put("type", "LoadBalancer");
            service.putObject("status").putObject("loadBalancer");
            return service;
        }

        void act() throws Exception {
            String name = "s" + random.nextInt(SERVICES);
            switch (random.nextInt(10)) {
                case 0 -> toggle(name);
                case 1, 2, 3 -> cached += random.nextInt(history.size() - cached);
                case 4, 5, 6 -> begin(name);
                default -> end(name);
            }
        }

        /** A user changes the type. The API server then removes the address from the status. */
        private void toggle(String name) {
            ObjectNode service = history.getLast().get(name).deepCopy();
            boolean balancer = isBalancer(service);
            service.withObject("/spec").put("type", balancer ? "ClusterIP" : "LoadBalancer");
            service.withObject("/status").putObject("loadBalancer");
            store(name, service);
        }

        /** One call at a time for each Service, with what the cache has now. */
        private void begin(String name) throws Exception {
            if (running.containsKey(name)) {
                return;
            }
            ObjectNode request = Json.NODES.objectNode();
            request.putObject("controller")
                    .put("apiVersion", "metacontroller.k8s.io/v1alpha1")
                    .put("kind", "DecoratorController")
                    .putObject("metadata")
                    .put("name", "service-lb");
            request.set("object", history.get(cached).get(name));
            request.putObject("attachments");
            ObjectNode services = request.putObject("related").putObject("Service.v1");
            history.get(cached).forEach((key, service) -> services.set("default/" + key, service));
            request.put("finalizing", false);
            HookReply reply = hook.call(HookType.SYNC, request.toString().getBytes(StandardCharsets.UTF_8));
            assertThat(reply).isInstanceOf(HookReply.Answered.class);
            running.put(name, ((HookReply.Answered) reply).body().tree());
        }

        /** The answer is written: first the annotations, then the status. The API server refuses an address in the status of another type. */
        private void end(String name) {
            JsonNode answer = running.remove(name);
            if (answer == null) {
                return;
            }
            ObjectNode service = history.getLast().get(name).deepCopy();
            JsonNode request = answer.at("/annotations/service-lb~1address");
            ObjectNode annotations = service.withObject("/metadata/annotations");
            if (request.isTextual()) {
                annotations.set("service-lb/address", request);
            } else {
                annotations.remove("service-lb/address");
            }
            store(name, service);
            if (isBalancer(service)) {
                ObjectNode written = service.deepCopy();
                written.set("status", answer.path("status"));
                store(name, written);
            }
        }

        private void store(String name, ObjectNode service) {
            Map<String, ObjectNode> services = new TreeMap<>(history.getLast());
            services.put(name, service);
            history.add(services);
            assertThat(shown()).doesNotHaveDuplicates();
        }

        /** All calls end, and then each Service is called with the newest state until nothing changes. */
        void settle() throws Exception {
            for (String name : List.copyOf(running.keySet())) {
                end(name);
            }
            Map<String, ObjectNode> before = new HashMap<>();
            while (!before.equals(history.getLast())) {
                before = history.getLast();
                for (String name : before.keySet()) {
                    cached = history.size() - 1;
                    begin(name);
                    end(name);
                }
            }
        }

        List<String> shown() {
            return history.getLast().values().stream()
                    .map(service ->
                            service.at("/status/loadBalancer/ingress/0/ip").asText())
                    .filter(address -> !address.isEmpty())
                    .toList();
        }

        int balancers() {
            return (int)
                    history.getLast().values().stream().filter(Api::isBalancer).count();
        }

        private static boolean isBalancer(ObjectNode service) {
            return service.at("/spec/type").asText().equals("LoadBalancer");
        }
    }
}
