package io.hookline.spec;

import io.hookline.spec.DeletionGuard.Limit;

/**
 * How a new version of a controller's sync hook reaches parents that nothing else wakes.
 *
 * @param maxPerMinute how many parents are synced for it in a minute; at least 1
 * @param pauseOnFailure how many of the parents that were synced with it, or which share of them, may fail before it pauses
 */
public record HookRolloutRule(int maxPerMinute, Limit pauseOnFailure) {

    /** The field of a controller's spec, and of its status, which tells the next watcher about a pause. */
    public static final String FIELD = "hookRollout";

    /** A thousand parents in less than two minutes, noticing included; a fifth of them is no accident. */
    public static final HookRolloutRule DEFAULTS = new HookRolloutRule(900, new Limit(20, true));

    /** Decodes the rule. */
    static HookRolloutRule decode(FieldReader rule) {
        int perMinute = rule.integer("maxPerMinute").orElse(DEFAULTS.maxPerMinute);
        if (perMinute < 1) {
            throw rule.wrong("maxPerMinute", "must be at least 1, was " + perMinute);
        }
        return new HookRolloutRule(
                perMinute, Limit.decode(rule, "pauseOnFailure").orElse(DEFAULTS.pauseOnFailure));
    }
}
