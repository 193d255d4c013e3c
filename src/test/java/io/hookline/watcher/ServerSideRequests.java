package io.hookline.watcher;

import java.util.Arrays;
import java.util.List;

/** The requests that server-side apply sends where dynamic apply sends others. */
final class ServerSideRequests {
    private ServerSideRequests() {}

    /** The options of a watcher that sends them. */
    static WatcherOptions options() {
        return WatcherOptions.DEFAULTS.applying("server-side-apply", "metacontroller");
    }

    /** A creation and an update are an apply each. */
    static List<String> of(String... ofDynamicApply) {
        return Arrays.stream(ofDynamicApply)
                .map(request -> request.replaceFirst("^(create|update) ", "apply "))
                .toList();
    }
}
