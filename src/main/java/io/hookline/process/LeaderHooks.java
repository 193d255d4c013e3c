package io.hookline.process;

import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.watcher.model.HookConnector;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Calls a hook only while this process is the leader: hooks may have effects outside of the cluster. */
record LeaderHooks(HookClient hook, BooleanSupplier isLeader) implements HookClient {

    static HookConnector of(HookConnector hooks, BooleanSupplier isLeader) {
        return (controller, type, hook, problems) ->
                new LeaderHooks(hooks.connect(controller, type, hook, problems), isLeader);
    }

    @Override
    public HookReply call(HookRequest request) throws InterruptedException {
        if (!isLeader.getAsBoolean()) {
            throw new HookException("the hook was not called: this process is not the leader");
        }
        return hook.call(request);
    }

    @Override
    public Optional<String> servedVersion() throws InterruptedException {
        return hook.servedVersion();
    }

    @Override
    public void close() {
        hook.close();
    }
}
