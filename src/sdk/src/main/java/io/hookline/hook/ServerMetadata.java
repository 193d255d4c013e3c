package io.hookline.hook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.object.AppliedState;
import io.hookline.object.GoJson;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnerReference;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The metadata that API server and watcher would add to the objects of a {@link SyncBuilder}. Nothing is random: an
 * object has the same uid in every test.
 *
 * @param controller the controller that calls the hook
 * @param now the time of the call
 */
record ServerMetadata(KubeObject controller, Instant now) {

    /** Label of the children if the controller has {@code generateSelector}: the uid of the parent. */
    static final String CONTROLLER_UID = "controller-uid";

    /** Annotation of an attachment: the name of its DecoratorController. */
    static final String DECORATOR_CONTROLLER = "metacontroller.k8s.io/decorator-controller";

    /** Prefixes of the finalizers of both kinds of controllers; the controller's name follows. */
    static final String COMPOSITE_FINALIZER = "metacontroller.io/compositecontroller-";

    static final String DECORATOR_FINALIZER = "metacontroller.io/decoratorcontroller-";

    private static final String DEFAULT_NAMESPACE = "default";

    /** Metadata that is not part of what a hook returns for a child. */
    private static final List<String> NOT_DESIRED = List.of(
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "selfLink",
            "managedFields",
            "finalizers",
            "ownerReferences");

    /** The built-in kinds without namespace that hooks use as related objects. */
    private static final Set<String> CLUSTER_SCOPED = Set.of(
            "/Namespace",
            "/Node",
            "/PersistentVolume",
            "apiextensions.k8s.io/CustomResourceDefinition",
            "admissionregistration.k8s.io/MutatingWebhookConfiguration",
            "admissionregistration.k8s.io/ValidatingWebhookConfiguration",
            "apiregistration.k8s.io/APIService",
            "networking.k8s.io/IngressClass",
            "node.k8s.io/RuntimeClass",
            "rbac.authorization.k8s.io/ClusterRole",
            "rbac.authorization.k8s.io/ClusterRoleBinding",
            "scheduling.k8s.io/PriorityClass",
            "storage.k8s.io/CSIDriver",
            "storage.k8s.io/CSINode",
            "storage.k8s.io/StorageClass",
            "storage.k8s.io/VolumeAttachment");

    /** Completes the parent. */
    KubeObject ofParent(ObjectNode tree, Object source, boolean finalizing, boolean deleted) {
        placeIn(DEFAULT_NAMESPACE, tree, source);
        identify(tree, created());
        ObjectNode metadata = tree.withObjectProperty("metadata");
        if (deleted && !metadata.has("deletionTimestamp")) {
            metadata.put("deletionTimestamp", now.toString());
        }
        if (finalizing && !metadata.has("finalizers")) {
            metadata.putArray("finalizers").add(finalizer());
        }
        return KubeObject.of(tree);
    }

    /** Completes a child or an attachment as if the watcher had created it from an earlier answer. */
    KubeObject ofChild(ObjectNode tree, Object source, KubeObject parent) {
        placeIn(parent.namespace(), tree, source);
        mark(tree, parent);
        identify(tree, created());
        ObjectNode metadata = tree.withObjectProperty("metadata");
        if (KubeObject.of(tree).controllerOwner().isEmpty()) {
            metadata.withArrayProperty("ownerReferences")
                    .add(OwnerReference.controlledBy(parent).toJson());
        }
        if (AppliedState.of(KubeObject.of(tree), parent.uid()).isEmpty()) {
            String desired = desired(tree);
            metadata.withObjectProperty("annotations").put(AppliedState.LAST_APPLIED, desired);
        }
        return KubeObject.of(tree);
    }

    /** Completes a related object. */
    KubeObject ofRelated(ObjectNode tree, Object source, KubeObject parent) {
        placeIn(parent.namespace(), tree, source);
        return KubeObject.of(identify(tree, created()));
    }

    private Instant created() {
        return now.isBefore(SyncBuilder.NOW) ? now : SyncBuilder.NOW;
    }

    private boolean byDecorator() {
        return controller.kind().equals(ControllerType.DECORATOR.kind());
    }

    private String finalizer() {
        return (byDecorator() ? DECORATOR_FINALIZER : COMPOSITE_FINALIZER) + controller.name();
    }

    /** Adds the labels and annotations by which the watcher finds its children. */
    private void mark(ObjectNode tree, KubeObject parent) {
        ObjectNode metadata = tree.withObjectProperty("metadata");
        if (byDecorator()) {
            metadata.withObjectProperty("annotations").put(DECORATOR_CONTROLLER, controller.name());
        } else if (controller.tree().at("/spec/generateSelector").asBoolean()
                && !metadata.path("labels").has(CONTROLLER_UID)) {
            metadata.withObjectProperty("labels").put(CONTROLLER_UID, parent.uid());
        }
    }

    private static void placeIn(String namespace, ObjectNode tree, Object source) {
        ObjectNode metadata = tree.withObjectProperty("metadata");
        JsonNode own = metadata.path("namespace");
        if (own.isTextual() && own.textValue().isEmpty()) {
            metadata.remove("namespace");
        } else if (!own.isTextual() && !namespace.isEmpty() && !isClusterScoped(tree, source)) {
            metadata.put("namespace", namespace);
        }
    }

    private static boolean isClusterScoped(ObjectNode tree, Object source) {
        KubeObject object = KubeObject.of(tree);
        return (source instanceof HasMetadata && !(source instanceof Namespaced))
                || CLUSTER_SCOPED.contains(object.gvk().group() + "/" + object.kind());
    }

    /** Adds what distinguishes an object from others and its versions from each other. */
    static ObjectNode identify(ObjectNode tree, Instant created) {
        KubeObject object = KubeObject.of(tree);
        String identity = object.gvk().group() + "/" + object.kind() + "/" + object.key();
        ObjectNode metadata = tree.withObjectProperty("metadata");
        putIfAbsent(
                metadata,
                "uid",
                UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8))
                        .toString());
        putIfAbsent(metadata, "resourceVersion", "1");
        putIfAbsent(metadata, "creationTimestamp", created.toString());
        if (!metadata.has("generation")) {
            metadata.put("generation", 1);
        }
        return tree;
    }

    private static void putIfAbsent(ObjectNode metadata, String field, String value) {
        if (!metadata.has(field)) {
            metadata.put(field, value);
        }
    }

    /** The child as the hook would have returned it. */
    private static String desired(ObjectNode tree) {
        ObjectNode desired = tree.deepCopy();
        desired.remove("status");
        desired.withObjectProperty("metadata").remove(NOT_DESIRED);
        return GoJson.text(desired);
    }
}
