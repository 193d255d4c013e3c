package io.hookline.testing;

import io.hookline.object.FileFailure;
import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.testing.scenario.file.ScenarioException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads Kubernetes objects from YAML, for tests: a file or text with one document or several. Values have the types
 * that kubectl reads.
 *
 * <pre>{@code
 * Sync<Bucket> in = Sync.of(Bucket.class, YamlObjects.one(Path.of("sample.yaml"))).build();
 * }</pre>
 */
public final class YamlObjects {

    private YamlObjects() {}

    /**
     * Reads all objects of a file.
     *
     * @throws ScenarioException with file and line of the first document that is not a Kubernetes object
     * @throws UncheckedIOException if the file cannot be read
     */
    public static List<KubeObject> read(Path file) {
        try {
            return objects(file.toString(), Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(FileFailure.at(file, e), e);
        }
    }

    /**
     * Reads the only object of a file.
     *
     * @throws ScenarioException if the file has several objects or none, or as {@link #read}
     * @throws UncheckedIOException if the file cannot be read
     */
    public static KubeObject one(Path file) {
        return only(file.toString(), read(file));
    }

    /**
     * Reads all objects of a YAML text.
     *
     * @throws ScenarioException with the line of the first document that is not a Kubernetes object
     */
    public static List<KubeObject> parse(String yaml) {
        return objects("text", yaml);
    }

    /**
     * Reads the only object of a YAML text.
     *
     * @throws ScenarioException if the text has several objects or none, or as {@link #parse}
     */
    public static KubeObject one(String yaml) {
        return only("text", parse(yaml));
    }

    private static List<KubeObject> objects(String name, String text) {
        return Manifest.parse(name, text).stream().map(Manifest::object).toList();
    }

    private static KubeObject only(String name, List<KubeObject> objects) {
        if (objects.size() != 1) {
            throw new ScenarioException(name + ": expected one object, found " + objects.size() + ": " + objects);
        }
        return objects.getFirst();
    }
}
