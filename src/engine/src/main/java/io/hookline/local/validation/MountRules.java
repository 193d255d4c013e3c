package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.object.FieldPath;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates where a container has its volumes: at paths, or as devices. */
final class MountRules extends FieldChecks {

    private MountRules() {}

    /**
     * Checks the mounts and devices of a container.
     *
     * @param names the names of what can be mounted
     * @param volumes those of the Pod
     */
    static List<FieldError> check(JsonNode container, FieldPath place, Set<String> names, JsonNode volumes) {
        MountRules rules = new MountRules();
        boolean privileged = container.at("/securityContext/privileged").asBoolean();
        rules.mounts(container, place.field("volumeMounts"), names, privileged);
        rules.devices(container, place.field("volumeDevices"), names, volumes);
        return rules.errors;
    }

    private static Set<String> texts(JsonNode list, String field) {
        Set<String> texts = new HashSet<>();
        list.forEach(element -> texts.add(text(element, field)));
        return texts;
    }

    private void mounts(JsonNode container, FieldPath place, Set<String> names, boolean privileged) {
        JsonNode mounts = container.path("volumeMounts");
        Set<String> devices = texts(container.path("volumeDevices"), "name");
        Set<String> ofDevices = texts(container.path("volumeDevices"), "devicePath");
        Set<String> paths = new HashSet<>();
        for (int i = 0; i < mounts.size(); i++) {
            JsonNode mount = mounts.get(i);
            FieldPath at = place.index(i);
            has(mount, at, "name");
            if (!names.contains(text(mount, "name"))) {
                errors.add(FieldError.notFound(at.field("name"), mount.path("name")));
            }
            has(mount, at, "mountPath");
            if (!paths.add(text(mount, "mountPath"))) {
                invalid(at.field("mountPath"), mount.path("mountPath"), "must be unique");
            }
            if (devices.contains(text(mount, "name"))) {
                invalid(at.field("name"), mount.path("name"), "must not already exist in volumeDevices");
            }
            if (ofDevices.contains(text(mount, "mountPath"))) {
                invalid(at.field("mountPath"), mount.path("mountPath"), "must not already exist in volumeDevices");
            }
            if (!text(mount, "subPath").isEmpty() && !text(mount, "subPathExpr").isEmpty()) {
                invalid(
                        at.field("subPathExpr"),
                        mount.path("subPathExpr"),
                        "subPathExpr and subPath are mutually exclusive");
            }
            for (String field : List.of("subPath", "subPathExpr")) {
                inside(place.field(field), mount.path(field));
            }
            propagation(mount, place, privileged);
        }
    }

    /** The real server names no element here. */
    private void propagation(JsonNode mount, FieldPath place, boolean privileged) {
        JsonNode propagation = mount.path("mountPropagation");
        oneOf(place.field("mountPropagation"), propagation, List.of("Bidirectional", "HostToContainer", "None"));
        if (propagation.asText().equals("Bidirectional") && !privileged) {
            forbidden(place.field("mountPropagation"), "Bidirectional is available only to privileged containers");
        }
        FieldPath at = place.field("recursiveReadOnly");
        JsonNode recursive = mount.path("recursiveReadOnly");
        if (recursive.isTextual()) {
            only(at, recursive, List.of("Disabled", "Enabled", "IfPossible"));
            if (List.of("Enabled", "IfPossible").contains(recursive.asText())) {
                if (!mount.path("readOnly").asBoolean()) {
                    forbidden(at, "may only be specified when readOnly is true");
                }
                if (!List.of("", "None").contains(propagation.asText())) {
                    forbidden(at, "may only be specified when mountPropagation is None or not specified");
                }
            }
        }
    }

    private void devices(JsonNode container, FieldPath place, Set<String> names, JsonNode volumes) {
        JsonNode devices = container.path("volumeDevices");
        Set<String> mounted = texts(container.path("volumeMounts"), "name");
        Set<String> ofMounts = texts(container.path("volumeMounts"), "mountPath");
        Set<String> seen = new HashSet<>();
        Set<String> paths = new HashSet<>();
        for (int i = 0; i < devices.size(); i++) {
            JsonNode name = devices.get(i).path("name");
            JsonNode path = devices.get(i).path("devicePath");
            FieldPath at = place.index(i);
            has(devices.get(i), at, "name");
            if (!seen.add(name.asText())) {
                invalid(at.field("name"), name, "must be unique");
            }
            if (!names.contains(name.asText())) {
                errors.add(FieldError.notFound(at.field("name"), name));
            }
            for (JsonNode volume : volumes) {
                if (text(volume, "name").equals(name.asText())
                        && !volume.has("persistentVolumeClaim")
                        && !volume.has("ephemeral")) {
                    invalid(at.field("name"), name, "can only use PersistentVolumeClaim or Ephemeral for block mode");
                }
            }
            if (has(devices.get(i), at, "devicePath") && !paths.add(path.asText())) {
                invalid(at.field("devicePath"), path, "must be unique");
            }
            if (Arrays.asList(path.asText().split("/")).contains("..")) {
                invalid(at.field("devicePath"), path, "can not contain backsteps ('..')");
            }
            if (ofMounts.contains(path.asText())) {
                invalid(at.field("devicePath"), path, "must not already exist as a path in volumeMounts");
            }
            if (mounted.contains(name.asText())) {
                invalid(at.field("name"), name, "must not already exist in volumeMounts");
            }
        }
    }
}
