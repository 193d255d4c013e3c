package io.hookline.watcher;

import io.hookline.hook.AnswerCodec;
import io.hookline.hook.ControllerType;
import io.hookline.hook.HookClient;
import io.hookline.hook.HookException;
import io.hookline.hook.HookReply;
import io.hookline.hook.HookRequest;
import io.hookline.hook.HookType;
import io.hookline.hook.HookVersion;
import io.hookline.hook.ObjectGroups;
import io.hookline.hook.SyncAnswer;
import io.hookline.object.DecodeException;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.spec.CompositeController;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.Hooks.Hook;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks the hooks of one controller. Thread-safe. */
final class HookCalls implements AutoCloseable {

    /** A hook that can be called. */
    private record Callable(HookType type, HookVersion version, boolean strict, HookClient client) {}

    private final ControllerSpec spec;
    private final ControllerType controllerType;
    private final KubeObject controller;
    private final List<HookClient> clients = new ArrayList<>();
    private final @Nullable Callable sync;
    private final @Nullable Callable finalizing;
    private final @Nullable Callable customize;

    HookCalls(ControllerSpec spec, HookConnector connector) {
        this.spec = spec;
        this.controllerType = spec instanceof CompositeController ? ControllerType.COMPOSITE : ControllerType.DECORATOR;
        this.controller = asHooksSeeIt(spec.source());
        this.sync = connect(HookType.SYNC, spec.hooks().sync(), connector);
        this.finalizing = connect(HookType.FINALIZE, spec.hooks().finalizing(), connector);
        this.customize = connect(HookType.CUSTOMIZE, spec.hooks().customize(), connector);
    }

    /** Upstream never has a status in it, and hooks may compare. */
    private static KubeObject asHooksSeeIt(KubeObject source) {
        var tree = source.tree();
        tree.set("status", Json.NODES.objectNode());
        return KubeObject.of(tree);
    }

    private @Nullable Callable connect(HookType type, Optional<Hook> hook, HookConnector connector) {
        if (hook.isEmpty() || hook.get().webhook().isEmpty()) {
            return null;
        }
        HookVersion version = hook.get().version() == 2 ? HookVersion.V2 : HookVersion.V1;
        HookClient client = connector.connect(spec, type, hook.get());
        clients.add(client);
        return new Callable(type, version, hook.get().webhook().get().strict(), client);
    }

    ControllerType controllerType() {
        return controllerType;
    }

    /** Whether there is a finalize hook that can be called. */
    boolean canFinalize() {
        return finalizing != null;
    }

    /** Whether there is a customize hook that can be called. */
    boolean canCustomize() {
        return customize != null;
    }

    /** Which notation related objects are asked for in; 1 without a sync hook. */
    HookVersion version(boolean finalizes) {
        Callable hook = finalizes ? finalizing : sync;
        return hook == null ? HookVersion.V1 : hook.version();
    }

    /**
     * Asks the sync hook, or the finalize hook.
     *
     * @return empty if the controller has no such hook
     * @throws SyncException in upstream's words, if there is no usable answer
     */
    Optional<Asked> ask(KubeObject parent, ObjectGroups children, ObjectGroups related, boolean finalizes)
            throws InterruptedException {
        Callable hook = finalizes ? finalizing : sync;
        if (hook == null) {
            return Optional.empty();
        }
        HookRequest request = new HookRequest(
                hook.type(), hook.version(), controllerType, controller, parent, children, related, finalizes);
        try {
            return Optional.of(
                    switch (hook.client().call(request)) {
                        case HookReply.Later later -> new Asked.Later(later);
                        case HookReply.Answered answered ->
                            new Asked.Answer(new AnswerCodec(controllerType, hook.version(), hook.strict())
                                    .decodeSync(hook.type(), answered.body()));
                    });
        } catch (HookException | DecodeException e) {
            throw new SyncException(
                    "sync hook failed for " + parent + ": " + hook.type().text() + " hook failed (version="
                            + hook.version().text() + ")",
                    e);
        }
    }

    /** What came back. */
    sealed interface Asked {
        /** A decoded answer. */
        record Answer(SyncAnswer answer) implements Asked {}

        /** Not now. */
        record Later(HookReply.Later reply) implements Asked {}
    }

    @Override
    public void close() {
        clients.forEach(HookClient::close);
    }
}
