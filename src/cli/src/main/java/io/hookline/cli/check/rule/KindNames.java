package io.hookline.cli.check.rule;

import io.hookline.cluster.RemovedApis;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.NearestName;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kinds and resources that an API server serves, and which of them a user probably means. */
public final class KindNames {

    private final ProjectApi api;
    private final List<ApiResource> served;

    public KindNames(ProjectApi api) {
        this.api = api;
        this.served = api.resources();
    }

    /** What is wrong with a kind, with the one that is probably meant; empty if it is served. */
    public Optional<String> problem(GroupVersionKind kind) {
        if (api.isUndecided(kind.group())
                || served.stream().anyMatch(each -> each.gvk().equals(kind))) {
            return Optional.empty();
        }
        Optional<RemovedApis.Entry> removed = RemovedApis.table().find(kind);
        if (removed.isPresent()) {
            return Optional.of("kind " + shown(kind) + ": " + removed.get().help());
        }
        List<String> known = served.stream()
                .map(each -> shown(each.gvk()))
                .distinct()
                .sorted()
                .toList();
        return Optional.of("no CRD defines kind " + shown(kind)
                + NearestName.suggestion(shown(kind), known)
                        .or(() -> elsewhere(kind))
                        .orElse("; add its CRD to the folder"));
    }

    /** What is wrong with a kind that is named as in kubectl; empty if it is served. */
    Optional<String> problem(String kind) {
        int dot = kind.indexOf('.');
        boolean undecided = dot < 0 ? api.isAnyUndecided() : api.isUndecided(kind.substring(dot + 1));
        if (undecided || api.named(kind).isPresent()) {
            return Optional.empty();
        }
        List<String> known = served.stream()
                .flatMap(each -> Stream.of(each.kind(), each.plural())
                        .map(name -> dot < 0 || each.group().isEmpty() ? name : name + "." + each.group()))
                .toList();
        return Optional.of("no CRD defines kind " + kind
                + NearestName.suggestion(kind, known).orElse("; add its CRD to the folder"));
    }

    /** Why a cluster does not serve a kind whose CRD is in the project; empty if the CRD is not the reason. */
    public Optional<String> refusedDefinition(GroupVersionKind kind) {
        return api.isUndecided(kind.group())
                ? Optional.of("kind " + shown(kind)
                        + " is not served, since the API server refuses its CRD; correct the CRD" + " first")
                : Optional.empty();
    }

    /** {@code WebApp in example.com/v1}. */
    private static String shown(GroupVersionKind kind) {
        return kind.kind() + " in " + kind.apiVersion();
    }

    private Optional<String> elsewhere(GroupVersionKind kind) {
        return versions(each -> each.kind().equals(kind.kind())).map(in -> "; " + kind.kind() + " is in " + in);
    }

    /** What is wrong with a resource that a controller names, and what is probably meant; empty if it is served. */
    Optional<Unknown> problem(ControllerManifest.Rule rule) {
        if (api.isUndecided(rule.group()) || api.find(rule).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(removed(rule)
                .or(() -> named(rule))
                .or(() -> similar(rule))
                .map(hint -> new Unknown("no resource " + rule + "; " + hint, true))
                .orElseGet(() -> new Unknown(
                        "no resource " + rule + " in Kubernetes, and no CRD of this project defines it; add its CRD",
                        isKubernetes(rule.group()))));
    }

    /**
     * An unknown resource.
     *
     * @param certain whether it is a mistake for sure: another project may define the CRD of a foreign group
     */
    record Unknown(String problem, boolean certain) {}

    private static Optional<String> removed(ControllerManifest.Rule rule) {
        return RemovedApis.table().find(rule.apiVersion(), rule.resource()).map(RemovedApis.Entry::help);
    }

    /** The rule has the kind, singular or short name of a resource, or another version. */
    private Optional<String> named(ControllerManifest.Rule rule) {
        return served.stream()
                .filter(each -> each.apiVersion().equals(rule.apiVersion()) && hasName(each, rule.resource()))
                .findFirst()
                .map(each -> "did you mean " + each.plural() + "?")
                .or(() -> versions(each -> each.plural().equals(rule.resource()))
                        .map(in -> rule.resource() + " are in " + in));
    }

    private Optional<String> similar(ControllerManifest.Rule rule) {
        List<String> plurals = served.stream()
                .filter(each -> each.apiVersion().equals(rule.apiVersion()))
                .map(ApiResource::plural)
                .toList();
        return NearestName.of(rule.resource(), plurals)
                .map(near -> "did you mean " + near + "?")
                .or(() -> NearestName.of(shown(rule.apiVersion(), rule.resource()), everything())
                        .map(near -> "did you mean " + near + "?"))
                .or(() -> served.stream()
                        .filter(each -> hasName(each, rule.resource()))
                        .findFirst()
                        .map(each -> "did you mean " + shown(each.apiVersion(), each.plural()) + "?"));
    }

    private List<String> everything() {
        return served.stream()
                .map(each -> shown(each.apiVersion(), each.plural()))
                .toList();
    }

    private static String shown(String apiVersion, String resource) {
        return resource + " in " + apiVersion;
    }

    private static boolean hasName(ApiResource resource, String name) {
        return name.equalsIgnoreCase(resource.kind())
                || name.equals(resource.singular())
                || name.equalsIgnoreCase(resource.plural())
                || resource.shortNames().contains(name);
    }

    /** The versions of the resources that fit: {@code apps/v1}. */
    private Optional<String> versions(Predicate<ApiResource> wanted) {
        String versions = served.stream()
                .filter(wanted)
                .map(ApiResource::apiVersion)
                .distinct()
                .collect(Collectors.joining(", "));
        return versions.isEmpty() ? Optional.empty() : Optional.of(versions);
    }

    /** Whether every cluster has the group. */
    static boolean isKubernetes(String group) {
        return !group.contains(".") || group.endsWith(".k8s.io");
    }
}
