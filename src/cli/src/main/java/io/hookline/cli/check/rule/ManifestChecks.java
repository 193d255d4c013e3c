package io.hookline.cli.check.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.RemovedApis;
import io.hookline.object.FieldPath;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.file.LocatedYaml;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.testing.scenario.file.ScenarioException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Mistakes in manifests: what the API server, or its strict validation, says about them. */
final class ManifestChecks {

    private static final String IGNORED = "; it is ignored";

    /** The first field in a message of the API server: {@code ... is invalid: spec.size: Invalid value: ...}. */
    private static final Pattern FIELD = Pattern.compile("is invalid: \\[?([A-Za-z][\\w.\\[\\]-]*): ");

    private static final String INVALID = "is invalid: ";

    private static final Pattern NO_NAMESPACE = Pattern.compile("namespaces \"[^\"]+\" not found");

    /** What the API server names when it means the whole object. */
    private static final String NO_FIELD = "<nil>";

    /** A cause that says only that there are others. */
    private static final String NOT_CHECKED = "some validation rules were not checked";

    /** The field in a message of its decoder: {@code ... into Go struct field CustomResourceDefinition.spec.scope of type string}. */
    private static final Pattern TYPE = Pattern.compile("Go struct field \\w+\\.(\\S+) of type ");

    private ManifestChecks() {}

    /**
     * YAML files beside the manifests that cannot be read. Files with other content are no mistake: tools have such
     * files too.
     */
    static Stream<Finding> brokenYaml(CheckedProject project) {
        return project.examples().stream().flatMap(ManifestChecks::brokenYaml);
    }

    private static Stream<Finding> brokenYaml(Scenario example) {
        Set<String> read = example.everything().stream()
                .map(manifest -> manifest.document().file())
                .collect(Collectors.toSet());
        return Scenario.manifestFolders(example.path()).stream()
                .flatMap(
                        folder -> brokenYaml(folder, file -> read.contains(file.toString()) || example.installs(file)));
    }

    private static Stream<Finding> brokenYaml(Path folder, Predicate<Path> known) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(ManifestChecks::isYaml).filter(known.negate()).toList().stream()
                    .flatMap(ManifestChecks::yamlProblem);
        } catch (IOException _) {
            return Stream.empty(); // the folder is being changed: the next run reads it
        }
    }

    private static boolean isYaml(Path file) {
        String name = file.getFileName().toString();
        return !name.startsWith(".") && (name.endsWith(".yaml") || name.endsWith(".yml")) && Files.isRegularFile(file);
    }

    private static Stream<Finding> yamlProblem(Path file) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
            CharBuffer text = CharBuffer.allocate(bytes.remaining());
            boolean malformed = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(bytes, text, true)
                    .isError();
            String read = text.flip().toString();
            if (malformed) {
                long line = read.chars().filter(each -> each == '\n').count() + 1;
                return Stream.of(Finding.warning(file + ":" + line, "not UTF-8 text" + IGNORED));
            }
            LocatedYaml.parse(file.toString(), read);
            return Stream.empty();
        } catch (ScenarioException e) {
            Finding broken = Finding.placed(file.toString(), String.valueOf(e.getMessage()));
            return Stream.of(Finding.warning(broken.place(), broken.message() + IGNORED));
        } catch (IOException _) {
            return Stream.empty();
        }
    }

    /** Objects whose kind no API server serves and no CRD of the project defines. */
    static Stream<Finding> unknownKinds(CheckedProject project) {
        KindNames kinds = new KindNames(project.api());
        return project.manifests().flatMap(manifest -> unknownKind(kinds, manifest).stream());
    }

    private static Optional<Finding> unknownKind(KindNames kinds, Manifest manifest) {
        return kinds.problem(manifest.object().gvk()).map(problem -> Finding.error(manifest.place(), problem));
    }

    /**
     * Fields that are not in the schema of an object, with strict field validation as {@code kubectl apply} uses it.
     */
    static Stream<Finding> unknownFields(CheckedProject project) {
        return project.manifests()
                .flatMap(manifest -> project
                        .api()
                        .unknownFields(manifest.object().tree())
                        .stream()
                        .map(path -> unknownField(project.api(), manifest, path)));
    }

    private static Finding unknownField(ProjectApi api, Manifest manifest, String path) {
        Optional<String> moved = RemovedApis.table().successor(manifest.object().gvk(), path);
        if (moved.isPresent()) {
            return Finding.error(manifest, new FieldPath(path), path + ": unknown field; it " + moved.get());
        }
        String meant = api.meant(manifest.object().tree(), path)
                .map(name -> "; did you mean " + name + "?")
                .orElse("");
        return Finding.error(manifest, new FieldPath(path), path + ": unknown field" + meant);
    }

    /**
     * What is in API versions that Kubernetes has removed, besides the kinds of manifests: fields that the version of
     * today has elsewhere or requires, and children in the answers of fixtures.
     */
    static Stream<Finding> removedFields(CheckedProject project) {
        return Stream.concat(
                project.manifests().flatMap(ManifestChecks::removedFields),
                project.fixtures().stream().flatMap(ManifestChecks::removedFields));
    }

    private static Stream<Finding> removedFields(Manifest manifest) {
        return RemovedApis.table().find(manifest.object().gvk()).stream()
                .flatMap(removed -> removed.changes(manifest.object()).stream())
                .map(change -> removedField(manifest, change));
    }

    private static Finding removedField(Manifest manifest, RemovedApis.Entry.Change change) {
        return Finding.error(manifest, change.field(), change.message());
    }

    private static Stream<Finding> removedFields(AnswerFixture fixture) {
        JsonNode children = fixture.children();
        return IntStream.range(0, children.isArray() ? children.size() : 0)
                .boxed()
                .flatMap(i ->
                        removed(children.get(i))
                                .map(removed -> removedField(fixture, i, children.get(i), removed))
                                .stream());
    }

    /** The entry of a child's kind; empty if it was never removed. */
    static Optional<RemovedApis.Entry> removed(JsonNode child) {
        String apiVersion = child.path("apiVersion").asText();
        return RemovedApis.table()
                .find(GroupVersionKind.of(apiVersion, child.path("kind").asText()));
    }

    private static Finding removedField(AnswerFixture fixture, int index, JsonNode child, RemovedApis.Entry removed) {
        FieldPath place = fixture.childrenPlace().index(index);
        return fixture.error(
                place,
                place + ": kind " + child.path("kind").asText() + " in "
                        + child.path("apiVersion").asText() + ": " + removed.help());
    }

    /** Objects that the API server refuses, such as a sample that does not fit the schema of its CRD: all reasons. */
    static Stream<Finding> refusedObjects(CheckedProject project) {
        return project.placed()
                .flatMap(placed -> project.api().refusal(placed.manifest(), placed.namespace()).stream()
                        .flatMap(refusal -> refused(placed.manifest(), refusal)));
    }

    private static Stream<Finding> refused(Manifest manifest, ClusterException refusal) {
        return reasons(refusal).map(reason -> refused(manifest, reason.field(), reason.message()));
    }

    /**
     * One reason why an API server refuses an object.
     *
     * @param field empty if it is not known
     * @param message as of the whole refusal, if it were the only reason
     */
    record Reason(String field, String message) {}

    static Stream<Reason> reasons(ClusterException refusal) {
        String message = String.valueOf(refusal.getMessage());
        int end = message.indexOf(INVALID);
        if (refusal.details().size() < 2 || end < 0) {
            return Stream.of(new Reason(refusedField(message), message));
        }
        String head = message.substring(0, end + INVALID.length());
        return refusal.details().stream()
                .filter(cause -> !cause.message().contains(NOT_CHECKED))
                .map(cause -> new Reason(cause.field(), head + cause.field() + ": " + cause.message()));
    }

    private static Finding refused(Manifest manifest, String field, String message) {
        FieldPath place = field.equals(NO_FIELD)
                ? FieldPath.ROOT
                : manifest.isCrd() ? RefusedDefinition.place(manifest.object(), field) : new FieldPath(field);
        String help = NO_NAMESPACE.matcher(message).matches() ? "; add this Namespace to the manifests" : "";
        return Finding.error(manifest, place, withObject(manifest, message) + help);
    }

    private static String refusedField(String refusal) {
        Matcher field = FIELD.matcher(refusal);
        if (field.find()) {
            return field.group(1);
        }
        Matcher type = TYPE.matcher(refusal);
        return type.find() ? type.group(1) : "";
    }

    /** Where the fields are that an API server names when it refuses a CRD. */
    private static final class RefusedDefinition {

        /** What the server names as if it were the same for all versions. */
        private static final Pattern OF_VERSIONS =
                Pattern.compile("spec\\.(validation|subresources|additionalPrinterColumns|selectableFields)\\b");

        private static final Pattern KEY =
                Pattern.compile("\\.(properties|patternProperties|definitions|dependencies)\\[([^]]+)]");

        private RefusedDefinition() {}

        static FieldPath place(KubeObject crd, String field) {
            String path = field.equals("spec.version") ? "spec.versions[0].name" : field;
            Matcher ofVersions = OF_VERSIONS.matcher(path);
            if (ofVersions.lookingAt()) {
                String part = ofVersions.group(1).equals("validation") ? "schema" : ofVersions.group(1);
                path = "spec.versions[0]." + part + path.substring(ofVersions.end());
            }
            path = KEY.matcher(path)
                    .replaceAll(".$1.$2")
                    .replaceFirst("^spec\\.conversion\\.webhookClientConfig", "spec.conversion.webhook.clientConfig")
                    .replaceFirst(
                            "^spec\\.conversion\\.conversionReviewVersions",
                            "spec.conversion.webhook.conversionReviewVersions")
                    .replaceFirst("^status\\.storedVersions.*", "spec.versions")
                    .replaceFirst("\\.JSONPath$", ".jsonPath");
            return new FieldPath(indexed(crd.tree(), path).orElse(path));
        }

        /** The decoder of the server leaves indexes out: the first element that has the rest of the path is meant. */
        private static Optional<String> indexed(JsonNode tree, String path) {
            if (path.isEmpty()) {
                return Optional.of("");
            }
            if (tree.isArray() && !path.startsWith("[")) {
                return IntStream.range(0, tree.size())
                        .boxed()
                        .flatMap(i -> indexed(tree.get(i), path).map(rest -> "[" + i + "]" + dotted(rest)).stream())
                        .findFirst();
            }
            Matcher step = STEP.matcher(path);
            if (!step.lookingAt()) {
                return Optional.empty();
            }
            String name = step.group(1);
            JsonNode next = name.startsWith("[")
                    ? tree.path(Integer.parseInt(name.substring(1, name.length() - 1)))
                    : tree.path(name);
            String rest = path.substring(step.end());
            return next.isMissingNode() ? Optional.empty() : indexed(next, rest).map(inner -> name + dotted(inner));
        }

        private static final Pattern STEP = Pattern.compile("(\\[\\d+]|[^.\\[]+)\\.?");

        private static String dotted(String rest) {
            return rest.isEmpty() || rest.startsWith("[") ? rest : "." + rest;
        }
    }

    /** Most messages name the object. */
    private static String withObject(Manifest manifest, String refusal) {
        return refusal.contains(manifest.object().name()) ? refusal : manifest.object() + ": " + refusal;
    }

    /**
     * Objects of which the project has two versions. {@code dev} installs all examples in one namespace, so they
     * replace each other.
     */
    static Stream<Finding> sameObjects(CheckedProject project) {
        Map<Identity, Manifest> first = new HashMap<>();
        return project.placed().toList().stream().flatMap(placed -> {
            Manifest other = first.putIfAbsent(Identity.of(placed), placed.manifest());
            return other == null ? Stream.empty() : sameObject(other, placed.manifest());
        });
    }

    private static Stream<Finding> sameObject(Manifest first, Manifest second) {
        return first.object().tree().equals(second.object().tree())
                ? Stream.empty()
                : Stream.of(Finding.warning(
                        second.place(),
                        second.object() + " is also in " + first.place()
                                + ", with other content; `hookline dev` would apply both, so rename one, or start one"
                                + " example by its name"));
    }

    private record Identity(String group, String kind, String namespace, String name) {
        private static Identity of(CheckedProject.Placed placed) {
            KubeObject object = placed.manifest().object();
            String namespace = object.namespace().isEmpty() ? placed.namespace() : object.namespace();
            return new Identity(object.gvk().group(), object.kind(), namespace, object.name());
        }
    }
}
