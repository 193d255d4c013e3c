package io.hookline.cli.crd;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.yaml.Yaml;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** {@code hookline crd} on sources in a folder. */
final class CrdRun {

    /** A record with one field of each kind of type. */
    static final String GARDEN = """
            import io.fabric8.kubernetes.api.model.Condition;
            import io.fabric8.kubernetes.api.model.Container;
            import io.fabric8.kubernetes.api.model.IntOrString;
            import io.fabric8.kubernetes.api.model.ObjectMeta;
            import io.fabric8.kubernetes.api.model.PodTemplateSpec;
            import io.fabric8.kubernetes.api.model.Quantity;
            import io.fabric8.kubernetes.api.model.ResourceRequirements;
            import io.fabric8.kubernetes.model.annotation.Group;
            import io.fabric8.kubernetes.model.annotation.ShortNames;
            import io.fabric8.kubernetes.model.annotation.Version;
            import io.hookline.hook.CrdField;
            import io.hookline.hook.Parent;
            import java.time.Instant;
            import java.util.List;
            import java.util.Map;
            import java.util.Optional;
            import java.util.Set;

            /** Plants that grow in {@code beds}. */
            @Group("crd.hookline.io")
            @Version("v1beta1")
            @ShortNames("gdn")
            record Garden(ObjectMeta metadata, Spec spec, Status status) implements Parent {

                /**
                 * The desired state.
                 *
                 * @param beds the number of beds
                 * @param owner who digs; see {@link Tool}
                 */
                record Spec(
                        @CrdField(minimum = 1, maximum = 9, column = "Beds") int beds,
                        @CrdField(defaultValue = "true") boolean open,
                        @CrdField(pattern = "[a-z]+", maxSize = 20) String owner,
                        @CrdField(required = true) Tool tool,
                        Optional<String> note,
                        Map<String, Integer> prices,
                        List<Plant> plants,
                        Set<String> tags,
                        Instant opens,
                        Quantity water,
                        IntOrString port,
                        ResourceRequirements resources,
                        List<Container> containers,
                        PodTemplateSpec template,
                        Object anything,
                        Double share,
                        Long total) {}

                /** What is used to dig. */
                enum Tool { SPADE, FORK }

                /** A plant. */
                record Plant(String name, int height, List<Plant> offspring) {}

                record Status(int planted, @CrdField(column = "Ready") List<Condition> conditions) {}
            }
            """;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Path folder;

    CrdRun(Path folder) {
        this.folder = folder;
    }

    Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    int run(Path file, String... options) {
        List<String> args = new ArrayList<>(List.of(file.toString()));
        args.addAll(List.of(options));
        return new CommandLine(new CrdCommand())
                .setExecutionExceptionHandler((e, commandLine, _) -> CliErrors.report(e, commandLine))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args.toArray(String[]::new));
    }

    JsonNode printed() {
        return Yaml.first(out.toString().getBytes(StandardCharsets.UTF_8)).tree();
    }

    String error() {
        return err.toString();
    }
}
