package io.hookline.hook;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.codec.AdmissionCodec;
import io.hookline.hook.codec.AnswerCodec;
import io.hookline.hook.codec.RequestCodec;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.KubeObject;
import io.hookline.object.MessageText;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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

    /** The fields of the sync hook's parent; set while the program is made. */
    private Optional<JsonNode> shape = Optional.empty();

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
            throw new HookException("no class here implements SyncHook, FinalizeHook, CustomizeHook, DecorateHook,"
                    + " UndecorateHook, ValidateHook or MutateHook");
        }
        return program;
    }

    /** Whether a class implements a hook interface of this package. */
    public static boolean isHook(Class<?> type) {
        return SyncHook.class.isAssignableFrom(type)
                || FinalizeHook.class.isAssignableFrom(type)
                || CustomizeHook.class.isAssignableFrom(type)
                || DecorateHook.class.isAssignableFrom(type)
                || UndecorateHook.class.isAssignableFrom(type)
                || ValidateHook.class.isAssignableFrom(type)
                || MutateHook.class.isAssignableFrom(type);
    }

    @SuppressWarnings("unchecked") // each hook gets the parent type that its own class declares
    private void add(Object hook) {
        if (hook instanceof SyncHook<?> sync) {
            SyncHook<Object> any = (SyncHook<Object>) sync;
            put(
                    HookType.SYNC,
                    hook,
                    SyncHook.class,
                    in -> returned(any.sync(in), "sync").result());
        }
        if (hook instanceof FinalizeHook<?> finalizer) {
            FinalizeHook<Object> any = (FinalizeHook<Object>) finalizer;
            put(
                    HookType.FINALIZE,
                    hook,
                    FinalizeHook.class,
                    in -> returned(any.finalize(in), "finalize").result());
        }
        if (hook instanceof DecorateHook<?> decorate) {
            DecorateHook<Object> any = (DecorateHook<Object>) decorate;
            put(
                    HookType.SYNC,
                    hook,
                    DecorateHook.class,
                    in -> returned(any.decorate(in), "decorate").result());
        }
        if (hook instanceof UndecorateHook<?> undecorate) {
            UndecorateHook<Object> any = (UndecorateHook<Object>) undecorate;
            put(
                    HookType.FINALIZE,
                    hook,
                    UndecorateHook.class,
                    in -> returned(any.undecorate(in), "undecorate").result());
        }
        if (hook instanceof CustomizeHook<?> customize) {
            CustomizeHook<Object> any = (CustomizeHook<Object>) customize;
            JavaType parent = binding.typeArgument(hook, CustomizeHook.class);
            registerController(HookType.CUSTOMIZE, hook, CustomizeHook.class, (request, _) -> {
                List<RelatedRule> rules = returned(any.customize(binding.read(request.parent(), parent)), "customize");
                requireRules(rules);
                return new HookReply.Answered(AnswerCodec.encode(rules));
            });
        }
        addAdmission(hook);
    }

    @SuppressWarnings("unchecked") // each hook gets the type that its own class declares
    private void addAdmission(Object hook) {
        if (hook instanceof ValidateHook<?> validate) {
            ValidateHook<Object> any = (ValidateHook<Object>) validate;
            JavaType type = binding.typeArgument(hook, ValidateHook.class);
            register(
                    HookType.VALIDATE,
                    hook,
                    ValidateHook.class,
                    decoding(
                            AdmissionCodec::decode,
                            (request, _) -> new HookReply.Answered(AdmissionCodec.encode(
                                    returned(any.validate(admission(request, type)), "validate")))));
        }
        if (hook instanceof MutateHook<?> mutate) {
            MutateHook<Object> any = (MutateHook<Object>) mutate;
            JavaType type = binding.typeArgument(hook, MutateHook.class);
            register(HookType.MUTATE, hook, MutateHook.class, decoding(AdmissionCodec::decode, (request, _) -> {
                Admission<Object> given = admission(request, type);
                ObjectNode before = binding.source(given.object(), FieldPath.ROOT.field("object"));
                Object stored = returned(any.mutate(given), "mutate");
                return new HookReply.Answered(AdmissionCodec.encode(binding.changed(request.object(), before, stored)));
            }));
        }
    }

    private Admission<Object> admission(Admission<KubeObject> request, JavaType type) {
        return new Admission<>(
                request.operation(),
                binding.read(request.object(), type),
                request.old().map(old -> binding.read(old, type)),
                request.dryRun(),
                request.user());
    }

    /** Refuses what a hook returned if it is null, which its declaration does not allow. */
    private static <T> T returned(@Nullable T answer, String hook) {
        if (answer == null) {
            throw new HookException(hook + " returned null");
        }
        return answer;
    }

    private static void requireRules(List<? extends @Nullable RelatedRule> rules) {
        for (int i = 0; i < rules.size(); i++) {
            if (rules.get(i) == null) {
                throw DecodeException.expected(
                        FieldPath.ROOT.field("relatedResources").index(i), "a rule", "null");
            }
        }
    }

    private void put(HookType type, Object hook, Class<?> declaration, TypedHook code) {
        JavaType parentType = binding.typeArgument(hook, declaration);
        if (type == HookType.SYNC) {
            shape = binding.shape(parentType);
        }
        registerController(type, hook, declaration, (request, now) -> {
            Object parent = binding.read(request.parent(), parentType);
            return reply(request, code.call(new Sync<>(request, parent, binding, now)));
        });
    }

    private void registerController(HookType type, Object hook, Class<?> declaration, Handler<HookRequest> handler) {
        register(type, hook, declaration, decoding(RequestCodec::decode, handler));
    }

    private void register(HookType type, Object hook, Class<?> declaration, Prepared handler) {
        Registered added = new Registered(hook.getClass(), declaration, handler);
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
    public Optional<JsonNode> parentShape() {
        return shape;
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
        Answering answering = hook.handler().read(json); // an invalid request is the caller's error, not the hook's
        try {
            return answering.answer(now.orElseGet(clock::instant));
        } catch (Exception | StackOverflowError | LinkageError | AssertionError e) {
            // an error in the author's code must fail this call only
            throw failed(FailureText.of(e, hook.type()), e);
        }
    }

    /** A failed call. Its cause is the exception whose stack trace helps the author, if there is one. */
    private static HookException failed(String message, Throwable e) {
        return new HookException(message, e instanceof HookException ? e.getCause() : e);
    }

    private HookReply reply(HookRequest request, HookResult result) {
        if (result.retryAfter().isPresent()) {
            return new HookReply.Later(result.retryAfter().map(SentAnswer::wholeSeconds));
        }
        if (request.controllerType() == ControllerType.COMPOSITE && result.changesMetadata()) {
            throw new HookException("a CompositeController cannot change labels or annotations of its parent");
        }
        return new HookReply.Answered(SentAnswer.encode(request.controllerType(), result, binding));
    }

    /** A sync or finalize hook, with the parent already read as its type. */
    private interface TypedHook {
        HookResult call(Sync<Object> in) throws Exception;
    }

    /** Any hook: from a request to a reply. */
    private interface Handler<R> {
        HookReply answer(R request, Instant now) throws Exception;
    }

    /** A hook that has read its request. */
    private interface Answering {
        HookReply answer(Instant now) throws Exception;
    }

    /** Any hook with the reader of its requests. */
    private interface Prepared {
        /** @throws DecodeException if the request is not valid */
        Answering read(byte[] json);
    }

    private static <R> Prepared decoding(Function<byte[], R> decoder, Handler<R> handler) {
        return json -> {
            R request = decoder.apply(json);
            return now -> handler.answer(request, now);
        };
    }

    /**
     * One hook of this program.
     *
     * @param type the author's class
     * @param declaration the hook interface that it implements
     */
    private record Registered(Class<?> type, Class<?> declaration, Prepared handler) {
        String name() {
            return type.getName();
        }
    }

    /**
     * The text of an exception in a hook's code, for its author: the line of the hook, then the root cause. An
     * exception around it adds its message, if that adds information.
     *
     * <pre>{@code
     * HelloHook.java:11 NullPointerException: Cannot invoke "String.length()" because "who" is null
     * }</pre>
     */
    static final class FailureText {

        private static final int MAX_CAUSES = 20;

        private final Class<?> hook;
        private final List<Throwable> chain;

        private FailureText(Class<?> hook, List<Throwable> chain) {
            this.hook = hook;
            this.chain = chain;
        }

        /**
         * Describes an exception.
         *
         * @param hook the class of the hook that was called
         */
        static String of(Throwable failure, Class<?> hook) {
            FailureText text = new FailureText(hook, chain(failure));
            return text.line().map(line -> line + " ").orElse("") + MessageText.oneLine(text.causes());
        }

        /** The exception and its causes, down to the first whose message was written for the author of the hook. */
        private static List<Throwable> chain(Throwable failure) {
            List<Throwable> chain = new ArrayList<>();
            for (Throwable t = failure; t != null && chain.size() < MAX_CAUSES; t = t.getCause()) {
                chain.add(t);
                if (isExplained(t)) {
                    break;
                }
            }
            return chain;
        }

        private static boolean isExplained(Throwable t) {
            return t instanceof HookException || t instanceof DecodeException;
        }

        private String causes() {
            Throwable inner = chain.getLast();
            String text = describe(inner);
            for (Throwable outer : chain.reversed().subList(1, chain.size())) {
                text = around(outer, inner, text);
                inner = outer;
            }
            return text;
        }

        private static String describe(Throwable root) {
            if (isExplained(root)) {
                return String.valueOf(root.getMessage());
            }
            String type = root.getClass().getName();
            String name = type.substring(type.lastIndexOf('.') + 1).replace('$', '.');
            String message = root.getMessage();
            return message == null || message.isBlank() ? name : name + ": " + message;
        }

        /** Adds what the message of an exception adds to that of its cause. */
        private static String around(Throwable outer, Throwable cause, String text) {
            String message = outer.getMessage();
            if (message == null || message.isBlank()) {
                return text;
            }
            for (String repeated : List.of(cause.toString(), String.valueOf(cause.getMessage()))) {
                if (!repeated.isEmpty() && message.endsWith(repeated)) {
                    return message.substring(0, message.length() - repeated.length()) + text;
                }
            }
            return message + ": " + text;
        }

        /** The deepest line in the sources of the hook: in the root cause, or else in the exceptions around it. */
        private Optional<String> line() {
            return chain.reversed().stream()
                    .flatMap(t -> Arrays.stream(t.getStackTrace()).takeWhile(FailureText::isBelowTheCall))
                    .filter(this::isOwn)
                    .map(frame -> frame.getFileName() + ":" + frame.getLineNumber())
                    .findFirst();
        }

        /** The frames above are the caller's, such as a test in the package of the hook. */
        private static boolean isBelowTheCall(StackTraceElement frame) {
            return !frame.getClassName().equals(JavaHook.class.getName());
        }

        /** Whether a frame is in code that was loaded with the hook; on the class path: in the package of the hook. */
        private boolean isOwn(StackTraceElement frame) {
            if (frame.getFileName() == null || frame.getLineNumber() <= 0) {
                return false;
            }
            ClassLoader loader = hook.getClassLoader();
            String name = loader == null || loader.equals(FailureText.class.getClassLoader()) ? null : loader.getName();
            if (name != null) {
                return name.equals(frame.getClassLoaderName());
            }
            String type = frame.getClassName();
            return packageOf(type).equals(FailureText.class.getPackageName())
                    ? outermost(type).equals(outermost(hook.getName()))
                    : packageOf(type).equals(hook.getPackageName());
        }

        private static String packageOf(String type) {
            return type.substring(0, Math.max(0, type.lastIndexOf('.')));
        }

        private static String outermost(String type) {
            int nested = type.indexOf('$');
            return nested < 0 ? type : type.substring(0, nested);
        }
    }
}
