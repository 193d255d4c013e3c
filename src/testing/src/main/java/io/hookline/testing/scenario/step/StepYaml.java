package io.hookline.testing.scenario.step;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.testing.scenario.file.MappingReader;
import io.hookline.testing.scenario.file.ObjectRef;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * The YAML of a step.
 *
 * @param keyword the field that names the operation
 * @param files reads the objects of a file of the folder; fails if the file is missing
 */
public record StepYaml(String keyword, MappingReader fields, Function<String, List<Manifest>> files) {

    /** The object that the keyword names. */
    ObjectRef target() {
        return fields.target(keyword);
    }

    /** How long the check must keep holding; zero if absent. */
    Duration still() {
        return fields.duration("still", Duration.ZERO);
    }

    /** The objects in the value of the keyword, or in the file that it names. */
    List<Manifest> manifests() {
        JsonNode value = fields.need(keyword);
        if (value.isTextual()) {
            return fields.read(keyword, value.textValue(), files);
        }
        List<Manifest> objects = Manifest.from(fields.document(), value, fields.place(keyword));
        if (objects.isEmpty()) {
            throw fields.problem(keyword, "expected a file name, an object or a list of objects, was empty");
        }
        return objects;
    }
}
