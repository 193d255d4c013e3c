package io.hookline.watcher.event;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ForwardingCluster;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.trace.Trace;
import java.util.LinkedHashSet;
import java.util.Optional;
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

    /** The cluster for one controller: reports the warnings about its writes, and counts them in the trace of the sync. */
    public static final class WarnedCluster extends ForwardingCluster {

        private final ApiWarnings warnings;

        /** Wraps the cluster of a controller. */
        public WarnedCluster(Cluster next, ApiWarnings warnings) {
            super(next);
            this.warnings = warnings;
        }

        private WriteOptions listening(WriteOptions options, ApiResource resource, ObjectKey key) {
            return options.warning(text -> warnings.warned(resource, key, text));
        }

        private static <T> T counted(T written, boolean dryRun) {
            Trace trace = Trace.current();
            if (trace != null && !dryRun) {
                trace.wrote();
            }
            return written;
        }

        @Override
        public KubeObject create(ApiResource resource, KubeObject object, WriteOptions options) {
            return counted(next.create(resource, object, listening(options, resource, object.key())), options.dryRun());
        }

        @Override
        public KubeObject update(ApiResource resource, KubeObject object, WriteOptions options) {
            return counted(next.update(resource, object, listening(options, resource, object.key())), options.dryRun());
        }

        @Override
        public KubeObject patch(ApiResource resource, ObjectKey key, Patch patch, WriteOptions options) {
            return counted(next.patch(resource, key, patch, listening(options, resource, key)), options.dryRun());
        }

        @Override
        public Optional<KubeObject> delete(ApiResource resource, ObjectKey key, DeleteOptions options) {
            return counted(next.delete(resource, key, options), options.dryRun());
        }
    }
}
