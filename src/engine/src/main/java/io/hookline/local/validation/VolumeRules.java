package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.NameForms;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.schema.GoQuantities;
import io.hookline.object.FieldPath;
import io.hookline.object.JsonEquality;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Validates PersistentVolumes. Of the sources, those that clusters without plugins of vendors have. */
final class VolumeRules extends FieldChecks {

    private static final FieldPath SPEC = new FieldPath("spec");

    private static final List<String> ACCESS_MODES =
            List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");

    /** In the order in which a real server looks for them: all after the first are refused. */
    private static final List<String> SOURCES = List.of(
            "hostPath",
            "gcePersistentDisk",
            "awsElasticBlockStore",
            "glusterfs",
            "flocker",
            "nfs",
            "rbd",
            "quobyte",
            "cephfs",
            "iscsi",
            "cinder",
            "fc",
            "flexVolume",
            "azureFile",
            "vsphereVolume",
            "photonPersistentDisk",
            "portworxVolume",
            "azureDisk",
            "scaleIO",
            "local",
            "storageos",
            "csi");

    private static final List<String> PATH_TYPES = List.of(
            "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket");

    /** What sources must say that need the plugin of a vendor. */
    private static final Map<String, List<String>> REQUIRED = Map.ofEntries(
            Map.entry("gcePersistentDisk", List.of("pdName")),
            Map.entry("awsElasticBlockStore", List.of("volumeID")),
            Map.entry("iscsi", List.of("targetPortal", "iqn")),
            Map.entry("glusterfs", List.of("endpoints", "path")),
            Map.entry("rbd", List.of("monitors", "image")),
            Map.entry("cinder", List.of("volumeID")),
            Map.entry("cephfs", List.of("monitors")),
            Map.entry("quobyte", List.of("registry", "volume")),
            Map.entry("flexVolume", List.of("driver")),
            Map.entry("azureFile", List.of("secretName", "shareName")),
            Map.entry("azureDisk", List.of("diskName", "diskURI")),
            Map.entry("vsphereVolume", List.of("volumePath")),
            Map.entry("photonPersistentDisk", List.of("pdID")),
            Map.entry("portworxVolume", List.of("volumeID")),
            Map.entry("scaleIO", List.of("gateway", "system", "volumeName")),
            Map.entry("storageos", List.of("volumeName")));

    private VolumeRules() {}

    static List<FieldError> check(JsonNode volume) {
        VolumeRules rules = new VolumeRules();
        JsonNode spec = volume.path("spec");
        rules.errors.addAll(accessModes(spec.path("accessModes"), SPEC.field("accessModes")));
        rules.capacity(spec.path("capacity"));
        JsonNode policy = spec.path("persistentVolumeReclaimPolicy");
        rules.oneOf(SPEC.field("persistentVolumeReclaimPolicy"), policy, List.of("Delete", "Recycle", "Retain"));
        rules.nodeAffinity(spec.path("nodeAffinity"));
        rules.sources(spec);
        if (policy.asText().equals("Recycle")
                && spec.at("/hostPath/path").asText().matches("(/\\.?)+")) {
            rules.forbidden(
                    SPEC.field("persistentVolumeReclaimPolicy"), "may not be 'recycle' for a hostPath mount of '/'");
        }
        for (String name : List.of("storageClassName", "volumeAttributesClassName")) {
            if (!text(spec, name).isEmpty()) {
                rules.name(SPEC.field(name), NameForms.subdomain(text(spec, name)), spec.path(name));
            }
        }
        rules.oneOf(SPEC.field("volumeMode"), spec.path("volumeMode"), List.of("Block", "Filesystem"));
        if (spec.path("volumeAttributesClassName").isTextual()) {
            rules.has(spec, SPEC, "volumeAttributesClassName");
            if (!spec.path("csi").isObject()) {
                rules.required(SPEC.field("csi"), "has to be specified when using volumeAttributesClassName");
            }
        }
        return rules.errors;
    }

    /** The source stays, except for one Secret that may be added, and so does the mode. */
    static List<FieldError> changes(JsonNode volume, JsonNode before) {
        VolumeRules rules = new VolumeRules();
        JsonNode spec = volume.path("spec");
        JsonNode old = before.path("spec");
        boolean same = SOURCES.stream().allMatch(source -> {
            JsonNode now = spec.path(source);
            if (source.equals("csi") && now.isObject() && !old.path("csi").has("controllerExpandSecretRef")) {
                now = ((com.fasterxml.jackson.databind.node.ObjectNode) now.deepCopy())
                        .without("controllerExpandSecretRef");
            }
            return JsonEquality.semantic(now, old.path(source));
        });
        if (!same) {
            rules.forbidden(SPEC.field("persistentvolumesource"), "is immutable after creation");
        }
        if (old.path("nodeAffinity").isObject()
                && !JsonEquality.semantic(spec.path("nodeAffinity"), old.path("nodeAffinity"))) {
            rules.invalid(new FieldPath("nodeAffinity"), spec.path("nodeAffinity"), "field is immutable");
        }
        if (!text(spec, "volumeMode").equals(text(old, "volumeMode"))) {
            rules.invalid(new FieldPath("volumeMode"), spec.path("volumeMode"), "field is immutable");
        }
        if (old.path("volumeAttributesClassName").isTextual()
                && !spec.path("volumeAttributesClassName").isTextual()) {
            rules.forbidden(SPEC.field("volumeAttributesClassName"), "update from non-nil value to nil is forbidden");
        }
        return rules.errors;
    }

    static List<FieldError> accessModes(JsonNode modes, FieldPath place) {
        VolumeRules rules = new VolumeRules();
        if (modes.isEmpty()) {
            rules.required(place, "at least 1 access mode is required");
        }
        modes.forEach(mode -> rules.only(place, mode, ACCESS_MODES));
        List<String> supported = ObjectTrees.texts(modes).stream()
                .filter(ACCESS_MODES::contains)
                .distinct()
                .toList();
        if (supported.size() > 1 && supported.contains("ReadWriteOncePod")) {
            rules.forbidden(place, "may not use ReadWriteOncePod with other access modes");
        }
        return rules.errors;
    }

    private void capacity(JsonNode capacity) {
        FieldPath place = SPEC.field("capacity");
        if (capacity.isEmpty()) {
            required(place, "");
        }
        if (capacity.size() != 1 || !capacity.has("storage")) {
            errors.add(FieldError.unsupported(place, capacity, List.of("storage")));
        }
        for (Map.Entry<String, JsonNode> size : capacity.properties()) {
            if (GoQuantities.value(size.getValue().asText()).signum() <= 0) {
                invalid(place.field("[" + size.getKey() + "]"), size.getValue(), "must be greater than zero");
            }
        }
    }

    private void nodeAffinity(JsonNode affinity) {
        if (!affinity.isObject()) {
            return;
        }
        FieldPath place = SPEC.field("nodeAffinity").field("required");
        if (!affinity.path("required").isObject()) {
            required(place, "must specify required node constraints");
            return;
        }
        nodeSelector(place, affinity.path("required"));
    }

    /**
     * Checks a source that PersistentVolumes and Pods have in the same form. Of those that need the plugin of a vendor,
     * the fields that must be there.
     *
     * @param root the place of what has the source
     */
    static List<FieldError> shared(String name, JsonNode source, FieldPath root) {
        VolumeRules rules = new VolumeRules();
        FieldPath place = root.field(name.equals("gcePersistentDisk") ? "persistentDisk" : name);
        switch (name) {
            case "hostPath" -> {
                if (rules.path(place, source) && !PATH_TYPES.contains(text(source, "type"))) {
                    rules.errors.add(FieldError.unsupported(place.field("type"), source.path("type"), PATH_TYPES));
                }
            }
            case "nfs" -> {
                rules.has(source, place, "server");
                rules.has(source, place, "path");
                if (!text(source, "path").startsWith("/")) {
                    rules.invalid(place.field("path"), source.path("path"), "must be an absolute path");
                }
            }
            case "fc" -> {
                if (source.path("targetWWNs").isEmpty() && source.path("wwids").isEmpty()) {
                    rules.required(place.field("targetWWNs"), "must specify either targetWWNs or wwids, but not both");
                }
            }
            case "flocker" -> {
                if (text(source, "datasetName").isEmpty()
                        && text(source, "datasetUUID").isEmpty()) {
                    rules.required(place, "one of datasetName and datasetUUID is required");
                }
            }
            default -> {
                for (String field : REQUIRED.getOrDefault(name, List.of())) {
                    if (source.path(field).isEmpty() && text(source, field).isEmpty()) {
                        rules.required(place.field(field), "");
                    }
                }
            }
        }
        return rules.errors;
    }

    private void sources(JsonNode spec) {
        List<String> given =
                SOURCES.stream().filter(source -> spec.path(source).isObject()).toList();
        if (given.isEmpty()) {
            required(SPEC, "must specify a volume type");
            return;
        }
        for (String second : given.subList(1, given.size())) {
            forbidden(SPEC.field(second), "may not specify more than 1 volume type");
        }
        source(given.getFirst(), spec);
    }

    private void source(String name, JsonNode spec) {
        JsonNode source = spec.path(name);
        FieldPath place = SPEC.field(name);
        switch (name) {
            case "local" -> {
                path(place, source);
                if (!spec.path("nodeAffinity").isObject()) {
                    required(SPEC.field("nodeAffinity"), "Local volume requires node affinity");
                }
            }
            case "csi" -> csi(place, source);
            default -> errors.addAll(shared(name, source, SPEC));
        }
    }

    private boolean path(FieldPath place, JsonNode source) {
        boolean given = has(source, place, "path");
        noStepBack(place.field("path"), source.path("path"));
        return given;
    }

    /** Checks the name of the driver in a source. */
    static List<FieldError> driver(JsonNode csi, FieldPath place) {
        VolumeRules rules = new VolumeRules();
        if (rules.has(csi, place, "driver")) {
            String driver = text(csi, "driver");
            if (driver.length() > 63) {
                rules.errors.add(FieldError.tooLong(place.field("driver"), 63));
            }
            rules.name(place.field("driver"), NameForms.subdomain(driver.toLowerCase(Locale.ROOT)), csi.path("driver"));
        }
        return rules.errors;
    }

    private void csi(FieldPath place, JsonNode csi) {
        errors.addAll(driver(csi, place));
        has(csi, place, "volumeHandle");
        for (String secret : List.of(
                "controllerPublishSecretRef",
                "controllerExpandSecretRef",
                "nodePublishSecretRef",
                "nodeExpandSecretRef")) {
            JsonNode reference = csi.path(secret);
            FieldPath at = place.field(secret);
            if (reference.isObject() && has(reference, at, "name")) {
                name(at.field("name"), NameForms.subdomain(text(reference, "name")), reference.path("name"));
            }
            if (reference.isObject() && has(reference, at, "namespace")) {
                name(at.field("namespace"), NameForms.label(text(reference, "namespace")), reference.path("namespace"));
            }
        }
    }
}
