package io.hookline.spec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HookServersTest {

    @ParameterizedTest
    @CsvSource({
        "hooks.hookline, true",
        "hooks.hookline:80, true",
        "shop-hooks.hookline, true",
        "shop-hooks.hookline:80, true",
        "hooks.hookline:443, true",
        "hooks.hookline:8080, false",
        "webhooks.hookline, false",
        "hooks.other, false",
        "hooks.hookline.svc, false",
        "hooks, false",
        "'', false",
    })
    void onlyServicesOfHookServersAreAnsweredByTheirNames(String authority, boolean expected) {
        assertThat(HookServers.isAuthority(authority)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"shop, shop-hooks", "a-b, a-b-hooks"})
    void aProjectHasAServiceOfItsOwn(String project, String service) {
        assertThat(HookServers.serviceOf(project)).isEqualTo(service);
        assertThat(HookServers.isService(service, "hookline")).isTrue();
    }
}
