package io.hookline.cli.check.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.ApiResource;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.testing.scenario.file.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Mistakes in CRDs that an API server accepts. */
final class DefinitionChecks {

    /** A field of a path; what follows a filter, an index or a wildcard is not checked. */
    private static final Pattern FIELD = Pattern.compile("\\G\\.([\\w-]+)(?=[.\\[]|$)");

    private static final List<String> SCALE_PATHS =
            List.of("specReplicasPath", "statusReplicasPath", "labelSelectorPath");

    private DefinitionChecks() {}

    /** Paths of printer columns and of the scale subresource that the schema of the version does not have. */
    static Stream<Finding> unknownPaths(CheckedProject project) {
        return project.manifests()
                .filter(Manifest::isCrd)
                .flatMap(crd -> paths(crd).stream().flatMap(path -> unknown(project.api(), crd, path)));
    }

    private static Stream<Finding> unknown(ProjectApi api, Manifest crd, NamedPath path) {
        JsonNode spec = crd.object().tree().path("spec");
        String apiVersion = spec.path("group").asText() + "/" + path.version();
        return api.find(apiVersion, spec.at("/names/plural").asText()).stream()
                .flatMap(resource -> api.unknownFields(resource, tree(path.text())).stream()
                        .map(field -> Finding.warning(crd.at(path.place()), message(api, resource, path, field))));
    }

    private static String message(ProjectApi api, ApiResource resource, NamedPath path, String field) {
        return path.place() + ": the schema of " + resource.kind() + " in " + resource.apiVersion() + " has no field "
                + field + api.advice(resource, field);
    }

    /** A path in a version of a CRD. */
    private record NamedPath(String version, FieldPath place, String text) {}

    private static List<NamedPath> paths(Manifest crd) {
        List<NamedPath> paths = new ArrayList<>();
        JsonNode versions = crd.object().tree().at("/spec/versions");
        for (int i = 0; i < versions.size(); i++) {
            JsonNode version = versions.path(i);
            String name = version.path("name").asText();
            FieldPath place = new FieldPath("spec.versions").index(i);
            JsonNode columns = version.path("additionalPrinterColumns");
            for (int j = 0; j < columns.size(); j++) {
                FieldPath at = place.field("additionalPrinterColumns").index(j).field("jsonPath");
                paths.add(
                        new NamedPath(name, at, columns.path(j).path("jsonPath").asText()));
            }
            JsonNode scale = version.at("/subresources/scale");
            SCALE_PATHS.forEach(field -> paths.add(new NamedPath(
                    name,
                    place.then(new FieldPath("subresources.scale")).field(field),
                    scale.path(field).asText())));
        }
        return paths;
    }

    /** The smallest object that has the field of a path, as far as it is certain. */
    private static ObjectNode tree(String path) {
        ObjectNode root = Json.NODES.objectNode();
        ObjectNode inner = root;
        Matcher field = FIELD.matcher(path);
        while (field.find()) {
            inner = inner.putObject(field.group(1));
        }
        return root;
    }
}
