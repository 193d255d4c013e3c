package io.hookline.informer;

import io.hookline.object.ApiResource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** One subscription to a shared informer. */
final class SharedSubscription implements Subscription {
    private final ApiResource resource;
    private final Informer informer;
    private final HandlerRegistry.Member member;
    private final Runnable onClose;
    private final AtomicBoolean open = new AtomicBoolean(true);

    /** The actions that wait for flags of the informer. */
    private final Map<Runnable, ResettableLatch> waiting = new ConcurrentHashMap<>();

    /**
     * Joins an informer.
     *
     * @param resource as the subscriber named it
     * @param onClose called once, after the handler was removed
     */
    SharedSubscription(ApiResource resource, Informer informer, HandlerRegistry.Member member, Runnable onClose) {
        this.resource = resource;
        this.informer = informer;
        this.member = member;
        this.onClose = onClose;
    }

    @Override
    public ApiResource resource() {
        return resource;
    }

    @Override
    public ObjectStore store() {
        return informer.cache().store();
    }

    @Override
    public boolean isSynced() {
        return member.joined().isSet() && informer.cache().synced().isSet();
    }

    @Override
    public void whenSynced(Runnable action) {
        // A caller that reads the store before its handler has joined would miss the changes in between.
        when(member.joined(), () -> when(informer.cache().synced(), action));
    }

    /** Runs an action while this is open. It does not stay in the informer longer, which others may use for ever. */
    private void when(ResettableLatch flag, Runnable action) {
        Runnable once = new Runnable() {
            @Override
            public void run() {
                waiting.remove(this);
                if (open.get()) {
                    action.run();
                }
            }
        };
        waiting.put(once, flag);
        flag.whenSet(once);
        if (!open.get()) {
            forgetActions();
        }
    }

    private void forgetActions() {
        waiting.forEach((action, flag) -> flag.remove(action));
        waiting.clear();
    }

    @Override
    public Optional<String> trouble() {
        return informer.health().failure();
    }

    @Override
    public void whenTroubled(Runnable action) {
        when(informer.health().failing(), action);
    }

    @Override
    public Optional<String> refusal() {
        return informer.health().refusal();
    }

    @Override
    public Optional<String> denial() {
        return informer.health().denial();
    }

    @Override
    public void whenRefused(Runnable action) {
        when(informer.health().refused(), action);
    }

    @Override
    public Optional<String> outage() {
        return informer.health().outage();
    }

    @Override
    public void whenOut(Runnable action) {
        when(informer.health().out(), action);
    }

    @Override
    public void whenRecovered(Runnable action) {
        when(informer.health().recovered(), action);
    }

    @Override
    public void close() {
        if (open.compareAndSet(true, false)) {
            forgetActions();
            informer.cache().handlers().leave(member);
            onClose.run();
        }
    }
}
