package io.hookline.watcher.rights;

import io.hookline.object.GroupVersionKind;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Verbs on one resource that the watcher needs, and why.
 *
 * @param group the API group, empty for the core group
 * @param resource lower-case plural, with its subresource if any: {@code pods/status}
 * @param namespace the only namespace in which they are needed; empty for all
 * @param names the only objects for which they are needed; empty for all
 * @param reason what the watcher does with them
 * @param controller the controller that needs them, such as {@code CompositeController hello}; empty if the watcher itself does
 */
public record Right(
        String group,
        String resource,
        Set<String> verbs,
        String namespace,
        List<String> names,
        String reason,
        String controller) {

    public Right {
        verbs = Set.copyOf(verbs);
        names = List.copyOf(names);
        Stream.of(List.of(group, resource), verbs, names)
                .flatMap(values -> values.stream())
                .filter(value -> value.contains("*"))
                .findFirst()
                .ifPresent(value -> {
                    throw new IllegalArgumentException(
                            "`" + value + "` is a wildcard, which a least role must not have (" + reason + " of "
                                    + controller + "); name what is meant");
                });
    }

    /** The same right with only those of its verbs that are in a set. */
    public Right keeping(Set<String> kept) {
        return new Right(
                group,
                resource,
                verbs.stream().filter(kept::contains).collect(Collectors.toSet()),
                namespace,
                names,
                reason,
                controller);
    }

    /** Verbs on all objects of a resource. */
    public static Right of(String group, String resource, Set<String> verbs, String reason, String controller) {
        return new Right(group, resource, verbs, "", List.of(), reason, controller);
    }

    /** Verbs on all objects of a resource that a controller names. */
    static Right on(String apiVersion, String resource, Set<String> verbs, String reason, String controller) {
        return of(GroupVersionKind.of(apiVersion, "").group(), resource, verbs, reason, controller);
    }
}
