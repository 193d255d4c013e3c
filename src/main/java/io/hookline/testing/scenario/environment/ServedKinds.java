package io.hookline.testing.scenario.environment;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.Discovery;
import io.hookline.object.ApiResource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Looks up the resources that a cluster serves, by any name that kubectl accepts. Thread-safe. */
final class ServedKinds {

    private static final Discovery NOTHING = new Discovery(List.of(), List.of());

    private final Cluster cluster;
    private volatile Discovery known = NOTHING;

    ServedKinds(Cluster cluster) {
        this.cluster = cluster;
    }

    /** Looks up a resource. If it is unknown, discovery runs again. */
    Optional<ApiResource> find(Function<Discovery, Optional<ApiResource>> look) {
        Optional<ApiResource> found = look.apply(known);
        if (found.isPresent()) {
            return found;
        }
        known = cluster.discover();
        return look.apply(known);
    }

    /** Looks up a kind, plural, singular or short name, with or without {@code .group}. */
    Optional<ApiResource> named(String name) {
        return find(discovery -> named(discovery, name.toLowerCase(Locale.ROOT)));
    }

    /** Clears the known resources, after CRDs were deleted. */
    void forget() {
        known = NOTHING;
    }

    /** Prefers the core group, as kubectl does, then the server's order of preference. */
    private static Optional<ApiResource> named(Discovery discovery, String name) {
        List<ApiResource> all = discovery.resources().stream()
                .filter(resource -> answersTo(resource, name))
                .toList();
        return all.stream()
                .filter(r -> r.group().isEmpty())
                .findFirst()
                .or(() -> all.stream().findFirst());
    }

    private static boolean answersTo(ApiResource resource, String name) {
        int dot = name.indexOf('.');
        String bare = dot < 0 ? name : name.substring(0, dot);
        boolean group = dot < 0 || resource.group().equals(name.substring(dot + 1));
        return group
                && (resource.kind().toLowerCase(Locale.ROOT).equals(bare)
                        || resource.plural().equals(bare)
                        || resource.singular().equals(bare)
                        || resource.shortNames().contains(bare));
    }
}
