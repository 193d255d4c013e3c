import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A step of the build, which adds to the list of parts (CycloneDX) what a module has in its jar and Maven does not know.
 *
 * <p>Its arguments are the list, the name of the module, and a file with one component. Without a list it says so, and changes nothing.
 */
final class PartsList {

    private PartsList() {}

    public static void main(String[] args) throws IOException {
        Path list = Path.of(args[0]);
        if (!Files.exists(list)) {
            System.err.println("[WARNING] The distribution gets no list of its parts (" + list.getFileName()
                    + "), which Maven makes only with a network. An image and a release need it: run mvn package without -o.");
            return;
        }
        ObjectMapper json = new ObjectMapper();
        ObjectNode parts = (ObjectNode) json.readTree(list.toFile());
        ObjectNode part = (ObjectNode) json.readTree(Path.of(args[2]).toFile());
        String ref = part.path("bom-ref").textValue();
        parts.withArray("components").add(part);
        ArrayNode dependencies = parts.withArray("dependencies");
        for (JsonNode each : dependencies) {
            if (each.path("ref").textValue().startsWith("pkg:maven/io.hookline/" + args[1] + "@")) {
                ((ObjectNode) each).withArray("dependsOn").add(ref);
            }
        }
        dependencies.addObject().put("ref", ref).putArray("dependsOn");
        json.writerWithDefaultPrettyPrinter().writeValue(list.toFile(), parts);
    }
}
