package io.hookline.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** How tests wait for a fact: they look often, and for so long that only a hang takes longer, also on a busy machine. */
public final class Patience implements BeforeAllCallback {

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
        Awaitility.setDefaultPollInterval(Duration.ofMillis(20));
        Awaitility.setDefaultPollDelay(Duration.ZERO);
    }
}
