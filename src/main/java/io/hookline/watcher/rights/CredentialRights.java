package io.hookline.watcher.rights;

import io.hookline.spec.ControllerSpec;
import io.hookline.spec.Credentials;
import io.hookline.spec.Endpoints;
import io.hookline.spec.Hooks;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The rights to read the Secrets and ConfigMaps with certificates and credentials for a controller's hooks. The watcher watches each
 * by a field selector of its name, so {@code watch} is granted for that name only; without {@code watch} it polls.
 */
final class CredentialRights {
    private CredentialRights() {}

    static List<Right> of(ControllerSpec spec, String name) {
        Hooks hooks = spec.hooks();
        return Stream.of(hooks.sync(), hooks.finalizing(), hooks.customize())
                .flatMap(hook -> hook.flatMap(Hooks.Hook::webhook).stream())
                .map(webhook -> Endpoints.credentials(webhook, spec.endpointConfigs()))
                .flatMap(credentials -> credentials.sources().stream())
                .map(source -> read(source, name))
                .distinct()
                .toList();
    }

    private static Right read(Credentials.Source source, String controller) {
        String resource = switch (source.kind()) {
            case SECRET -> "secrets";
            case CONFIG_MAP -> "configmaps";
        };
        return new Right(
                "",
                resource,
                Set.of("get", "watch"),
                source.namespace(),
                List.of(source.name()),
                "credentials for hooks",
                controller);
    }
}
