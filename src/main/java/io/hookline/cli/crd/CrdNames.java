package io.hookline.cli.crd;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.Pluralize;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;
import io.hookline.object.Json;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
        String kind =
                first(given.kind(), annotated(type, Kind.class, Kind::value), names.path("kind"), type.getSimpleName());
        String lower = kind.toLowerCase(Locale.ROOT);
        String singular = first(null, annotated(type, Singular.class, Singular::value), names.path("singular"), lower);
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
                given.clusterScoped() == null ? spec.path("scope").asText().equals("Cluster") : given.clusterScoped());
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

    private static <A extends Annotation> String annotated(Class<?> type, Class<A> kind, Function<A, String> value) {
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
