package io.hookline.informer;

import io.hookline.object.ApiResource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** One subscription to a shared informer. */
final class SharedSubscription implements Subscription {
    private final ApiResource resource;
    private final Informer informer;
    private final HandlerRegistry.Member member;
    private final Runnable onClose;
    private final AtomicBoolean open = new AtomicBoolean(true);

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
        member.joined().whenSet(() -> informer.cache().synced().whenSet(whileOpen(action)));
    }

    private Runnable whileOpen(Runnable action) {
        return () -> {
            if (open.get()) {
                action.run();
            }
        };
    }

    @Override
    public Optional<String> trouble() {
        return informer.health().failure();
    }

    @Override
    public void whenTroubled(Runnable action) {
        informer.health().failing().whenSet(whileOpen(action));
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
        informer.health().refused().whenSet(whileOpen(action));
    }

    @Override
    public void whenRecovered(Runnable action) {
        informer.health().recovered().whenSet(whileOpen(action));
    }

    @Override
    public void close() {
        if (open.compareAndSet(true, false)) {
            informer.cache().handlers().leave(member);
            onClose.run();
        }
    }
}
