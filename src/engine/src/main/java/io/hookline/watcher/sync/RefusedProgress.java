package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.KubeObject;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the definition of one controller's parents does not allow the condition {@code RolloutProgressing}, which Metacontroller
 * does not have: a definition that fits what Metacontroller writes must not keep the rest of the status from being written.
 * Thread-safe.
 */
final class RefusedProgress {

    private static final Logger LOG = LoggerFactory.getLogger(RefusedProgress.class);

    private static final String CONDITIONS = "status.conditions";

    /** The field of an error that only says that other rules were not checked. */
    private static final String NO_FIELD = "<nil>";

    private final ControllerName controller;
    private final AtomicBoolean refused = new AtomicBoolean();

    RefusedProgress(ControllerName controller) {
        this.controller = controller;
    }

    /** Whether statuses are to be written without the condition. */
    boolean isKnown() {
        return refused.get();
    }

    /** Records that the API server refused a status, and took it without the condition. */
    void learned(KubeObject parent, ClusterException.Invalid why) {
        if (refused.compareAndSet(false, true)) {
            LOG.atWarn()
                    .addKeyValue("controller", controller)
                    .addKeyValue("parent", parent)
                    .addKeyValue("error", why.getMessage())
                    .log(
                            "each {} gets no condition {}, since its CRD does not allow it; to see how far rolling updates"
                                    + " are, allow it in status.conditions",
                            parent.kind(),
                            RolloutConditions.PROGRESSING);
        }
    }

    /** The definition has changed: it may allow the condition now. */
    void forget() {
        refused.set(false);
    }

    /** Whether nothing but the condition can be why a status was refused. A limit of the list counts, since it is one item more. */
    static boolean mayExplain(ClusterException.Invalid refusal, JsonNode status) {
        String condition = CONDITIONS + "[" + RolloutConditions.indexOfProgress(status) + "]";
        List<String> fields = refusal.details().stream()
                .map(ClusterException.Detail::field)
                .filter(field -> !field.equals(NO_FIELD))
                .toList();
        return !fields.isEmpty()
                && fields.stream()
                        .allMatch(field -> field.equals(CONDITIONS)
                                || field.equals(condition)
                                || field.startsWith(condition + "."));
    }
}
