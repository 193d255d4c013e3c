package io.hookline.cli.check.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.ApiResource;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.LabelSelector.Operator;
import io.hookline.object.LabelSelector.Requirement;
import io.hookline.spec.ControllerDecoder;
import io.hookline.spec.ControllerSpec;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.webhook.WebhookClients;
import io.hookline.yaml.Yaml;
import io.hookline.yaml.YamlException;
import io.hookline.yaml.YamlWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Mistakes in the manifests of controllers, and in what they need from CRDs, parents and hooks. */
final class ControllerChecks {

    private static final FieldPath HOOKS = FieldPath.ROOT.field("spec").field("hooks");

    /**
     * A database cluster with its users, backups and connection pooler needs ten, as the example {@code postgresql}
     * shows. A controller with more has probably several tasks.
     */
    private static final int MAX_KINDS = 10;

    private ControllerChecks() {}

    /** Fields of a controller that the API server accepts, but the watcher refuses or ignores. */
    static Stream<Finding> unusableFields(CheckedProject project) {
        return project.placed()
                .filter(placed -> placed.manifest().isController())
                .filter(placed -> project.api()
                        .refusal(placed.manifest(), placed.namespace())
                        .isEmpty()) // otherwise reported already
                .flatMap(placed -> unusableFields(placed.manifest()));
    }

    private static Stream<Finding> unusableFields(Manifest manifest) {
        try {
            return warnings(manifest.object()).stream()
                    .filter(warning -> !warning.endsWith(": unknown field")) // reported by the schema's check
                    .map(warning -> Finding.warning(
                            manifest.at(new FieldPath(warning.replaceFirst(": .*", ""))),
                            manifest.object() + ": " + warning));
        } catch (DecodeException e) {
            return Stream.of(Finding.error(manifest, e.place(), manifest.object() + ": " + e.getMessage()));
        }
    }

    private static List<String> warnings(KubeObject controller) {
        return switch (controller.kind()) {
            case "CompositeController" -> warnings(ControllerDecoder.composite(controller));
            case "DecoratorController" -> warnings(ControllerDecoder.decorator(controller));
            default -> List.of();
        };
    }

    private static List<String> warnings(ControllerDecoder.Decoded<? extends ControllerSpec> decoded) {
        WebhookClients.requireUrls(decoded.value());
        return decoded.warnings();
    }

    /** Parents and children of a controller that no API server serves. */
    static Stream<Finding> unknownResources(CheckedProject project) {
        KindNames kinds = new KindNames(project.api());
        return project.controllers().stream()
                .flatMap(controller -> Stream.concat(controller.parents().stream(), controller.children().stream()))
                .filter(rule -> !rule.resource().isEmpty())
                .flatMap(rule -> kinds.problem(rule).map(unknown -> unknownResource(rule, unknown)).stream());
    }

    private static Finding unknownResource(ControllerManifest.Rule rule, KindNames.Unknown unknown) {
        String place = rule.controller().manifest().at(rule.place());
        String message = rule.place() + ": " + unknown.problem();
        return unknown.certain() ? Finding.error(place, message) : Finding.warning(place, message);
    }

    /** CompositeControllers whose parents have no CRD, or one without status subresource: the watcher refuses them. */
    static Stream<Finding> statusSubresource(CheckedProject project) {
        return project.controllers().stream()
                .filter(ControllerManifest::isComposite)
                .flatMap(controller -> controller.parents().stream())
                .flatMap(rule ->
                        project.api().find(rule).stream().flatMap(parent -> statusSubresource(project, rule, parent)));
    }

    private static Stream<Finding> statusSubresource(
            CheckedProject project, ControllerManifest.Rule rule, ApiResource parent) {
        Optional<Manifest> crd = project.manifests()
                .filter(Manifest::isCrd)
                .filter(each -> each.object().name().equals(parent.groupResource()))
                .findFirst();
        if (crd.isEmpty() && KindNames.isKubernetes(parent.group())) {
            return Stream.of(Finding.error(
                    rule.controller().manifest(),
                    rule.place(),
                    rule.controller() + ": " + parent + " have no CRD; use a DecoratorController for built-in kinds"));
        }
        return parent.hasStatus() ? Stream.empty() : Stream.of(noStatus(rule, parent, crd));
    }

    /** @param crd empty if it is not in the project, but in a cluster */
    private static Finding noStatus(ControllerManifest.Rule rule, ApiResource parent, Optional<Manifest> crd) {
        String version = parent.gvk().version();
        String place = crd.map(each -> each.at(version(each, version)))
                .orElseGet(() -> rule.controller().manifest().at(rule.place()));
        return Finding.error(
                place,
                "CRD " + parent.groupResource() + " has no status subresource in version " + version + ", which "
                        + rule.controller() + " needs; add subresources: {status: {}}");
    }

    /** The place of a version in a CRD. */
    static FieldPath version(Manifest crd, String name) {
        FieldPath versions = FieldPath.ROOT.field("spec").field("versions");
        int index = 0;
        for (var version : crd.object().tree().at("/spec/versions")) {
            if (version.path("name").asText().equals(name)) {
                return versions.index(index);
            }
            index++;
        }
        return versions;
    }

    /** Fields that a hook reads from its parents, and that their schema does not have: the API server removes them. */
    static Stream<Finding> recordFields(CheckedProject project) {
        return project.controllers().stream()
                .flatMap(controller -> controller.hookNames().stream()
                        .flatMap(hook -> project.parentShape().apply(hook).stream()
                                .flatMap(shape -> recordFields(project, controller, hook, shape))));
    }

    private static Stream<Finding> recordFields(
            CheckedProject project, ControllerManifest controller, String hook, JsonNode shape) {
        return controller.parents().stream()
                .flatMap(rule -> project.api().find(rule).stream()
                        .filter(parent -> !(controller.isComposite() && KindNames.isKubernetes(parent.group())))
                        .flatMap(parent -> project.api().unknownFields(parent, tree(shape, parent)).stream()
                                .map(path -> Finding.warning(
                                        definition(project, rule, parent), unknownRead(project, hook, parent, path)))));
    }

    /** An object of the kind with the fields of the shape. Its metadata is that of every kind. */
    private static ObjectNode tree(JsonNode shape, ApiResource parent) {
        ObjectNode tree = shape.deepCopy();
        tree.put("apiVersion", parent.gvk().apiVersion()).put("kind", parent.kind());
        tree.remove("metadata");
        return tree;
    }

    private static String unknownRead(CheckedProject project, String hook, ApiResource parent, String path) {
        String meant = project.api()
                .meant(parent, path)
                .map(name -> "; did you mean " + name + "?")
                .orElseGet(() -> "; add it to the schema"
                        + generator(project, hook, parent)
                                .map(command -> " with `" + command + "`")
                                .orElse("")
                        + ", or remove it from the record");
        return "hook " + hook + " reads " + path + ", a field that the schema of " + parent.kind() + " in "
                + parent.gvk().apiVersion() + " does not have" + meant;
    }

    /** The version in the CRD, or the rule of the controller if the CRD is not in the project. */
    private static String definition(CheckedProject project, ControllerManifest.Rule rule, ApiResource parent) {
        return crd(project, parent)
                .map(crd -> crd.at(version(crd, parent.gvk().version())))
                .orElseGet(() -> rule.controller().manifest().at(rule.place()));
    }

    private static Optional<Manifest> crd(CheckedProject project, ApiResource parent) {
        return project.manifests()
                .filter(Manifest::isCrd)
                .filter(crd -> crd.object().name().equals(parent.groupResource()))
                .findFirst();
    }

    /** The command that writes the CRD again; empty if its file is not a generated one, since it would be replaced. */
    private static Optional<String> generator(CheckedProject project, String hook, ApiResource parent) {
        return crd(project, parent)
                .map(crd -> Path.of(crd.place().replaceFirst(":\\d+$", "")))
                .filter(ControllerChecks::isGenerated)
                .flatMap(crd -> project.hooks().stream()
                        .filter(source -> source.name().equals(hook))
                        .flatMap(source -> source.files().stream())
                        .filter(source -> source.endsWith(parent.kind() + ".java"))
                        .findFirst()
                        .map(source -> "hookline crd " + AnswerFixture.shown(source) + " --output="
                                + AnswerFixture.shown(crd)));
    }

    /** Whether a file is, to the letter, as {@code hookline crd} writes files: nobody writes all that by hand. */
    private static boolean isGenerated(Path file) {
        try {
            String text = Files.readString(file);
            return YamlWriter.write(
                            Yaml.first(text.getBytes(StandardCharsets.UTF_8)).tree())
                    .equals(text);
        } catch (IOException | YamlException _) {
            return false;
        }
    }

    /** Parents without selector whose controller does not generate one: each of their syncs fails. */
    static Stream<Finding> parentSelectors(CheckedProject project) {
        return project.controllers().stream()
                .filter(controller -> controller.isComposite() && !controller.generatesSelector())
                .flatMap(controller -> parentSelectors(project, controller));
    }

    private static Stream<Finding> parentSelectors(CheckedProject project, ControllerManifest controller) {
        Optional<ApiResource> parent = controller.parents().stream()
                .flatMap(rule -> project.api().find(rule).stream())
                .findFirst();
        if (parent.isEmpty()) {
            return Stream.empty();
        }
        List<Manifest> samples = project.manifests()
                .filter(each -> each.object().gvk().equals(parent.get().gvk()))
                .toList();
        if (samples.isEmpty()) {
            return noneAllowed(project, parent.get())
                    ? Stream.of(Finding.error(
                            controller.manifest(),
                            FieldPath.ROOT.field("spec"),
                            controller + " needs generateSelector: true, since the CRD of " + parent.get()
                                    + " has no field spec.selector"))
                    : Stream.empty();
        }
        return samples.stream()
                .filter(each -> each.object().tree().at("/spec/selector").isEmpty())
                .map(each -> noSelector(each, controller));
    }

    private static boolean noneAllowed(CheckedProject project, ApiResource parent) {
        var fields = project.api().knownFields(parent, "spec");
        return !fields.isEmpty() && !fields.contains("selector");
    }

    private static Finding noSelector(Manifest parent, ControllerManifest controller) {
        return Finding.error(
                parent.place(),
                parent.object() + " has no spec.selector; set generateSelector: true in " + controller + " ("
                        + controller.manifest().place() + "), or a selector here");
    }

    /** Hooks of this project that a controller calls at a path that none serves. */
    static Stream<Finding> hookPaths(CheckedProject project) {
        return project.controllers().stream().flatMap(controller -> hookPaths(project, controller.manifest()));
    }

    private static Stream<Finding> hookPaths(CheckedProject project, Manifest controller) {
        return controller.object().tree().at("/spec/hooks").properties().stream()
                .flatMap(hook -> {
                    JsonNode webhook = hook.getValue().path("webhook");
                    FieldPath place =
                            HOOKS.field(hook.getKey()).field("webhook").field(webhook.has("url") ? "url" : "path");
                    return Scenario.hookPath(webhook).stream()
                            .flatMap(path -> project.pathProblem().apply(path).stream())
                            .map(problem -> Finding.error(controller, place, controller.object() + ": " + problem));
                });
    }

    /**
     * Finalize and customize hooks that no controller calls, though one calls the sync hook beside them: without the field, parents get no
     * finalizer, and hooks no related objects.
     */
    static Stream<Finding> uncalledHooks(CheckedProject project) {
        return project.hooks().stream()
                .flatMap(hook -> Stream.of(HookType.FINALIZE, HookType.CUSTOMIZE)
                        .filter(project.types().apply(hook.name())::contains)
                        .flatMap(type -> uncalled(project, hook.name(), type).stream()));
    }

    private static Optional<Finding> uncalled(CheckedProject project, String hook, HookType type) {
        List<ControllerManifest> callers = project.controllers().stream()
                .filter(controller -> controller.hookNames().contains(hook))
                .toList();
        return callers.stream().anyMatch(controller -> controller.declares(type))
                ? Optional.empty()
                : callers.stream().findFirst().map(controller -> uncalled(controller, hook, type));
    }

    private static Finding uncalled(ControllerManifest controller, String hook, HookType type) {
        return Finding.warning(
                controller.manifest().at(HOOKS),
                "hook " + hook + " has a " + type.text() + " hook, which " + controller + " does not call; add "
                        + HOOKS.field(type.text()) + " with path /" + hook + "/" + type.text()
                        + ", or remove it from the hook");
    }

    /**
     * Controllers with the same parents. Of two CompositeControllers, each deletes the children that only the other
     * desires, and replaces the status. A CompositeController also claims the attachments of a DecoratorController.
     * Those of two DecoratorControllers are separate.
     */
    static Stream<Finding> competingControllers(CheckedProject project) {
        List<ControllerManifest> controllers = project.controllers();
        List<Finding> found = new ArrayList<>();
        for (int i = 0; i < controllers.size(); i++) {
            for (ControllerManifest earlier : controllers.subList(0, i)) {
                competing(earlier, controllers.get(i)).ifPresent(found::add);
            }
        }
        return found.stream();
    }

    private static Optional<Finding> competing(ControllerManifest earlier, ControllerManifest later) {
        return conflict(earlier, later)
                .filter(_ -> !earlier.toString().equals(later.toString()))
                .flatMap(conflict -> shared(earlier, later)
                        .map(rule -> Finding.warning(
                                later.manifest().at(rule.place()),
                                later + " and " + earlier + " ("
                                        + earlier.manifest().place() + ") have the same parents, " + rule + ", and "
                                        + conflict)));
    }

    /** The first rule of the later one whose parents the earlier one may have, too. */
    private static Optional<ControllerManifest.Rule> shared(ControllerManifest earlier, ControllerManifest later) {
        return later.parents().stream()
                .filter(rule -> earlier.parents().stream()
                        .anyMatch(other -> rule.isOfSameResource(other) && overlap(rule.labels(), other.labels())))
                .findFirst();
    }

    /** What two controllers with the same parents do to each other, and the remedy; empty if they do no harm. */
    private static Optional<String> conflict(ControllerManifest earlier, ControllerManifest later) {
        String both = later.children().stream()
                .filter(rule -> earlier.children().stream().anyMatch(rule::isOfSameResource))
                .map(ControllerManifest.Rule::resource)
                .distinct()
                .collect(Collectors.joining(", "));
        if (earlier.isComposite() && later.isComposite()) {
            String what = both.isEmpty() ? "replace each other's status" : "delete each other's " + both;
            return Optional.of(what + "; give them separate parents by labelSelector, or merge them");
        }
        return both.isEmpty() || !(earlier.isComposite() || later.isComposite())
                ? Optional.empty()
                : Optional.of("the composite releases or deletes the " + both
                        + " of the decorator; let one of them create all, or attach objects of another kind");
    }

    /** Whether an object may match both; if in doubt, yes. */
    private static boolean overlap(LabelSelector a, LabelSelector b) {
        return a.requirements().stream()
                .noneMatch(one -> b.requirements().stream().anyMatch(other -> exclude(one, other)));
    }

    private static boolean exclude(Requirement a, Requirement b) {
        return a.key().equals(b.key()) && (excludes(a, b) || excludes(b, a));
    }

    private static boolean excludes(Requirement a, Requirement b) {
        return switch (a.operator()) {
            case IN ->
                switch (b.operator()) {
                    case IN -> Collections.disjoint(a.values(), b.values());
                    case NOT_IN -> b.values().containsAll(a.values());
                    case DOES_NOT_EXIST -> true;
                    case EXISTS -> false;
                };
            case EXISTS -> b.operator() == Operator.DOES_NOT_EXIST;
            case NOT_IN, DOES_NOT_EXIST -> false;
        };
    }

    /**
     * Controllers with many kinds of children. Each sync sends all children of all kinds to the hook, a change of any
     * of them causes a sync, and a kind that cannot be read stops the syncs of all.
     */
    static Stream<Finding> manyChildKinds(CheckedProject project) {
        return project.controllers().stream()
                .filter(controller -> kinds(controller) > MAX_KINDS)
                .map(ControllerChecks::manyKinds);
    }

    private static long kinds(ControllerManifest controller) {
        return controller.children().stream()
                .map(rule -> rule.group() + "/" + rule.resource())
                .distinct()
                .count();
    }

    private static Finding manyKinds(ControllerManifest controller) {
        FieldPath place = FieldPath.ROOT.field("spec").field(controller.childrenField());
        return Finding.warning(
                controller.manifest().at(place),
                place + ": " + kinds(controller) + " kinds of children in " + controller
                        + "; a change of any of them calls the hook with all of them; consider a custom resource for a"
                        + " part of them, with a controller of its own");
    }
}
