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
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Hooks written in Java against this package, as a program that answers requests.
 *
 * <pre>{@code
 * HookProgram hello = JavaHook.of(InstantSource.system(), new HelloHook());
 * }</pre>
 */
public final class JavaHook implements HookProgram {

    private final InstantSource clock;
    private final JsonBinding binding;
    private final Map<HookType, Author> authors = new EnumMap<>(HookType.class);

    private JavaHook(InstantSource clock, JsonBinding binding) {
        this.clock = clock;
        this.binding = binding;
    }

    /**
     * From objects that implement {@link SyncHook}, {@link FinalizeHook}, {@link CustomizeHook}, {@link DecorateHook} or
     * {@link UndecorateHook}, each or several of them.
     *
     * @param clock what {@link Sync#now} tells
     * @throws HookException if none of them is a hook, two answer the same question, or one hides its parent's type
     */
    public static JavaHook of(InstantSource clock, Object... hooks) {
        ClassLoader loader = hooks.length == 0
                ? JavaHook.class.getClassLoader()
                : hooks[0].getClass().getClassLoader();
        JavaHook program = new JavaHook(clock, new JsonBinding(loader));
        for (Object hook : hooks) {
            program.add(hook);
        }
        if (program.authors.isEmpty()) {
            throw new HookException("no class here implements SyncHook, FinalizeHook, CustomizeHook, DecorateHook or"
                    + " UndecorateHook");
        }
        return program;
    }

    /** Whether objects of this class are hooks. */
    public static boolean isHook(Class<?> type) {
        return SyncHook.class.isAssignableFrom(type)
                || FinalizeHook.class.isAssignableFrom(type)
                || CustomizeHook.class.isAssignableFrom(type)
                || DecorateHook.class.isAssignableFrom(type)
                || UndecorateHook.class.isAssignableFrom(type);
    }

    @SuppressWarnings("unchecked") // each hook is handed the type that its own declaration names
    private void add(Object hook) {
        if (hook instanceof SyncHook<?> sync) {
            SyncHook<Object> any = (SyncHook<Object>) sync;
            put(HookType.SYNC, hook, SyncHook.class, in -> any.sync(in).wanted());
        }
        if (hook instanceof FinalizeHook<?> finalizer) {
            FinalizeHook<Object> any = (FinalizeHook<Object>) finalizer;
            put(
                    HookType.FINALIZE,
                    hook,
                    FinalizeHook.class,
                    in -> any.finalize(in).wanted());
        }
        if (hook instanceof DecorateHook<?> decorate) {
            DecorateHook<Object> any = (DecorateHook<Object>) decorate;
            put(HookType.SYNC, hook, DecorateHook.class, in -> any.decorate(in).wanted());
        }
        if (hook instanceof UndecorateHook<?> undecorate) {
            UndecorateHook<Object> any = (UndecorateHook<Object>) undecorate;
            put(
                    HookType.FINALIZE,
                    hook,
                    UndecorateHook.class,
                    in -> any.undecorate(in).wanted());
        }
        if (hook instanceof CustomizeHook<?> customize) {
            CustomizeHook<Object> any = (CustomizeHook<Object>) customize;
            JavaType parent = binding.typeArgument(hook, CustomizeHook.class);
            put(HookType.CUSTOMIZE, hook, request -> {
                List<RelatedRule> rules = any.customize(binding.read(request.parent(), parent));
                return new HookReply.Answered(AnswerCodec.encode(rules));
            });
        }
    }

    private void put(HookType type, Object hook, Class<?> declaration, Wish wish) {
        JavaType parentType = binding.typeArgument(hook, declaration);
        put(type, hook, request -> {
            Object parent = binding.read(request.parent(), parentType);
            return reply(request, wish.of(new Sync<>(request, parent, binding, clock.instant())));
        });
    }

    private void put(HookType type, Object hook, Handler handler) {
        Author other = authors.put(type, new Author(hook.getClass().getName(), handler));
        if (other != null) {
            throw new HookException(other.name() + " and " + hook.getClass().getName() + " both implement the "
                    + type.text() + " hook; keep one");
        }
    }

    @Override
    public Set<HookType> types() {
        return Collections.unmodifiableSet(authors.keySet());
    }

    @Override
    public HookReply call(HookType type, byte[] json) {
        Author author = authors.get(type);
        if (author == null) {
            throw new HookException("there is no " + type.text() + " hook");
        }
        HookRequest request = RequestCodec.decode(json);
        try {
            return author.handler().answer(request);
        } catch (HookException e) {
            throw e;
        } catch (DecodeException e) {
            throw new HookException(String.valueOf(e.getMessage()), e);
        } catch (Exception | StackOverflowError | LinkageError | AssertionError e) {
            // whatever the author's code does, it fails one call only
            throw new HookException(e + author.lineOf(e), e);
        }
    }

    private HookReply reply(HookRequest request, HookResult wanted) {
        if (wanted.retryAfter().isPresent()) {
            return new HookReply.Later(wanted.retryAfter().map(JavaHook::wholeSeconds));
        }
        if (request.controllerType() == ControllerType.COMPOSITE && wanted.changesMetadata()) {
            throw new HookException("a CompositeController cannot change labels or annotations of its parent");
        }
        FieldPath place = FieldPath.ROOT.field(request.controllerType().childrenField());
        List<KubeObject> children = new ArrayList<>();
        for (int i = 0; i < wanted.children().size(); i++) {
            children.add(binding.child(wanted.children().get(i), place.index(i)));
        }
        SyncAnswer answer = new SyncAnswer(
                Optional.ofNullable(wanted.status()).map(binding::status),
                children,
                wanted.labels(),
                wanted.annotations(),
                wanted.resyncAfter(),
                wanted.finalized(),
                List.of());
        return new HookReply.Answered(AnswerCodec.encode(request.controllerType(), answer));
    }

    private static Duration wholeSeconds(Duration after) {
        return Duration.ofSeconds(Math.max(1, after.plusNanos(999_999_999).toSeconds()));
    }

    /** The author's code between its view of a request and what it wants. */
    private interface Wish {
        HookResult of(Sync<Object> in) throws Exception;
    }

    /** From a request to a reply. */
    private interface Handler {
        HookReply answer(HookRequest request) throws Exception;
    }

    /** The class, by its name, whose code answers. */
    private record Author(String name, Handler handler) {

        /** Where in it something failed, such as {@code  (HelloHook.java:12)}; empty if it was not on the way there. */
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
