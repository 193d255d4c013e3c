package io.hookline.cluster;

import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The resources that an API server serves.
 *
 * @param resources every resource in every served version
 * @param failedGroupVersions group versions whose resources could not be read, such as those of a broken aggregated API
 */
public record Discovery(List<ApiResource> resources, List<String> failedGroupVersions) {
    public Discovery {
        resources = List.copyOf(resources);
        failedGroupVersions = List.copyOf(failedGroupVersions);
    }

    /** The part about one group version. */
    public Discovery of(String apiVersion) {
        return new Discovery(
                resources.stream()
                        .filter(resource -> resource.apiVersion().equals(apiVersion))
                        .toList(),
                failedGroupVersions.stream().filter(apiVersion::equals).toList());
    }

    /** Finds the resource that a controller's rule names. */
    public Optional<ApiResource> find(String apiVersion, String plural) {
        return resources.stream()
                .filter(r -> r.plural().equals(plural) && r.apiVersion().equals(apiVersion))
                .findFirst();
    }

    /** Finds the resource that serves objects of this kind. */
    public Optional<ApiResource> find(GroupVersionKind gvk) {
        return resources.stream().filter(r -> r.gvk().equals(gvk)).findFirst();
    }

    /**
     * Finds a resource by a kind, plural, singular or short name, with or without {@code .group}, in any case. Prefers
     * the core group, as kubectl does, then the server's order of preference.
     */
    public Optional<ApiResource> named(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        List<ApiResource> all = resources.stream()
                .filter(resource -> answersTo(resource, lower))
                .toList();
        return all.stream()
                .filter(resource -> resource.group().isEmpty())
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
