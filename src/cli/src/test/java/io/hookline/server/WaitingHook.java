package io.hookline.server;

import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.JsonText;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A hook that runs until the test releases it or it is interrupted. */
public final class WaitingHook implements HookProgram {
    private final CountDownLatch mayEnd;
    public final AtomicInteger running = new AtomicInteger();
    public final AtomicInteger most = new AtomicInteger();

    public WaitingHook(CountDownLatch mayEnd) {
        this.mayEnd = mayEnd;
    }

    @Override
    public Set<HookType> types() {
        return Set.of(HookType.SYNC);
    }

    @Override
    public HookReply call(HookType type, byte[] request, Optional<Instant> now) throws InterruptedException {
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        mayEnd.await();
        running.decrementAndGet();
        return new HookReply.Answered(JsonText.of("{}"));
    }
}
