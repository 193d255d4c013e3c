package io.hookline.cli.check.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Discovery;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.NearestName;
import io.hookline.testing.embedded.ControllerKinds;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioRunner;
import io.hookline.testing.scenario.file.Manifest;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An API server in memory that has the CRDs and namespaces of a project, and knows what it thinks of the other objects.
 * It answers as the one that {@code kubectl apply} would meet.
 */
public final class ProjectApi {

    private static final WriteOptions TRY = new WriteOptions("", "hookline-check", false, true);
    private static final WriteOptions STORE = new WriteOptions("", "hookline-check", false, false);
    private static final WriteOptions TRY_STATUS = new WriteOptions("status", "hookline-check", false, true);
    private static final String ANY_NAMESPACE = "default";
    private static final GroupVersionKind NAMESPACE = new GroupVersionKind("", "v1", "Namespace");

    private final LocalCluster cluster = LocalCluster.create(InstantSource.system(), new Random(1));
    private final Map<Manifest, ClusterException> refused = new LinkedHashMap<>();
    private final Set<String> undecided = new HashSet<>();
    private final Discovery discovery;
    private final Discovery served;

    private ProjectApi(Collection<Scenario> examples, Collection<ApiResource> others) {
        ControllerKinds.manifests().forEach(this::store);
        for (Scenario example : examples) {
            storeNamespace(ScenarioRunner.home(example, "default"));
            example.everything().stream()
                    .filter(each -> each.isCrd() || each.object().gvk().equals(NAMESPACE))
                    .forEach(this::store);
        }
        examples.forEach(example ->
                example.writtenBySteps().stream().filter(Manifest::isCrd).forEach(this::storeIfAccepted));
        discovery = cluster.discover();
        served = new Discovery(
                Stream.concat(discovery.resources().stream(), others.stream())
                        .distinct()
                        .toList(),
                List.of());
    }

    /** Starts an API server for some examples. */
    public static ProjectApi of(Collection<Scenario> examples) {
        return of(examples, List.of());
    }

    /**
     * Starts an API server for some examples.
     *
     * @param others further resources that controllers and samples may name, such as those of a real cluster
     */
    public static ProjectApi of(Collection<Scenario> examples, Collection<ApiResource> others) {
        return new ProjectApi(examples, others);
    }

    private void storeNamespace(String name) {
        try {
            String json = "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"" + name + "\"}}";
            KubeObject namespace = KubeObject.of(json);
            cluster.create(cluster.discover().find(NAMESPACE).orElseThrow(), namespace, STORE);
        } catch (ClusterException.AlreadyExists _) {
            // it is one of every cluster, or of another example
        }
    }

    private void store(Manifest manifest) {
        try {
            ApiResource resource =
                    cluster.discover().find(manifest.object().gvk()).orElse(null);
            if (resource == null) {
                undecided.add(groupOf(manifest)); // a CRD in a removed version
                return;
            }
            cluster.create(resource, manifest.object(), STORE);
        } catch (ClusterException.AlreadyExists _) {
            // examples may share a CRD or a namespace
        } catch (ClusterException e) {
            refused.put(manifest, e);
            undecided.add(groupOf(manifest));
        }
    }

    /** A step may install a CRD, or show that it is refused. */
    private void storeIfAccepted(Manifest crd) {
        try {
            cluster.discover()
                    .find(crd.object().gvk())
                    .ifPresent(resource -> cluster.create(resource, crd.object(), STORE));
        } catch (ClusterException _) {
            // the scenario is there before, or expects the refusal
        }
    }

    private static String groupOf(Manifest crd) {
        return crd.object().tree().at("/spec/group").asText();
    }

    /** All resources that are served. */
    List<ApiResource> resources() {
        return served.resources();
    }

    /** Whether a CRD of the group was refused, or is of a removed version, so that its kinds are not known. */
    boolean isUndecided(String group) {
        return undecided.contains(group);
    }

    /** Whether the kinds of any group are not known. */
    boolean isAnyUndecided() {
        return !undecided.isEmpty();
    }

    /** The resource that a step of {@code expect.yaml} names; see {@link Discovery#named}. */
    Optional<ApiResource> named(String kind) {
        return served.named(kind);
    }

    Optional<ApiResource> find(ControllerManifest.Rule rule) {
        return find(rule.apiVersion(), rule.resource());
    }

    Optional<ApiResource> find(String apiVersion, String plural) {
        return served.find(apiVersion, plural);
    }

    /** Why the server refuses an object; empty if it does not, or does not know its kind. */
    Optional<ClusterException> refusal(Manifest manifest, String namespace) {
        Optional<ApiResource> resource = discovery.find(manifest.object().gvk());
        if (refused.containsKey(manifest) || resource.isEmpty()) {
            return Optional.ofNullable(refused.get(manifest));
        }
        return refusal(resource.get(), placed(manifest.object(), resource.get(), namespace));
    }

    private Optional<ClusterException> refusal(ApiResource resource, KubeObject object) {
        try {
            cluster.create(resource, object, TRY);
            return Optional.empty();
        } catch (ClusterException.AlreadyExists _) {
            return Optional.empty();
        } catch (ClusterException e) {
            return Optional.of(e);
        }
    }

    /** Why the server would not create a child, whatever its namespace; empty if it would, or does not know its kind. */
    Optional<ClusterException> refusal(ObjectNode child) {
        Optional<ApiResource> resource = resource(child);
        if (resource.isEmpty()) {
            return Optional.empty();
        }
        ObjectNode tree = child.deepCopy();
        if (tree.get("metadata") instanceof ObjectNode metadata) {
            metadata.remove("namespace");
            if (resource.get().namespaced()) {
                metadata.put("namespace", ANY_NAMESPACE); // it need not exist here
            }
        }
        return refusal(resource.get(), KubeObject.of(tree));
    }

    /** Why the server would refuse a status of a custom resource; empty if it would not, or cannot tell. */
    Optional<ClusterException> refusedStatus(KubeObject parent, JsonNode status) {
        ObjectNode tree = Json.NODES.objectNode();
        tree.put("apiVersion", parent.apiVersion()).put("kind", parent.kind());
        tree.set("spec", parent.fieldTree("spec"));
        ObjectNode metadata = tree.putObject("metadata").put("name", parent.name());
        Optional<ApiResource> resource = resource(tree).filter(ApiResource::hasStatus);
        if (resource.isEmpty()) {
            return Optional.empty();
        }
        if (resource.get().namespaced()) {
            metadata.put("namespace", ANY_NAMESPACE);
        }
        KubeObject stored;
        try {
            stored = cluster.create(resource.get(), KubeObject.of(tree), STORE);
        } catch (ClusterException _) {
            return Optional.empty(); // the parent of the fixture is not valid itself
        }
        try {
            ObjectNode written = stored.tree();
            written.set("status", status);
            cluster.update(resource.get(), KubeObject.of(written), TRY_STATUS);
            return Optional.empty();
        } catch (ClusterException e) {
            return Optional.of(e);
        } finally {
            cluster.delete(resource.get(), stored.key(), DeleteOptions.BACKGROUND);
        }
    }

    private Optional<ApiResource> resource(ObjectNode object) {
        return discovery.find(GroupVersionKind.of(
                object.path("apiVersion").asText(), object.path("kind").asText()));
    }

    /** The paths of the fields that the schema of an object's kind does not have. */
    List<String> unknownFields(ObjectNode object) {
        return resource(object)
                .map(resource -> unknownFields(resource, object.deepCopy()))
                .orElse(List.of());
    }

    /** The name that is probably meant by an unknown field of an object, in place of the last one in its path. */
    Optional<String> meant(ObjectNode object, String path) {
        return resource(object).flatMap(resource -> meant(resource, path));
    }

    private static KubeObject placed(KubeObject object, ApiResource resource, String namespace) {
        if (!object.namespace().isEmpty() || !resource.namespaced()) {
            return object;
        }
        ObjectNode tree = object.tree();
        ((ObjectNode) tree.path("metadata")).put("namespace", namespace);
        return KubeObject.of(tree);
    }

    /** The paths of the fields in a tree that the schema of a resource does not have. The tree may be changed. */
    List<String> unknownFields(ApiResource resource, ObjectNode tree) {
        return discovery.resources().contains(resource) ? cluster.unknownFields(resource, tree) : List.of();
    }

    /** The name that is probably meant by an unknown field of a resource, in place of the last one in its path. */
    Optional<String> meant(ApiResource resource, String path) {
        int dot = path.lastIndexOf('.');
        return NearestName.of(path.substring(dot + 1), knownFields(resource, dot < 0 ? "" : path.substring(0, dot)));
    }

    /** The same as the end of a message; empty if no name is near. */
    String advice(ApiResource resource, String path) {
        return meant(resource, path).map(name -> "; did you mean " + name + "?").orElse("");
    }

    /** What happens to a field that a schema does not have. */
    static String removed(String path, String kind) {
        return path + ": unknown field, which the API server removes: the schema of " + kind + " does not have it";
    }

    /** The fields that objects of a resource may have at a place; empty if any. */
    Set<String> knownFields(ApiResource resource, String place) {
        return discovery.resources().contains(resource) ? cluster.knownFields(resource, place) : Set.of();
    }
}
