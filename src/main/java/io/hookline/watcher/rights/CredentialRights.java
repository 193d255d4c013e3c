package io.hookline.watcher.rights;

import io.hookline.spec.ControllerSpec;
import io.hookline.spec.Credentials;
import io.hookline.spec.Credentials.CaBundle;
import io.hookline.spec.Endpoints;
import io.hookline.spec.Hooks;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The rights to read the Secrets and ConfigMaps with certificates and credentials for a controller's hooks. */
final class CredentialRights {
    private CredentialRights() {}

    static List<Right> of(ControllerSpec spec, String name) {
        Hooks hooks = spec.hooks();
        return Stream.of(hooks.sync(), hooks.finalizing(), hooks.customize())
                .flatMap(hook -> hook.flatMap(Hooks.Hook::webhook).stream())
                .map(webhook -> Endpoints.credentials(webhook, spec.endpointConfigs()))
                .flatMap(credentials -> of(credentials, name).stream())
                .distinct()
                .toList();
    }

    private static List<Right> of(Credentials credentials, String controller) {
        List<Right> rights = new ArrayList<>();
        credentials.caBundle().ifPresent(bundle -> {
            switch (bundle) {
                case CaBundle.Inline _ -> {}
                case CaBundle.FromSecret(String namespace, String secret, String _) ->
                    rights.add(read("secrets", namespace, secret, controller));
                case CaBundle.FromConfigMap(String namespace, String map, String _) ->
                    rights.add(read("configmaps", namespace, map, controller));
            }
        });
        credentials
                .clientTls()
                .ifPresent(tls -> rights.add(read("secrets", tls.namespace(), tls.secret(), controller)));
        credentials
                .authorization()
                .ifPresent(token -> rights.add(read("secrets", token.namespace(), token.secret(), controller)));
        credentials
                .basicAuth()
                .ifPresent(user -> rights.add(read("secrets", user.namespace(), user.secret(), controller)));
        return rights;
    }

    private static Right read(String resource, String namespace, String name, String controller) {
        return new Right("", resource, Set.of("get"), namespace, List.of(name), "credentials for hooks", controller);
    }
}
