package io.hookline.watcher.sync;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.HookType;
import io.hookline.spec.ControllerSpec;
import io.hookline.watcher.event.EventRecorder;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports changed credentials that cannot be used: once for all hooks of a controller that have the same problem, and once when it is
 * fixed. Thread-safe.
 */
final class CredentialReports {

    private static final Logger LOG = LoggerFactory.getLogger(CredentialReports.class);

    private final ControllerSpec spec;
    private final EventRecorder events;

    /** The present problems; guarded by this. */
    private final Map<HookType, String> problems = new EnumMap<>(HookType.class);

    CredentialReports(ControllerSpec spec, EventRecorder events) {
        this.spec = spec;
        this.events = events;
    }

    /** Reports that new credentials of a hook cannot be used, or that its credentials can be used again. */
    synchronized void changed(HookType hook, Optional<String> problem) {
        problem.ifPresent(why -> {
            if (!problems.containsValue(why)) {
                broken(why);
            }
        });
        String before = problem.isPresent() ? problems.put(hook, problem.get()) : problems.remove(hook);
        if (before != null && problems.isEmpty()) {
            recovered();
        }
    }

    private void broken(String why) {
        LOG.atWarn()
                .addKeyValue("controller", ControllerName.of(spec.source()))
                .addKeyValue("error", why)
                .log("changed credentials of a hook cannot be used, calling with the last valid ones");
        events.warning(
                spec.source(),
                "CredentialsError",
                "Changed credentials cannot be used, hooks are called with the last valid ones: " + why);
    }

    private void recovered() {
        LOG.atInfo()
                .addKeyValue("controller", ControllerName.of(spec.source()))
                .log("credentials of the hooks can be used again");
        events.normal(spec.source(), "CredentialsRecovered", "Credentials of the hooks can be used again");
    }
}
