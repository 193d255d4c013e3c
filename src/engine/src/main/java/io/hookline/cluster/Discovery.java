package io.hookline.cluster;

import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import java.util.List;
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
}
