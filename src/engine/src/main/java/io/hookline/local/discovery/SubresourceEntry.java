package io.hookline.local.discovery;

import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import java.util.List;

/**
 * How discovery describes a subresource.
 *
 * @param name without the name of the resource
 * @param kind what its requests and responses contain
 */
record SubresourceEntry(String name, GroupVersionKind kind, List<String> verbs) {

    private static final List<String> READ_AND_WRITE = List.of("get", "patch", "update");
    private static final List<String> CONNECT = List.of("create", "get");
    private static final List<String> CONNECT_BY_ANY_METHOD = List.of("create", "delete", "get", "patch", "update");

    /** The subresources of a resource, by name. */
    static List<SubresourceEntry> of(ApiResource resource) {
        return resource.subresources().stream()
                .sorted()
                .map(name -> of(resource, name))
                .toList();
    }

    private static SubresourceEntry of(ApiResource resource, String name) {
        String kind = resource.kind();
        return switch (name) {
            case "scale" ->
                new SubresourceEntry(name, new GroupVersionKind("autoscaling", "v1", "Scale"), READ_AND_WRITE);
            case "eviction" ->
                new SubresourceEntry(name, new GroupVersionKind("policy", "v1", "Eviction"), List.of("create"));
            case "token" ->
                new SubresourceEntry(
                        name, new GroupVersionKind("authentication.k8s.io", "v1", "TokenRequest"), List.of("create"));
            case "binding" -> own(resource, name, "Binding", List.of("create"));
            case "attach" -> own(resource, name, kind + "AttachOptions", CONNECT);
            case "exec" -> own(resource, name, kind + "ExecOptions", CONNECT);
            case "portforward" -> own(resource, name, kind + "PortForwardOptions", CONNECT);
            case "proxy" -> own(resource, name, kind + "ProxyOptions", CONNECT_BY_ANY_METHOD);
            case "log" -> own(resource, name, kind, List.of("get"));
            case "finalize" -> own(resource, name, kind, List.of("update"));
            default -> own(resource, name, kind, READ_AND_WRITE);
        };
    }

    /** A subresource whose kind is in the group and version of its resource. */
    private static SubresourceEntry own(ApiResource resource, String name, String kind, List<String> verbs) {
        GroupVersionKind gvk = resource.gvk();
        return new SubresourceEntry(name, new GroupVersionKind(gvk.group(), gvk.version(), kind), verbs);
    }

    boolean isOfOtherVersion(ApiResource resource) {
        return !kind.apiVersion().equals(resource.apiVersion());
    }
}
