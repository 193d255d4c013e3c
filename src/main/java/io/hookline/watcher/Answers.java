package io.hookline.watcher;

import io.hookline.apply.ContentHash;
import io.hookline.hook.SyncAnswer;
import io.hookline.reconcile.Outcome;
import java.util.List;
import java.util.Optional;

/** Follows what hooks answer: an answer that wants what is there already costs one look at its bytes. Thread-safe. */
final class Answers {

    private final HookCalls hooks;
    private final Effects effects;
    private final IdleTurns idle;
    private final ParentReconciler.Schedule schedule;

    Answers(HookCalls hooks, Effects effects, IdleTurns idle, ParentReconciler.Schedule schedule) {
        this.hooks = hooks;
        this.effects = effects;
        this.idle = idle;
        this.schedule = schedule;
    }

    /**
     * Reads an answer and carries it out.
     *
     * @throws SyncException if it is of no use, or something failed
     */
    Outcome follow(Question question, HookCalls.Asked.Answer asked) throws InterruptedException {
        ContentHash said = ContentHash.of(asked.body()::writeTo);
        Optional<IdleTurns.Idle> known = idle.find(question, said);
        if (known.isPresent()) {
            known.get().resyncAfter().ifPresent(after -> schedule.asHookWants(question.key(), after));
            return Outcome.awaitChange();
        }
        idle.forget(question.parent());
        SyncAnswer answer = hooks.read(asked, question.parent(), question.finalizes());
        // Also when what follows fails.
        answer.resyncAfter().ifPresent(after -> schedule.asHookWants(question.key(), after));
        Effects.Done done = effects.carryOut(new Turn(
                question.kind(),
                question.parent(),
                question.observed(),
                answer,
                question.finalizes(),
                List.copyOf(question.causes())));
        if (done.idle()) {
            idle.remember(question, said, answer);
        }
        return done.outcome();
    }
}
