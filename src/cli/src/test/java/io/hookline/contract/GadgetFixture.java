package io.hookline.contract;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;

/** A kind of our own, with a schema and a status. */
public abstract class GadgetFixture extends ClusterFixture {

    private static final String DEFINITION = """
            {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
            "metadata":{"name":"gadgets.contract.hookline.io"},
            "spec":{"group":"contract.hookline.io","scope":"Namespaced",
            "names":{"plural":"gadgets","singular":"gadget","kind":"Gadget","shortNames":["gdg"],"categories":["all"]},
            "versions":[{"name":"v1","served":true,"storage":true,"subresources":{"status":{}},
            "schema":{"openAPIV3Schema":{"type":"object","required":["spec"],"properties":{
            "spec":{"type":"object","required":["color"],"properties":{
            "color":{"type":"string","enum":["red","blue"]},
            "size":{"type":"integer","minimum":1,"default":3},
            "free":{"type":"object","x-kubernetes-preserve-unknown-fields":true},
            "parts":{"type":"array","items":{"type":"object","required":["name"],"properties":{
            "name":{"type":"string"},"count":{"type":"integer","default":1}}},
            "x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"]}}},
            "status":{"type":"object","properties":{"ready":{"type":"integer"}}}}}}}]}}
            """;

    @BeforeEach
    final void define() {
        try {
            create(definitions(), KubeObject.of(DEFINITION));
        } catch (ClusterException.AlreadyExists _) {
            return; // by the test before
        }
        Awaitility.await("the kind is served").atMost(Duration.ofSeconds(60)).until(this::isServed);
    }

    private boolean isServed() {
        Optional<ApiResource> gadgets = cluster().discover().find("contract.hookline.io/v1", "gadgets");
        try {
            gadgets.ifPresent(resource -> cluster()
                    .create(resource, gadget("probe", "{\"color\":\"red\"}"), new WriteOptions("", "", false, true)));
            return gadgets.isPresent();
        } catch (ClusterException.NotFound | ClusterException.BadRequest | ClusterException.TooManyRequests _) {
            return false; // known to discovery some moments before its objects are
        }
    }

    protected final ApiResource definitions() {
        return resource("apiextensions.k8s.io/v1", "customresourcedefinitions");
    }

    protected final ApiResource gadgets() {
        return resource("contract.hookline.io/v1", "gadgets");
    }

    protected final KubeObject gadget(String name, String spec) {
        return KubeObject.of("{\"apiVersion\":\"contract.hookline.io/v1\",\"kind\":\"Gadget\",\"metadata\":{\"name\":\""
                + name + "\",\"namespace\":\"" + namespace() + "\"},\"spec\":" + spec + "}");
    }

    /** Another kind, whose status is an ordinary field. It may take some moments until its objects are served. */
    protected final ApiResource kindWithoutStatus() {
        create(
                definitions(),
                KubeObject.of(DEFINITION
                        .replace("gadget", "plaingadget")
                        .replace("Gadget", "PlainGadget")
                        .replace("\"gdg\"", "\"plaingdg\"")
                        .replace("\"subresources\":{\"status\":{}},", "")));
        return Awaitility.await("the kind is known")
                .atMost(Duration.ofSeconds(60))
                .until(() -> cluster().discover().find("contract.hookline.io/v1", "plaingadgets"), Optional::isPresent)
                .orElseThrow();
    }

    protected final KubeObject plainGadget(String name) {
        return KubeObject.of(gadget(name, "{\"color\":\"red\"}").json().replace("\"Gadget\"", "\"PlainGadget\""));
    }

    /** More changes than a cluster in memory remembers. */
    protected final void outgrowTheLog(Cluster inMemory) {
        ApiResource gadgets = gadgets();
        create(gadgets, gadget("busy", "{\"color\":\"red\"}"));
        for (int i = 1; i <= 10_001; i++) {
            inMemory.patch(gadgets, key("busy"), Patch.merge("{\"spec\":{\"size\":" + i + "}}"), WriteOptions.PLAIN);
        }
    }
}
