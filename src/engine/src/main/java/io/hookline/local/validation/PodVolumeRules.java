package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.NameForms;
import io.hookline.local.schema.GoQuantities;
import io.hookline.object.FieldPath;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates the volumes of Pods and of Pod templates. */
final class PodVolumeRules extends FieldChecks {

    /** In the order in which a real server looks for them: all after the first are refused. */
    private static final List<String> SOURCES = List.of(
            "emptyDir",
            "hostPath",
            "gitRepo",
            "gcePersistentDisk",
            "awsElasticBlockStore",
            "secret",
            "nfs",
            "iscsi",
            "glusterfs",
            "flocker",
            "persistentVolumeClaim",
            "rbd",
            "cinder",
            "cephfs",
            "quobyte",
            "downwardAPI",
            "fc",
            "flexVolume",
            "configMap",
            "azureFile",
            "vsphereVolume",
            "photonPersistentDisk",
            "portworxVolume",
            "azureDisk",
            "storageos",
            "projected",
            "scaleIO",
            "csi",
            "ephemeral",
            "image");

    /** The names of the volumes without a problem. */
    final Set<String> mountable = new HashSet<>();

    private PodVolumeRules() {}

    static PodVolumeRules check(JsonNode volumes, FieldPath place) {
        PodVolumeRules rules = new PodVolumeRules();
        for (int i = 0; i < volumes.size(); i++) {
            int before = rules.errors.size();
            rules.volume(volumes.get(i), place.index(i));
            String name = text(volumes.get(i), "name");
            if (rules.mountable.contains(name)) {
                rules.errors.add(FieldError.duplicate(
                        place.index(i).field("name"), volumes.get(i).path("name")));
            }
            if (rules.errors.size() == before) {
                rules.mountable.add(name);
            }
        }
        return rules;
    }

    private void volume(JsonNode volume, FieldPath place) {
        if (has(volume, place, "name")) {
            name(place.field("name"), NameForms.label(text(volume, "name")), volume.path("name"));
        }
        List<String> given = SOURCES.stream()
                .filter(source -> volume.path(source).isObject())
                .toList();
        if (given.isEmpty()) {
            required(place, "must specify a volume type");
            return;
        }
        source(given.getFirst(), volume, place);
        for (String second : given.subList(1, given.size())) {
            // two paths of a real server are misspelt
            String path = second.equals("cephfs") ? "cephFS" : second.equals("downwardAPI") ? "downwarAPI" : second;
            forbidden(place.field(path), "may not specify more than 1 volume type");
        }
    }

    private void source(String name, JsonNode volume, FieldPath volumePlace) {
        JsonNode source = volume.path(name);
        FieldPath place = volumePlace.field(name);
        if (source.has("defaultMode")) {
            mode(place.field("defaultMode"), source.path("defaultMode"));
        }
        switch (name) {
            case "emptyDir" -> {
                if (source.has("sizeLimit")
                        && GoQuantities.value(text(source, "sizeLimit")).signum() < 0) {
                    forbidden(place.field("sizeLimit"), "SizeLimit field must be a valid resource quantity");
                }
            }
            case "gitRepo" -> {
                has(source, place, "repository");
                relative(place.field("directory"), source.path("directory"));
            }
            case "persistentVolumeClaim" -> has(source, place, "claimName");
            case "secret" -> files(source, place, "secretName");
            case "configMap" -> files(source, place, "name");
            case "downwardAPI" -> downward(source, place);
            case "projected" -> projected(source.path("sources"), place);
            case "csi" -> csi(source, place);
            case "ephemeral" -> {
                JsonNode template = source.path("volumeClaimTemplate");
                FieldPath at = place.field("volumeClaimTemplate");
                if (template.isObject()) {
                    for (String field : List.of("name", "namespace")) {
                        if (!text(template.path("metadata"), field).isEmpty()) {
                            forbidden(at.field("metadata").field(field), "cannot be set");
                        }
                    }
                    errors.addAll(StorageRules.claim(template.path("spec"), at.field("spec")));
                } else {
                    required(at, "");
                }
            }
            case "image" -> {
                if (volumePlace.path().startsWith("spec.volumes")) { // templates may leave it open
                    has(source, place, "reference");
                }
                oneOf(place.field("pullPolicy"), source.path("pullPolicy"), List.of("Always", "IfNotPresent", "Never"));
            }
            default -> errors.addAll(VolumeRules.shared(name, source, volumePlace));
        }
    }

    private void csi(JsonNode csi, FieldPath place) {
        errors.addAll(VolumeRules.driver(csi, place));
        JsonNode secret = csi.path("nodePublishSecretRef");
        if (secret.isObject() && has(secret, place.field("nodePublishSecretRef"), "name")) {
            name(place.field("name"), NameForms.subdomain(text(secret, "name")), secret.path("name"));
        }
    }

    private void projected(JsonNode sources, FieldPath place) {
        Set<String> paths = new HashSet<>();
        for (String kind : List.of("secret", "configMap", "downwardAPI")) {
            for (JsonNode source : sources) {
                for (JsonNode item : source.path(kind).path("items")) {
                    if (!text(item, "path").isEmpty() && !paths.add(text(item, "path"))) {
                        invalid(place, item.path("path"), "conflicting duplicate paths");
                    }
                }
            }
        }
        for (int i = 0; i < sources.size(); i++) {
            projection(sources.get(i), place, i);
        }
    }

    private void projection(JsonNode source, FieldPath projected, int index) {
        FieldPath place = projected.field("sources").index(index);
        files(source.path("secret"), place.field("secret"), "name");
        files(source.path("configMap"), place.field("configMap"), "name");
        downward(source.path("downwardAPI"), place.field("downwardAPI"));
        JsonNode token = source.path("serviceAccountToken");
        if (token.isObject()) {
            between(
                    place.field("serviceAccountToken").field("expirationSeconds"),
                    token.path("expirationSeconds"),
                    600,
                    1L << 32);
            if (has(token, projected, "path")) {
                relative(projected.field("path"), token.path("path"));
            }
        }
    }

    private void files(JsonNode source, FieldPath place, String name) {
        if (!source.isObject()) {
            return;
        }
        has(source, place, name);
        for (int i = 0; i < source.path("items").size(); i++) {
            has(source.path("items").get(i), place.field("items").index(i), "key");
            file(source.path("items").get(i), place.field("items").index(i));
        }
    }

    private void file(JsonNode item, FieldPath place) {
        has(item, place, "path");
        relative(place.field("path"), item.path("path"));
        if (item.has("mode")) {
            mode(place.field("mode"), item.path("mode"));
        }
    }

    private void downward(JsonNode source, FieldPath place) {
        for (JsonNode item : source.path("items")) {
            file(item, place);
            if (item.path("fieldRef").isObject()) {
                errors.addAll(ContainerRules.volumeField(item.path("fieldRef"), place.field("fieldRef")));
            } else if (!item.path("resourceFieldRef").isObject()) {
                required(place, "one of fieldRef and resourceFieldRef is required");
            }
        }
    }

    private void mode(FieldPath place, JsonNode mode) {
        between(place, mode, 0, 0_777);
    }

    /** Refuses also the names that the kubelet keeps for itself. */
    private void relative(FieldPath place, JsonNode path) {
        inside(place, path);
        if (path.asText().startsWith("..") && !path.asText().startsWith("../")) {
            invalid(place, path, "must not start with '..'");
        }
    }
}
