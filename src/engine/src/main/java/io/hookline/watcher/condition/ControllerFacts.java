package io.hookline.watcher.condition;

import java.util.List;
import java.util.Optional;

/**
 * What is known of a controller at one time.
 *
 * @param generation of the spec that this is about
 * @param paused whether its annotation pauses it
 * @param ignored the unknown fields of its spec
 */
public record ControllerFacts(long generation, boolean paused, List<String> ignored, State state) {

    public ControllerFacts {
        ignored = List.copyOf(ignored);
    }

    /** Without unknown fields. */
    public ControllerFacts(long generation, boolean paused, State state) {
        this(generation, paused, List.of(), state);
    }

    /** Whether it runs. */
    public sealed interface State {}

    /**
     * It cannot start.
     *
     * @param message names the place and the problem
     */
    public record Refused(Reason reason, String message) implements State {}

    /**
     * It was started.
     *
     * @param unsettled what is wrong with each object whose writes are slowed down, since they never end
     * @param rollout how far the version of the sync hook has got; empty if it has none
     */
    public record Running(
            Caches caches,
            ObservedCalls.State hooks,
            Parents parents,
            List<String> unsettled,
            Optional<Rollout> rollout)
            implements State {
        public Running {
            unsettled = List.copyOf(unsettled);
        }

        /** With objects that all settle, and a hook without a version. */
        public Running(Caches caches, ObservedCalls.State hooks, Parents parents) {
            this(caches, hooks, parents, List.of(), Optional.empty());
        }
    }

    /**
     * How far a version of a hook has got.
     *
     * @param parents how many parents were last synced with it
     * @param active whether others are to follow
     * @param problem why they do not; empty if nothing keeps them from it
     */
    public record Rollout(String version, int parents, boolean active, Optional<String> problem) {}

    /**
     * The caches of a controller.
     *
     * @param missing lists and watches that fail because a kind is not served, in the words of the log
     * @param denied lists and watches that are denied, in the words of the log
     * @param failing lists and watches that fail for another reason
     * @param blind those of parents that have failed for long, for another reason: changes of parents are not seen
     * @param complete whether all were complete once
     */
    public record Caches(
            List<String> missing, List<String> denied, List<String> failing, List<String> blind, boolean complete) {
        public Caches {
            missing = List.copyOf(missing);
            denied = List.copyOf(denied);
            failing = List.copyOf(failing);
            blind = List.copyOf(blind);
        }
    }

    /**
     * The parents of a controller.
     *
     * @param count how many there are
     * @param failing how many of them failed in their last sync
     * @param failure one of these failures
     * @param denied the denied request of one of these failures
     * @param held the deletions of one of them that are held until a user allows them
     */
    public record Parents(
            int count, int failing, Optional<String> failure, Optional<String> denied, Optional<String> held) {}
}
