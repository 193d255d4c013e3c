package io.hookline.cli.crd;

import ch.qos.logback.classic.Level;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.Pluralize;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Logging;
import io.hookline.hook.protocol.HookException;
import io.hookline.object.FileFailure;
import io.hookline.object.Json;
import io.hookline.server.folder.CompiledSources;
import io.hookline.yaml.Yaml;
import io.hookline.yaml.YamlException;
import io.hookline.yaml.YamlWriter;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
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
            throw new CliErrors.CommandFailed("cannot read " + output + ": " + FileFailure.reason(e));
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new CliErrors.CommandFailed("cannot write " + file + ": " + FileFailure.reason(e));
        }
    }

    /** Puts a CRD together. */
    private static final class CrdManifest {

        private CrdManifest() {}

        /**
         * Returns the CRD of a parent's record. It always has the status subresource, which a CompositeController
         * needs.
         *
         * @throws io.hookline.hook.protocol.HookException if a component has a type that no schema can describe
         */
        static ObjectNode of(Class<?> type, CrdNames names, Javadocs docs) {
            RecordSchema schemas = new RecordSchema(docs);
            ObjectNode schema = schemas.root(type);
            addStatus(schema, type, schemas);
            describe(schema, "spec", "The desired state, which users write.");
            describe(schema, "status", "The observed state, as the hook returned it.");
            ObjectNode crd = Json.NODES
                    .objectNode()
                    .put("apiVersion", "apiextensions.k8s.io/v1")
                    .put("kind", "CustomResourceDefinition");
            crd.putObject("metadata").put("name", names.resource());
            ObjectNode spec = crd.putObject("spec")
                    .put("group", names.group())
                    .put("scope", names.clusterScoped() ? "Cluster" : "Namespaced");
            spec.set("names", names.json());
            ObjectNode version = spec.putArray("versions")
                    .addObject()
                    .put("name", names.version())
                    .put("served", true)
                    .put("storage", true);
            version.putObject("subresources").putObject("status");
            addColumns(version, schemas.columns());
            version.putObject("schema").set("openAPIV3Schema", schema);
            return crd;
        }

        /** The status is the component {@code status}, or else the nested record {@code Status}, or else any object. */
        private static void addStatus(ObjectNode schema, Class<?> type, RecordSchema schemas) {
            ObjectNode properties = (ObjectNode) schema.path("properties");
            if (!properties.has("status")) {
                ObjectNode status = Stream.of(type.getDeclaredClasses())
                        .filter(nested ->
                                nested.isRecord() && nested.getSimpleName().equals("Status"))
                        .findFirst()
                        .map(schemas::status)
                        .orElseGet(RecordSchema::anyObject);
                properties.set("status", status);
            }
            if (properties.path("status").path("properties") instanceof ObjectNode fields
                    && !fields.has("observedGeneration")) {
                fields.putObject("observedGeneration")
                        .put("description", "The metadata.generation that this status describes. The watcher sets it.")
                        .put("type", "integer")
                        .put("format", "int64");
            }
        }

        /** Describes a field that has no Javadoc, since {@code kubectl explain} prints a gap otherwise. */
        private static void describe(ObjectNode schema, String field, String text) {
            if (schema.path("properties").path(field) instanceof ObjectNode property && !property.has("description")) {
                RecordSchema.describe(property, text);
            }
        }

        /** With columns of its own, a resource loses that of the age. */
        private static void addColumns(ObjectNode version, List<Column> columns) {
            if (!columns.isEmpty()) {
                ArrayNode list = version.putArray("additionalPrinterColumns");
                columns.forEach(column -> list.add(column.json()));
                list.add(new Column("Age", "date", ".metadata.creationTimestamp").json());
            }
        }
    }

    /**
     * The names of a custom resource: as given, or else by annotations, or else as in a CRD that exists.
     *
     * @param clusterScoped whether its objects have no namespace
     */
    record CrdNames(
            String group,
            String version,
            String kind,
            String plural,
            String singular,
            List<String> shortNames,
            boolean clusterScoped) {

        CrdNames {
            shortNames = List.copyOf(shortNames);
        }

        /**
         * The names that the user has given; null or empty for all others.
         *
         * @param clusterScoped null if no scope was given
         */
        record Given(
                @Nullable String group,
                @Nullable String version,
                @Nullable String kind,
                @Nullable String plural,
                List<String> shortNames,
                @Nullable Boolean clusterScoped) {}

        /**
         * Finds the names.
         *
         * @param existing the CRD that is written again; or else a missing node
         */
        static CrdNames of(Class<?> type, Given given, JsonNode existing) {
            JsonNode spec = existing.path("spec");
            JsonNode names = spec.path("names");
            String kind = first(
                    given.kind(), annotated(type, Kind.class, Kind::value), names.path("kind"), type.getSimpleName());
            String lower = kind.toLowerCase(Locale.ROOT);
            String singular =
                    first(null, annotated(type, Singular.class, Singular::value), names.path("singular"), lower);
            return new CrdNames(
                    first(given.group(), annotated(type, Group.class, Group::value), spec.path("group"), ""),
                    first(
                            given.version(),
                            annotated(type, Version.class, Version::value),
                            spec.path("versions").path(0).path("name"),
                            "v1"),
                    kind,
                    first(
                            given.plural(),
                            annotated(type, Plural.class, Plural::value),
                            names.path("plural"),
                            Pluralize.toPlural(singular)),
                    singular,
                    shortNames(type, given, names.path("shortNames")),
                    given.clusterScoped() == null
                            ? spec.path("scope").asText().equals("Cluster")
                            : given.clusterScoped());
        }

        private static List<String> shortNames(Class<?> type, Given given, JsonNode existing) {
            ShortNames annotation = type.getAnnotation(ShortNames.class);
            if (!given.shortNames().isEmpty()) {
                return given.shortNames();
            }
            if (annotation != null) {
                return List.of(annotation.value());
            }
            List<String> names = new ArrayList<>();
            existing.forEach(name -> names.add(name.asText()));
            return names;
        }

        private static String first(@Nullable String given, String annotated, JsonNode existing, String otherwise) {
            if (given != null) {
                return given;
            }
            return annotated.isEmpty() ? existing.asText(otherwise) : annotated;
        }

        private static <A extends Annotation> String annotated(
                Class<?> type, Class<A> kind, Function<A, String> value) {
            A annotation = type.getAnnotation(kind);
            return annotation == null ? "" : value.apply(annotation);
        }

        /** The name of the CRD. */
        String resource() {
            return plural + "." + group;
        }

        JsonNode json() {
            var names = Json.NODES
                    .objectNode()
                    .put("kind", kind)
                    .put("listKind", kind + "List")
                    .put("plural", plural)
                    .put("singular", singular);
            if (!shortNames.isEmpty()) {
                var list = names.putArray("shortNames");
                shortNames.forEach(list::add);
            }
            return names;
        }
    }
}
