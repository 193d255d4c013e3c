package io.hookline.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.webhook.WebhookClients.LocalHooks;
import java.net.URI;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LocalHooksTest {

    private static final InProcessHooks NOBODY = (_, _) -> {
        throw new AssertionError("must not be called");
    };

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            http://hooks.hookline/a      | true
            http://hooks.hookline:80/a   | true
            http://HOOKS.hookline:80/a   | true
            http://hooks.hookline:8080/a | false
            http://127.0.0.1:8080/a      | true
            http://127.0.0.1/a           | false
            http://other/a               | false
            http://my_hooks:9/a          | true
            http://my_hooks/a            | false
            """)
    void localHooksAnswerForTheirHosts(String url, boolean local) {
        LocalHooks hooks = new LocalHooks(
                NOBODY, Set.of("hooks.hookline:80", "hooks.hookline", "127.0.0.1:8080", "my_hooks:9")::contains);
        assertThat(hooks.answer(URI.create(url))).isEqualTo(local);
    }
}
