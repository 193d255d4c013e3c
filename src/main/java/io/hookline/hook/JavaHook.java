package io.hookline.hook;

import com.fasterxml.jackson.databind.JavaType;
import io.hookline.hook.codec.AnswerCodec;
import io.hookline.hook.codec.RequestCodec;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.RelatedRule;
import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes a {@link HookProgram} of hooks that are written in Java with this package.
 *
 * <pre>{@code
 * HookProgram hello = JavaHook.of(InstantSource.system(), new HelloHook());
 * }</pre>
 */
public final class JavaHook implements HookProgram {

    private final InstantSource clock;
    private final JsonBinding binding;
    private final Map<HookType, Registered> hooks = new EnumMap<>(HookType.class);

    private JavaHook(InstantSource clock, JsonBinding binding) {
        this.clock = clock;
        this.binding = binding;
    }

    /**
     * Makes a program of objects that implement one or more of the hook interfaces of this package.
     *
     * @param clock the time that {@link Sync#now} returns, unless a call names another one
     * @throws HookException if no object is a hook, if two objects implement the same hook, or if the type of a hook's
     *     parent cannot be determined (a lambda does not keep it)
     */
    public static JavaHook of(InstantSource clock, Object... hooks) {
        ClassLoader loader = hooks.length == 0
                ? JavaHook.class.getClassLoader()
                : hooks[0].getClass().getClassLoader();
        JavaHook program = new JavaHook(clock, new JsonBinding(loader));
        for (Object hook : hooks) {
            program.add(hook);
        }
        if (program.hooks.isEmpty()) {
            throw new HookException("no class here implements SyncHook, FinalizeHook, CustomizeHook, DecorateHook or"
                    + " UndecorateHook");
        }
        return program;
    }

    /** Whether a class implements a hook interface of this package. */
    public static boolean isHook(Class<?> type) {
        return SyncHook.class.isAssignableFrom(type)
                || FinalizeHook.class.isAssignableFrom(type)
                || CustomizeHook.class.isAssignableFrom(type)
                || DecorateHook.class.isAssignableFrom(type)
                || UndecorateHook.class.isAssignableFrom(type);
    }

    @SuppressWarnings("unchecked") // each hook gets the parent type that its own class declares
    private void add(Object hook) {
        if (hook instanceof SyncHook<?> sync) {
            SyncHook<Object> any = (SyncHook<Object>) sync;
            put(HookType.SYNC, hook, SyncHook.class, in -> any.sync(in).result());
        }
        if (hook instanceof FinalizeHook<?> finalizer) {
            FinalizeHook<Object> any = (FinalizeHook<Object>) finalizer;
            put(
                    HookType.FINALIZE,
                    hook,
                    FinalizeHook.class,
                    in -> any.finalize(in).result());
        }
        if (hook instanceof DecorateHook<?> decorate) {
            DecorateHook<Object> any = (DecorateHook<Object>) decorate;
            put(HookType.SYNC, hook, DecorateHook.class, in -> any.decorate(in).result());
        }
        if (hook instanceof UndecorateHook<?> undecorate) {
            UndecorateHook<Object> any = (UndecorateHook<Object>) undecorate;
            put(
                    HookType.FINALIZE,
                    hook,
                    UndecorateHook.class,
                    in -> any.undecorate(in).result());
        }
        if (hook instanceof CustomizeHook<?> customize) {
            CustomizeHook<Object> any = (CustomizeHook<Object>) customize;
            JavaType parent = binding.typeArgument(hook, CustomizeHook.class);
            register(HookType.CUSTOMIZE, hook, CustomizeHook.class, (request, _) -> {
                List<RelatedRule> rules = any.customize(binding.read(request.parent(), parent));
                return new HookReply.Answered(AnswerCodec.encode(rules));
            });
        }
    }

    private void put(HookType type, Object hook, Class<?> declaration, TypedHook code) {
        JavaType parentType = binding.typeArgument(hook, declaration);
        register(type, hook, declaration, (request, now) -> {
            Object parent = binding.read(request.parent(), parentType);
            return reply(request, code.call(new Sync<>(request, parent, binding, now)));
        });
    }

    private void register(HookType type, Object hook, Class<?> declaration, Handler handler) {
        Registered added = new Registered(hook.getClass().getName(), declaration, handler);
        Registered other = hooks.put(type, added);
        if (other == null) {
            return;
        }
        if (other.declaration() == declaration) {
            throw new HookException(other.name() + " and " + added.name() + " both implement "
                    + declaration.getSimpleName() + "; keep one");
        }
        throw new HookException(
                other.name() + " implements " + other.declaration().getSimpleName() + " and "
                        + added.name() + " implements " + declaration.getSimpleName() + ": both are the " + type.text()
                        + " hook; keep one");
    }

    @Override
    public Set<HookType> types() {
        return Collections.unmodifiableSet(hooks.keySet());
    }

    @Override
    public HookReply call(HookType type, byte[] json) {
        return call(type, json, Optional.empty());
    }

    @Override
    public HookReply call(HookType type, byte[] json, Optional<Instant> now) {
        Registered hook = hooks.get(type);
        if (hook == null) {
            throw new HookException("there is no " + type.text() + " hook");
        }
        HookRequest request = RequestCodec.decode(json);
        try {
            return hook.handler().answer(request, now.orElseGet(clock::instant));
        } catch (HookException e) {
            throw e;
        } catch (DecodeException e) {
            throw new HookException(String.valueOf(e.getMessage()), e);
        } catch (Exception | StackOverflowError | LinkageError | AssertionError e) {
            // an error in the author's code must fail this call only
            throw new HookException(e + hook.lineOf(e), e);
        }
    }

    private HookReply reply(HookRequest request, HookResult result) {
        if (result.retryAfter().isPresent()) {
            return new HookReply.Later(result.retryAfter().map(JavaHook::wholeSeconds));
        }
        if (request.controllerType() == ControllerType.COMPOSITE && result.changesMetadata()) {
            throw new HookException("a CompositeController cannot change labels or annotations of its parent");
        }
        FieldPath place = FieldPath.ROOT.field(request.controllerType().childrenField());
        List<KubeObject> children = new ArrayList<>();
        for (int i = 0; i < result.children().size(); i++) {
            children.add(binding.child(result.children().get(i), place.index(i)));
        }
        SyncAnswer answer = new SyncAnswer(
                Optional.ofNullable(result.status()).map(binding::status),
                children,
                result.labels(),
                result.annotations(),
                result.resyncAfter(),
                result.finalized(),
                List.of());
        return new HookReply.Answered(AnswerCodec.encode(request.controllerType(), answer));
    }

    private static Duration wholeSeconds(Duration after) {
        return Duration.ofSeconds(Math.max(1, after.plusNanos(999_999_999).toSeconds()));
    }

    /** A sync or finalize hook, with the parent already read as its type. */
    private interface TypedHook {
        HookResult call(Sync<Object> in) throws Exception;
    }

    /** Any hook: from a request to a reply. */
    private interface Handler {
        HookReply answer(HookRequest request, Instant now) throws Exception;
    }

    /**
     * One hook of this program.
     *
     * @param name the name of the author's class
     * @param declaration the hook interface that it implements
     */
    private record Registered(String name, Class<?> declaration, Handler handler) {

        /** The line of the class in a stack trace, such as {@code  (HelloHook.java:12)}; empty if there is none. */
        String lineOf(Throwable failure) {
            for (StackTraceElement step : failure.getStackTrace()) {
                boolean own =
                        step.getClassName().equals(name) || step.getClassName().startsWith(name + "$");
                if (own && step.getLineNumber() > 0) {
                    return " (" + step.getFileName() + ":" + step.getLineNumber() + ")";
                }
            }
            return "";
        }
    }
}
