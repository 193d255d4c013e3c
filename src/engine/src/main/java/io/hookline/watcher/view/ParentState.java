package io.hookline.watcher.view;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.KubeObject;
import io.hookline.trace.Causes;
import io.hookline.watcher.model.ParentKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A parent of one controller now.
 *
 * @param parent as cached; empty if it does not exist
 * @param children what it controls of the kinds of the controller's children, as cached
 * @param problems what keeps it from its desired state though no sync fails, each with what to do
 * @param warnings of the API server about the last writes of its children and its status
 */
public record ParentState(
        ControllerName controller,
        ParentKey key,
        Optional<KubeObject> parent,
        Now now,
        List<KubeObject> children,
        List<String> problems,
        List<String> warnings) {

    /** A parent of which no problem is known. */
    public ParentState(
            ControllerName controller, ParentKey key, Optional<KubeObject> parent, Now now, List<KubeObject> children) {
        this(controller, key, parent, now, children, List.of(), List.of());
    }

    public ParentState {
        children = List.copyOf(children);
        problems = List.copyOf(problems);
        warnings = List.copyOf(warnings);
    }

    /** What happens to a parent now, or what it waits for. */
    public sealed interface Now {}

    /** A worker syncs it. */
    public record Syncing(Duration since) implements Now {}

    /** It is in the queue. */
    public record Queued(Duration since) implements Now {}

    /**
     * It is paused.
     *
     * @param controller whether the annotation of the controller pauses all its parents
     */
    public record Paused(boolean controller) implements Now {}

    /**
     * A paused rollout of the hook has not reached it: the hook is called when the parent itself changes.
     *
     * @param why the version, and why its rollout is paused
     */
    public record KeptBack(String why) implements Now {}

    /** The cache does not show yet what was written last. */
    public record AwaitsCache(Duration atMost) implements Now {}

    /**
     * The last sync was not successful, and is tried again.
     *
     * @param failures how often it failed in a row; 0 if it was put off without a failure
     */
    public record Retrying(int failures, Duration in) implements Now {}

    /**
     * Everything is done.
     *
     * @param next when it is synced without a change; empty for never
     * @param why the causes of that sync, such as {@code resync}
     */
    public record Done(Optional<Duration> next, Causes why) implements Now {}

    /**
     * It is being deleted, and the finalize hook is not done.
     *
     * @param since the request to delete it
     * @param answers how often the hook answered so
     * @param next when it is called again without a change; empty for never
     * @param why the causes of that call
     */
    public record Finalizing(Duration since, int answers, Optional<Duration> next, Causes why) implements Now {}

    /**
     * The controller does not select it.
     *
     * @param why what of the selector it does not meet
     */
    public record NotSelected(String why) implements Now {}

    /** The controller does not run. */
    public record NotRunning(String why) implements Now {}

    /** It does not exist, or not any more. */
    public record Missing() implements Now {}
}
