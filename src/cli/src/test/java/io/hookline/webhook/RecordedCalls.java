package io.hookline.webhook;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Records the outcomes of calls. */
public final class RecordedCalls implements CallObserver {

    private final AtomicInteger inFlight = new AtomicInteger();
    private final List<Ending> outcomes = new CopyOnWriteArrayList<>();
    private final List<HookCall> calls = new CopyOnWriteArrayList<>();

    @Override
    public void started(HookCall call) {
        inFlight.incrementAndGet();
        calls.add(call);
    }

    @Override
    public void ended(HookCall call, Ending ending, Duration took) {
        inFlight.decrementAndGet();
        outcomes.add(ending);
    }

    /** The number of calls that have started and not ended. */
    public int inFlight() {
        return inFlight.get();
    }

    /** The outcomes of all calls that have ended. */
    public List<Ending> outcomes() {
        return outcomes;
    }

    /** All calls that have started. */
    public List<HookCall> calls() {
        return calls;
    }
}
