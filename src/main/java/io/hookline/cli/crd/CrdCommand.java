package io.hookline.cli.crd;

import ch.qos.logback.classic.Level;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Logging;
import io.hookline.hook.protocol.HookException;
import io.hookline.server.folder.CompiledSources;
import io.hookline.yaml.Yaml;
import io.hookline.yaml.YamlException;
import io.hookline.yaml.YamlWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hookline crd}: writes the CRD of a parent's record. */
@Command(
        name = "crd",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Write the CustomResourceDefinition of a Java record: the type of a hook's parent.",
            "The schema has the fields of the record. Descriptions are those of its Javadoc, limits and columns those of"
                    + " @CrdField. A primitive component is a required field.",
            "Names come from options, or else from @Group, @Version, @Kind, @Plural, @Singular and @ShortNames, or else"
                    + " from the CRD that --output replaces."
        },
        footer = {"", "Example: hookline crd hooks/webapp/WebApp.java --group example.com -o crd.yaml"})
public final class CrdCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "FILE",
            description = "The source of the record. The other sources and the libraries of its hook are used too.")
    private Path file = Path.of("");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Replace this file (default: print to standard output).")
    private @Nullable Path output;

    @Option(names = "--group", paramLabel = "NAME", description = "The API group, such as example.com.")
    private @Nullable String group;

    @Option(names = "--api-version", paramLabel = "NAME", description = "The version (default: v1).")
    private @Nullable String version;

    @Option(names = "--kind", paramLabel = "NAME", description = "The kind (default: the name of the record).")
    private @Nullable String kind;

    @Option(
            names = "--plural",
            paramLabel = "NAME",
            description = "The plural (default: the English plural of the kind).")
    private @Nullable String plural;

    @Option(names = "--short-name", paramLabel = "NAME", split = ",", description = "A short name for kubectl.")
    private List<String> shortNames = new ArrayList<>();

    @Option(names = "--cluster-scoped", description = "Objects have no namespace.")
    private @Nullable Boolean clusterScoped;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() {
        Logging.configure(Logging.Format.TEXT, Level.WARN);
        if (!file.toString().endsWith(".java") || !Files.isRegularFile(file)) {
            throw new CliErrors.CommandFailed("no Java source: " + file);
        }
        String yaml = YamlWriter.write(crd());
        if (output == null) {
            spec.commandLine().getOut().print(yaml);
            spec.commandLine().getOut().flush();
        } else {
            write(output, yaml);
        }
        return 0;
    }

    private JsonNode crd() {
        try {
            CompiledSources sources = CompiledSources.of(file);
            Class<?> type = load(sources);
            CrdNames.Given given = new CrdNames.Given(group, version, kind, plural, shortNames, clusterScoped);
            CrdNames names = CrdNames.of(type, given, existing());
            if (names.group().isEmpty()) {
                throw new CliErrors.UsageError("the group is not known; add --group example.com, or annotate "
                        + type.getSimpleName() + " with @Group");
            }
            return CrdManifest.of(type, names, Javadocs.read(sources.files()));
        } catch (HookException e) {
            throw new CliErrors.CommandFailed(String.valueOf(e.getMessage()));
        }
    }

    private Class<?> load(CompiledSources sources) {
        try {
            Class<?> type = sources.loader().loadClass(sources.type());
            if (!type.isRecord()) {
                throw new CliErrors.CommandFailed(file + ": " + type.getSimpleName() + " is not a record");
            }
            return type;
        } catch (ClassNotFoundException | LinkageError e) {
            throw new CliErrors.CommandFailed(file + ": there is no class " + sources.type() + " in it: " + e);
        }
    }

    /** The CRD that is written again, whose names stay. */
    private JsonNode existing() {
        if (output == null || !Files.isRegularFile(output)) {
            return MissingNode.getInstance();
        }
        try {
            JsonNode tree = Yaml.first(Files.readAllBytes(output)).tree();
            if (!tree.path("kind").asText().equals("CustomResourceDefinition")) {
                throw new CliErrors.CommandFailed(
                        output + " exists and has no CustomResourceDefinition; choose another file for --output");
            }
            return tree;
        } catch (IOException | YamlException e) {
            throw new CliErrors.CommandFailed("cannot read " + output + ": " + e.getMessage());
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new CliErrors.CommandFailed("cannot write " + file + ": " + e.getMessage());
        }
    }
}
