package io.hookline.cli.check.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookType;
import io.hookline.server.folder.HookSource;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioRunner;
import io.hookline.testing.scenario.file.Manifest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** A project as the checks see it. */
public final class CheckedProject {

    private final List<Scenario> examples;
    private final ProjectApi api;
    private final Function<String, Optional<String>> pathProblem;
    private final Function<String, Set<HookType>> types;
    private final Function<String, Optional<JsonNode>> parentShape;
    private final Map<String, List<RelatedRule>> related;
    private final List<HookSource> hooks;
    private final List<AnswerFixture> fixtures;
    private final List<Placed> placed;
    private final List<ControllerManifest> controllers;

    /**
     * @param api the kinds and schemas of an API server that has the CRDs of the examples
     * @param pathProblem why no hook is served at a path; empty if one is
     * @param types what a hook answers, by its name; empty if that is not known
     * @param parentShape the fields that a hook reads from its parents, by its name; see {@link HookProgram#parentShape}
     * @param related the rules that customize hooks really answered, by the name of the hook; a hook that was not called
     *     is missing
     * @param hooks the sources of the hooks
     * @param fixtures the answers that fixtures of the hooks expect, and those that the hooks returned instead
     */
    public CheckedProject(
            List<Scenario> examples,
            ProjectApi api,
            Function<String, Optional<String>> pathProblem,
            Function<String, Set<HookType>> types,
            Function<String, Optional<JsonNode>> parentShape,
            Map<String, List<RelatedRule>> related,
            List<HookSource> hooks,
            List<AnswerFixture> fixtures) {
        this.examples = List.copyOf(examples);
        this.api = api;
        this.pathProblem = pathProblem;
        this.types = types;
        this.parentShape = parentShape;
        this.related = Map.copyOf(related);
        this.hooks = List.copyOf(hooks);
        this.fixtures = List.copyOf(fixtures);
        this.placed = placed(examples);
        this.controllers = placed.stream()
                .map(Placed::manifest)
                .filter(Manifest::isController)
                .map(ControllerManifest::of)
                .toList();
    }

    private static List<Placed> placed(List<Scenario> examples) {
        Map<String, Placed> byPlace = new LinkedHashMap<>();
        for (Scenario example : examples) {
            String home = ScenarioRunner.home(example, "default");
            example.everything().forEach(each -> byPlace.putIfAbsent(each.place(), new Placed(each, home)));
        }
        return List.copyOf(byPlace.values());
    }

    List<Scenario> examples() {
        return examples;
    }

    ProjectApi api() {
        return api;
    }

    Function<String, Optional<String>> pathProblem() {
        return pathProblem;
    }

    Function<String, Set<HookType>> types() {
        return types;
    }

    Function<String, Optional<JsonNode>> parentShape() {
        return parentShape;
    }

    Map<String, List<RelatedRule>> related() {
        return related;
    }

    List<HookSource> hooks() {
        return hooks;
    }

    List<AnswerFixture> fixtures() {
        return fixtures;
    }

    /** The manifests with the namespace for those without one; each once, although several examples may need it. */
    Stream<Placed> placed() {
        return placed.stream();
    }

    record Placed(Manifest manifest, String namespace) {}

    Stream<Manifest> manifests() {
        return placed().map(Placed::manifest);
    }

    List<ControllerManifest> controllers() {
        return controllers;
    }

    /**
     * The controllers that call a hook as a fixture does: that of the request, if the project has it; otherwise all.
     */
    List<ControllerManifest> callers(AnswerFixture fixture) {
        List<ControllerManifest> all = controllers.stream()
                .filter(each -> each.hookNames().contains(fixture.hook()))
                .filter(each -> each.manifest()
                        .object()
                        .kind()
                        .equals(fixture.controller().kind()))
                .toList();
        List<ControllerManifest> named = all.stream()
                .filter(each -> each.manifest().object().name().equals(fixture.caller()))
                .toList();
        return named.isEmpty() ? all : named;
    }
}
