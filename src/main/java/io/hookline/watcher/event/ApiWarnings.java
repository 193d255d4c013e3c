package io.hookline.watcher.event;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports warnings of the API server about writes of one controller, such as fields that it dropped: each warning once for each
 * resource, in the log and as an event on the controller. The memory is bounded. Thread-safe.
 */
public final class ApiWarnings {

    private static final Logger LOG = LoggerFactory.getLogger(ApiWarnings.class);

    /** The maximum number of warnings that are remembered; an older one may be reported again. */
    private static final int MAX_REPORTED = 500;

    /** Positions in lists and the like, which differ between equal warnings. */
    private static final Pattern NUMBERS = Pattern.compile("[0-9]+");

    private final KubeObject controller;
    private final EventRecorder events;
    private final Set<String> reported = new LinkedHashSet<>();

    public ApiWarnings(KubeObject controller, EventRecorder events) {
        this.controller = controller;
        this.events = events;
    }

    void warned(ApiResource resource, ObjectKey key, String text) {
        if (isNew(resource.plural() + " " + NUMBERS.matcher(text).replaceAll("0"))) {
            LOG.atWarn()
                    .addKeyValue("controller", ControllerName.of(controller))
                    .addKeyValue("object", resource.kind() + " " + key)
                    .addKeyValue("warning", text)
                    .log("the API server warned of a write");
            events.warning(
                    controller,
                    "APIWarning",
                    "The API server warned of a write to " + resource.kind() + " " + key + ": " + text);
        }
    }

    private synchronized boolean isNew(String warning) {
        if (!reported.add(warning)) {
            return false;
        }
        if (reported.size() > MAX_REPORTED) {
            reported.remove(reported.iterator().next());
        }
        return true;
    }

    /** Reports all warnings again, since they are about what a changed hook returned. */
    public synchronized void forget() {
        reported.clear();
    }
}
