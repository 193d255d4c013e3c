package io.hookline.contract;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;

/** A kind of our own with lists and maps of all types. */
public abstract class OwnedKindFixture extends OwnershipFixture {

    private static final String DEFINITION = """
            {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
            "metadata":{"name":"owneds.fields.example.com"},
            "spec":{"group":"fields.example.com","scope":"Namespaced",
            "names":{"plural":"owneds","singular":"owned","kind":"Owned"},
            "versions":[{"name":"v1","served":true,"storage":true,"subresources":{"status":{},
            "scale":{"specReplicasPath":".spec.replicas","statusReplicasPath":".status.replicas"}},
            "schema":{"openAPIV3Schema":{"type":"object","properties":{
            "spec":{"type":"object","properties":{
            "replicas":{"type":"integer"},
            "color":{"type":"string"},
            "tags":{"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"set"},
            "plain":{"type":"array","items":{"type":"string"}},
            "parts":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name","kind"],
            "items":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},
            "kind":{"type":"string","default":"main"},"size":{"type":"integer"},"note":{"type":"string"}}}},
            "labels":{"type":"object","additionalProperties":{"type":"string"}},
            "whole":{"type":"object","additionalProperties":{"type":"string"},"x-kubernetes-map-type":"atomic"},
            "free":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}},
            "status":{"type":"object","properties":{"phase":{"type":"string"},"replicas":{"type":"integer"}}}}}}}]}}
            """;

    @BeforeEach
    final void define() {
        try {
            create(resource("apiextensions.k8s.io/v1", "customresourcedefinitions"), KubeObject.of(DEFINITION));
        } catch (ClusterException.AlreadyExists _) {
            return; // by the test before
        }
        Awaitility.await("the kind is served").atMost(Duration.ofSeconds(60)).until(this::isServed);
    }

    private boolean isServed() {
        Optional<ApiResource> found = cluster().discover().find("fields.example.com/v1", "owneds");
        try {
            found.ifPresent(resource ->
                    cluster().create(resource, owned("probe", "'spec':{}"), new WriteOptions("", "", false, true)));
            return found.isPresent();
        } catch (ClusterException.NotFound | ClusterException.BadRequest | ClusterException.TooManyRequests _) {
            return false; // known to discovery some moments before its objects are
        }
    }

    protected static KubeObject definition() {
        return KubeObject.of(DEFINITION);
    }

    protected final ApiResource kind() {
        return resource("fields.example.com/v1", "owneds");
    }

    protected final KubeObject owned(String name, String fields) {
        return object("fields.example.com/v1", "Owned", name, fields);
    }
}
