package io.hookline.bench;

import io.hookline.bench.BareClient.Call;
import io.hookline.object.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Creates, changes and deletes the objects of scenarios, with the bare client. */
record Scenery(BareClient client, Load load) {

    /** The CRD of the parents of a group. */
    static final String BUNDLES = """
            {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
             "metadata":{"name":"bundles.%1$s"},
             "spec":{"group":"%1$s","scope":"Namespaced",
              "names":{"kind":"Bundle","listKind":"BundleList","plural":"bundles","singular":"bundle"},
              "versions":[{"name":"v1","served":true,"storage":true,"subresources":{"status":{}},
               "schema":{"openAPIV3Schema":{"type":"object","properties":{
                "spec":{"type":"object","properties":{"round":{"type":"integer"}}},
                "status":{"type":"object","properties":{
                 "round":{"type":"integer"},"observedGeneration":{"type":"integer"}}}}}}}]}}
            """;

    /** The controller with the URL of its hook. */
    static final String CONTROLLER = """
            {"apiVersion":"metacontroller.k8s.io/v1alpha1","kind":"CompositeController","metadata":{"name":"bench"},
             "spec":{"generateSelector":true,
              "parentResource":{"apiVersion":"bench.hookline.io/v1","resource":"bundles"},
              "childResources":[{"apiVersion":"v1","resource":"configmaps","updateStrategy":{"method":"InPlace"}}],
              "hooks":{"sync":{"webhook":{"url":"%s","timeout":"60s"}}}}}
            """;

    /** Creates CRDs and namespaces. */
    void install() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("manifests/crds"))) {
            for (Path file : files.filter(f -> f.toString().endsWith("s.yaml"))
                    .sorted()
                    .toList()) { // without kustomization.yaml
                client.send(new Call("POST", Places.CRDS, "application/yaml", Files.readAllBytes(file)));
            }
        }
        for (String group : List.of(Places.GROUP, Places.BARE_GROUP)) {
            client.send(post(Places.CRDS, BUNDLES.formatted(group)));
            client.send(post(
                    "/api/v1/namespaces",
                    "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"" + Places.namespace(group)
                            + "\"}}"));
        }
        Awaitility.await("all kinds are served").until(this::allServed);
    }

    private boolean allServed() {
        return Stream.of(Places.parents(Places.GROUP), Places.parents(Places.BARE_GROUP), Places.CONTROLLERS)
                .allMatch(this::isServed);
    }

    private boolean isServed(String path) {
        try {
            client.get(path);
            return true;
        } catch (IllegalStateException _) {
            return false;
        }
    }

    void createController(String hook) {
        client.send(post(Places.CONTROLLERS, CONTROLLER.formatted(hook)));
    }

    void deleteController() {
        client.send(Call.delete(Places.CONTROLLER));
    }

    /** Sets the resync period of all parents; empty for the default. */
    void resync(Optional<Duration> interval) {
        String seconds = interval.map(Duration::toSeconds).map(String::valueOf).orElse("null");
        String patch = "{\"spec\":{\"resyncPeriodSeconds\":" + seconds + "}}";
        client.send(Call.mergePatch(Places.CONTROLLER, patch.getBytes(StandardCharsets.UTF_8)));
    }

    void createParents(String group, int round) {
        client.all(load.parentNames().stream()
                .map(name -> List.of(Call.post(Places.parents(group), load.parent(group, name, round))))
                .toList());
    }

    void changeParents(int round) {
        client.all(load.parentNames().stream()
                .map(name -> List.of(changeOf(name, round)))
                .toList());
    }

    void changeParent(String name, int round) {
        client.send(changeOf(name, round));
    }

    private static Call changeOf(String name, int round) {
        return Call.mergePatch(Places.parents(Places.GROUP) + "/" + name, Load.newRound(round));
    }

    /** Deletes all parents and children of a group. */
    void clear(String group) {
        for (String collection : List.of(Places.parents(group), Places.configMaps(group))) {
            client.send(Call.delete(collection));
        }
    }

    /** The size of all children in the API server's list responses, in bytes. */
    long childBytes() {
        String next = "";
        long bytes = 0;
        do {
            byte[] page = client.get(Places.configMaps(Places.GROUP) + "?limit=500&continue=" + next);
            bytes += page.length;
            next = Json.parse(page).at("/metadata/continue").asText();
        } while (!next.isEmpty());
        return bytes;
    }

    /** The time that the bare client takes for the writes of a convergence, in seconds. */
    double bareSeconds() {
        createParents(Places.BARE_GROUP, 0);
        List<List<Call>> groups =
                load.parentNames().stream().map(this::writesOf).toList();
        long start = System.nanoTime();
        client.all(groups);
        double seconds = (System.nanoTime() - start) / 1e9;
        clear(Places.BARE_GROUP);
        return seconds;
    }

    private List<Call> writesOf(String parent) {
        Stream<Call> children = load.childNames(parent).stream()
                .map(child -> Call.post(Places.configMaps(Places.BARE_GROUP), load.written(child, 0)));
        Call status = Call.mergePatch(Places.parents(Places.BARE_GROUP) + "/" + parent + "/status", Load.status(0));
        return Stream.concat(children, Stream.of(status)).toList();
    }

    private static Call post(String path, String json) {
        return Call.post(path, json.getBytes(StandardCharsets.UTF_8));
    }
}
