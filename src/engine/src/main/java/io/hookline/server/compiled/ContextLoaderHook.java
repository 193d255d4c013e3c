package io.hookline.server.compiled;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Sets the class loader of a hook as that of the calling thread during calls. Libraries find classes and services by it, and must
 * not find those of the server.
 */
public final class ContextLoaderHook implements HookProgram {

    private final HookProgram hook;
    private final ClassLoader loader;

    /** Wraps a hook whose classes a loader has loaded. */
    public ContextLoaderHook(HookProgram hook, ClassLoader loader) {
        this.hook = hook;
        this.loader = loader;
    }

    @Override
    public Set<HookType> types() {
        return hook.types();
    }

    @Override
    public Optional<JsonNode> parentShape() {
        return hook.parentShape();
    }

    @Override
    public HookReply call(HookType type, byte[] request, Optional<Instant> now) throws InterruptedException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return hook.call(type, request, now);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    public void close() {
        hook.close();
    }
}
