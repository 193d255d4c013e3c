package io.hookline.watcher.event;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ForwardingCluster;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.MessageText;
import io.hookline.object.ObjectKey;
import io.hookline.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports warnings of the API server about writes of one controller, such as fields that it dropped: each warning once for each
 * resource, in the log and as an event on the controller. Knows those about the last write of an object. The memory is bounded.
 * Thread-safe.
 */
public final class ApiWarnings {

    private static final Logger LOG = LoggerFactory.getLogger(ApiWarnings.class);

    /** The maximum number of warnings that are remembered; an older one may be reported again. */
    private static final int MAX_REPORTED = 500;

    /** The maximum number of objects whose warnings are known; an older one is forgotten. */
    private static final int MAX_OBJECTS = 500;

    private static final int MAX_TEXT = 300;

    /** Positions in lists and the like, which differ between equal warnings. */
    private static final Pattern NUMBERS = Pattern.compile("[0-9]+");

    private final KubeObject controller;
    private final EventRecorder events;
    private final Set<String> reported = new LinkedHashSet<>();
    private final Map<Written, String> last = new LinkedHashMap<>();

    /** What was written: an object, or a subresource of it. */
    private record Written(GroupVersionKind kind, ObjectKey key, String subresource) {}

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

    private synchronized void wrote(Written what, List<String> texts) {
        last.remove(what);
        if (!texts.isEmpty()) {
            last.put(what, MessageText.shortened(String.join("; ", texts), MAX_TEXT));
        }
        if (last.size() > MAX_OBJECTS) {
            last.remove(last.keySet().iterator().next());
        }
    }

    /**
     * The warnings about the last write of an object.
     *
     * @param subresource {@code status}, or empty for the object itself
     */
    public synchronized Optional<String> ofLastWrite(KubeObject object, String subresource) {
        return Optional.ofNullable(last.get(new Written(object.gvk(), object.key(), subresource)));
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

        private KubeObject written(
                ApiResource resource, ObjectKey key, WriteOptions options, Function<WriteOptions, KubeObject> write) {
            List<String> texts = new ArrayList<>();
            KubeObject now = counted(
                    write.apply(options.warning(text -> {
                        texts.add(text);
                        warnings.warned(resource, key, text);
                    })),
                    options.dryRun());
            if (!options.dryRun()) {
                warnings.wrote(new Written(resource.gvk(), key, options.subresource()), texts);
            }
            return now;
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
            return written(resource, object.key(), options, listening -> next.create(resource, object, listening));
        }

        @Override
        public KubeObject update(ApiResource resource, KubeObject object, WriteOptions options) {
            return written(resource, object.key(), options, listening -> next.update(resource, object, listening));
        }

        @Override
        public KubeObject patch(ApiResource resource, ObjectKey key, Patch patch, WriteOptions options) {
            return written(resource, key, options, listening -> next.patch(resource, key, patch, listening));
        }

        @Override
        public Optional<KubeObject> delete(ApiResource resource, ObjectKey key, DeleteOptions options) {
            return counted(next.delete(resource, key, options), options.dryRun());
        }
    }
}
