package io.hookline.watcher.condition;

import io.hookline.watcher.condition.Condition.Status;
import io.hookline.watcher.condition.ControllerFacts.Caches;
import io.hookline.watcher.condition.ControllerFacts.Parents;
import io.hookline.watcher.condition.ControllerFacts.Refused;
import io.hookline.watcher.condition.ControllerFacts.Rollout;
import io.hookline.watcher.condition.ControllerFacts.Running;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Computes the conditions of a controller. Pure. */
final class ControllerConditions {

    /** A message is for a glance. */
    private static final int MAX_UNSETTLED = 5;

    private static final String UNCHECKED = "not checked, since the controller was not started";
    private static final Set<Reason> OF_SPEC = Set.of(Reason.INVALID_SPEC, Reason.NAME_TOO_LONG);
    private static final Set<Reason> OF_KINDS =
            Set.of(Reason.RESOURCE_NOT_FOUND, Reason.NO_DEFINITION, Reason.NO_STATUS);

    private ControllerConditions() {}

    /** All conditions, {@code Ready} first. */
    public static List<Condition> of(ControllerFacts facts) {
        List<Condition> parts = new ArrayList<>(
                switch (facts.state()) {
                    case Refused refused -> ofRefused(refused, facts.ignored());
                    case Running running -> ofRunning(running, facts.ignored());
                });
        Condition ready = ready(facts.state(), parts);
        List<Condition> all = new ArrayList<>();
        all.add(facts.paused() ? whilePaused(ready) : ready);
        all.addAll(parts);
        all.add(paused(facts.paused()));
        if (facts.state() instanceof Running running) {
            running.parents().held().map(ControllerConditions::held).ifPresent(all::add);
            settling(running.unsettled()).ifPresent(all::add);
            running.rollout().map(each -> rolledOut(each, running.parents())).ifPresent(all::add);
        }
        return all;
    }

    private static List<Condition> ofRefused(Refused refused, List<String> ignored) {
        Reason reason = refused.reason();
        String message = refused.message();
        boolean accepted = !OF_SPEC.contains(reason);
        return List.of(
                accepted ? valid(ignored) : new Condition(Condition.Type.ACCEPTED, Status.FALSE, reason, message),
                OF_KINDS.contains(reason)
                        ? new Condition(Condition.Type.RESOURCES_RESOLVED, Status.FALSE, reason, message)
                        : unchecked(Condition.Type.RESOURCES_RESOLVED),
                reason == Reason.REQUEST_DENIED
                        ? new Condition(Condition.Type.PERMISSIONS_READY, Status.FALSE, reason, message)
                        : unchecked(Condition.Type.PERMISSIONS_READY),
                noCallYet());
    }

    private static Condition unchecked(Condition.Type type) {
        return new Condition(type, Status.UNKNOWN, Reason.NOT_CHECKED, UNCHECKED);
    }

    private static Condition valid(List<String> ignored) {
        if (!ignored.isEmpty()) {
            String message = "ignored: " + String.join("; ", ignored);
            return new Condition(Condition.Type.ACCEPTED, Status.TRUE, Reason.UNKNOWN_FIELDS, message).withAdvice();
        }
        return new Condition(Condition.Type.ACCEPTED, Status.TRUE, Reason.VALID, "the spec is valid");
    }

    private static Condition noCallYet() {
        return new Condition(
                Condition.Type.HOOKS_REACHABLE,
                Status.UNKNOWN,
                Reason.NO_CALL_YET,
                "no hook was called since the controller was started");
    }

    private static List<Condition> ofRunning(Running running, List<String> ignored) {
        return List.of(valid(ignored), resources(running.caches()), permissions(running), hooks(running));
    }

    private static Condition resources(Caches caches) {
        return caches.missing().isEmpty()
                ? new Condition(
                        Condition.Type.RESOURCES_RESOLVED,
                        Status.TRUE,
                        Reason.ALL_FOUND,
                        "the API server serves all kinds")
                : new Condition(
                        Condition.Type.RESOURCES_RESOLVED,
                        Status.FALSE,
                        Reason.RESOURCE_NOT_FOUND,
                        String.join("; ", caches.missing()));
    }

    private static Condition permissions(Running running) {
        List<String> reads = running.caches().denied();
        if (!reads.isEmpty()) {
            return denied(Reason.WATCH_DENIED, String.join("; ", reads));
        }
        return running.parents()
                .denied()
                .map(request -> denied(Reason.REQUEST_DENIED, request))
                .orElseGet(() -> new Condition(
                        Condition.Type.PERMISSIONS_READY, Status.TRUE, Reason.NOTHING_DENIED, "no request was denied"));
    }

    private static Condition denied(Reason reason, String message) {
        return new Condition(Condition.Type.PERMISSIONS_READY, Status.FALSE, reason, message);
    }

    private static Condition hooks(Running running) {
        return switch (running.hooks()) {
            case ObservedCalls.NoCallYet() -> noCallYet();
            case ObservedCalls.AllAnswered() -> answered();
            case ObservedCalls.Failed(String message) -> callFailed(message);
            // The server answers for the other parents, as far as is known.
            case ObservedCalls.FailedForOne(String message) ->
                allFail(running.parents()) ? callFailed(message) : answered();
        };
    }

    private static Condition answered() {
        return new Condition(
                Condition.Type.HOOKS_REACHABLE, Status.TRUE, Reason.ANSWERED, "each hook that was called answers");
    }

    private static Condition callFailed(String message) {
        return new Condition(Condition.Type.HOOKS_REACHABLE, Status.FALSE, Reason.CALL_FAILED, message);
    }

    private static boolean allFail(Parents parents) {
        return parents.failing() >= parents.count();
    }

    /** Names the first condition that is not met; the others are checked only if these are. */
    private static Condition ready(ControllerFacts.State state, List<Condition> parts) {
        Optional<Condition> wrong =
                parts.stream().filter(part -> part.status() == Status.FALSE).findFirst();
        if (wrong.isPresent()) {
            Condition first = wrong.get();
            return new Condition(Condition.Type.READY, Status.FALSE, first.reason(), first.message()).withAdvice();
        }
        return switch (state) {
            case Refused(Reason reason, String message) ->
                new Condition(Condition.Type.READY, Status.FALSE, reason, message).withAdvice();
            case Running running -> ready(running);
        };
    }

    private static Condition ready(Running running) {
        Caches caches = running.caches();
        Parents parents = running.parents();
        if (!caches.complete()) { // of complete caches, only those of parents count, and only if they fail for long
            return caches.failing().isEmpty()
                    ? ready(Status.UNKNOWN, Reason.STARTING, "the caches are not complete yet")
                    : ready(Status.FALSE, Reason.CACHE_FAILED, String.join("; ", caches.failing()));
        }
        if (!caches.blind().isEmpty()) {
            return ready(
                    Status.FALSE,
                    Reason.CACHE_FAILED,
                    "changes of parents are not seen: " + String.join("; ", caches.blind()));
        }
        if (parents.failing() > 0) {
            return failing(parents);
        }
        if (parents.count() > 0 && running.hooks() instanceof ObservedCalls.NoCallYet) {
            return ready(Status.UNKNOWN, Reason.STARTING, "no hook has answered yet");
        }
        return ready(Status.TRUE, Reason.RUNNING, "the controller runs");
    }

    private static Condition failing(Parents parents) {
        boolean all = allFail(parents);
        String message = (all ? "the last sync of every parent failed" : "the last sync of some parents failed")
                + parents.failure().map(text -> ", for example: " + text).orElse("");
        return ready(
                all ? Status.FALSE : Status.TRUE, all ? Reason.ALL_PARENTS_FAIL : Reason.SOME_PARENTS_FAIL, message);
    }

    private static Condition ready(Status status, Reason reason, String message) {
        return new Condition(Condition.Type.READY, status, reason, message).withAdvice();
    }

    /** A pause changes no result, so the status stays, as in other controllers that can be suspended. */
    private static Condition whilePaused(Condition ready) {
        String before = ready.status() == Status.TRUE ? "" : "; " + ready.message();
        return new Condition(
                Condition.Type.READY,
                ready.status(),
                Reason.PAUSED,
                "no parent is synced: " + Reason.PAUSED.advice() + before);
    }

    private static Condition paused(boolean paused) {
        return paused
                ? new Condition(Condition.Type.PAUSED, Status.TRUE, Reason.PAUSED, "no parent is synced").withAdvice()
                : new Condition(Condition.Type.PAUSED, Status.FALSE, Reason.NOT_PAUSED, "parents are synced");
    }

    /** Only while there are such writes, and no part of {@code Ready}: everything is written, only later. */
    private static Optional<Condition> settling(List<String> unsettled) {
        if (unsettled.isEmpty()) {
            return Optional.empty();
        }
        int more = unsettled.size() - MAX_UNSETTLED;
        String message = unsettled.stream().limit(MAX_UNSETTLED).collect(Collectors.joining("; "))
                + (more > 0 ? "; and " + more + " more" : "");
        return Optional.of(
                new Condition(Condition.Type.SETTLING, Status.FALSE, Reason.NEVER_SETTLES, message).withAdvice());
    }

    /** No part of {@code Ready}: parents that are at another version keep what they have. */
    private static Condition rolledOut(Rollout rollout, Parents parents) {
        String message = rollout.parents() + " of " + parents.count() + " parents at " + rollout.version();
        if (!rollout.active()) {
            return new Condition(Condition.Type.HOOK_ROLLED_OUT, Status.TRUE, Reason.ROLLED_OUT, message);
        }
        return rollout.problem()
                .map(problem -> new Condition(
                                Condition.Type.HOOK_ROLLED_OUT,
                                Status.FALSE,
                                Reason.ROLLOUT_PAUSED,
                                message + "; " + problem)
                        .withAdvice())
                .orElseGet(
                        () -> new Condition(Condition.Type.HOOK_ROLLED_OUT, Status.FALSE, Reason.ROLLING_OUT, message));
    }

    private static Condition held(String message) {
        return new Condition(Condition.Type.DELETION_HELD, Status.TRUE, Reason.TOO_MANY_DELETIONS, message);
    }
}
