package io.hookline.watcher;

import io.hookline.cluster.ListOptions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The requests that server-side apply sends where dynamic apply sends others. */
final class ServerSideRequests {
    private ServerSideRequests() {}

    /** The options of a watcher that sends them. */
    static WatcherOptions options() {
        return WatcherOptions.DEFAULTS.applying("server-side-apply", "metacontroller");
    }

    /** An update is an apply. After a creation a patch moves the owners of the fields, if the API server keeps them. */
    static List<String> of(WatcherFixture world, String... ofDynamicApply) {
        boolean owners = world.local.list(world.configMaps(), ListOptions.ALL).items().stream()
                .anyMatch(child -> child.tree().at("/metadata").has("managedFields"));
        return Arrays.stream(ofDynamicApply)
                .map(request -> request.replace("update ", "apply "))
                .flatMap(request -> owners && request.startsWith("create ")
                        ? Stream.of(request, request.replace("create ", "patch "))
                        : Stream.of(request))
                .toList();
    }
}
