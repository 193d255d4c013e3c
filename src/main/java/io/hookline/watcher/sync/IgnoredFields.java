package io.hookline.watcher.sync;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.KubeObject;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs the fields of answers that are ignored: a warning once for each version of a hook, since every answer of it has
 * them. Thread-safe.
 */
final class IgnoredFields {

    private static final Logger LOG = LoggerFactory.getLogger(IgnoredFields.class);

    /** A hook that names its fields by data must not fill the memory. */
    private static final int MAX = 100;

    private final ControllerName controller;
    private final ControllerType type;
    private final BiConsumer<KubeObject, String> events;
    private final Set<Warning> reported = new LinkedHashSet<>();

    private record Warning(HookType hook, String text) {}

    /** @param events receives a parent with a warning that is also reported as an event of it */
    IgnoredFields(ControllerName controller, ControllerType type, BiConsumer<KubeObject, String> events) {
        this.events = events;
        this.controller = controller;
        this.type = type;
    }

    /**
     * Reports an ignored field. This is an error in strict mode only, but it helps to find a mistyped field.
     *
     * @param deletesAll whether the answer has no children
     */
    void report(HookType hook, KubeObject parent, String warning, boolean deletesAll) {
        LoggingEventBuilder line = LOG.atLevel(level(hook, warning))
                .addKeyValue("controller", controller)
                .addKeyValue("parent", parent)
                .addKeyValue("hook", hook.text());
        String other = (type == ControllerType.COMPOSITE ? ControllerType.DECORATOR : ControllerType.COMPOSITE)
                .childrenField();
        if (deletesAll && warning.equals("unknown field \"" + other + "\"")) {
            line.addKeyValue("returned", other)
                    .addKeyValue("needed", type.childrenField())
                    .log("the hook returned the children in a field that is ignored, so all children are deleted:"
                            + " rename the field");
        } else {
            line.addKeyValue("warning", warning).log("part of the hook's answer is ignored");
        }
        if (hook == HookType.CUSTOMIZE) { // a rule without one of its fields selects more than its author means
            events.accept(parent, "part of the customize hook's answer is ignored: " + warning);
        }
    }

    /** A version of the hook was replaced: the fields of the new one are reported again. */
    void forget() {
        synchronized (reported) {
            reported.clear();
        }
    }

    private Level level(HookType hook, String text) {
        synchronized (reported) {
            boolean isNew = reported.size() < MAX && reported.add(new Warning(hook, text));
            return isNew ? Level.WARN : Level.DEBUG;
        }
    }
}
