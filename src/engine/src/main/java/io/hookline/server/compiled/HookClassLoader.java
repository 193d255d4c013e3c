package io.hookline.server.compiled;

import io.hookline.hook.JavaHook;
import io.hookline.hook.effect.SideEffect;
import io.hookline.hook.protocol.HookException;
import io.hookline.server.call.SideEffects;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Loads the classes of one version of a hook, which are unloaded when its hooks are no longer referenced. */
public final class HookClassLoader extends ClassLoader {

    private static final String NAME = "hook ";

    private final String hook;
    private final Map<String, byte[]> classes;
    private final Map<String, Path> files;

    /**
     * Creates a loader of compiled classes.
     *
     * @param hook the name of the hook
     * @param classPath the libraries that the classes use
     */
    public HookClassLoader(String hook, Map<String, byte[]> classes, HookClassPath classPath) {
        super(NAME + hook, classPath.loader(hook, new SharedClasses(HookClassLoader.class.getClassLoader())));
        this.hook = hook;
        this.classes = classes;
        this.files = classPath.files();
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] code = classes.get(name);
        if (code == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, code, 0, code.length);
    }

    /** Finds files beside the sources before those of libraries. */
    @Override
    public @Nullable URL getResource(String name) {
        URL own = findResource(name);
        return own == null ? super.getResource(name) : own;
    }

    @Override
    protected @Nullable URL findResource(String name) {
        Path file = files.get(name);
        try {
            return file == null ? null : file.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(file + " has no URL", e);
        }
    }

    /** Whether a stack frame is in the code of a hook. */
    public static boolean isOwn(StackTraceElement frame) {
        String loader = frame.getClassLoaderName();
        return loader != null && loader.startsWith(NAME);
    }

    /** Creates one instance of each hook class, in the order of the class names. */
    public List<Object> hooks(SideEffects sideEffects) {
        List<Object> hooks = new ArrayList<>();
        types().forEach(type -> hooks.add(instantiate(type, sideEffects)));
        return hooks;
    }

    /** The side effects that the constructors of the hook classes take clients for. */
    public Set<SideEffect> sideEffects() {
        Set<SideEffect> all = EnumSet.noneOf(SideEffect.class);
        types().forEach(type -> all.addAll(sideEffects(constructor(type))));
        return all;
    }

    private List<Class<?>> types() {
        List<Class<?>> types = new ArrayList<>();
        for (String name : classes.keySet().stream().sorted().toList()) {
            try {
                Class<?> type = loadClass(name);
                boolean concrete = !Modifier.isAbstract(type.getModifiers()) && !type.isAnonymousClass();
                if (concrete && JavaHook.isHook(type)) {
                    types.add(type);
                }
            } catch (ClassNotFoundException | LinkageError e) {
                throw new HookException(name + ": " + e, e);
            }
        }
        return types;
    }

    /** The constructor without parameters, or else the only one. */
    private static Constructor<?> constructor(Class<?> type) {
        List<Constructor<?>> all = List.of(type.getDeclaredConstructors());
        return all.stream()
                .filter(each -> each.getParameterCount() == 0)
                .findFirst()
                .or(() -> all.stream().filter(_ -> all.size() == 1).findFirst())
                .orElseThrow(() -> unsuitable(type));
    }

    private static List<SideEffect> sideEffects(Constructor<?> constructor) {
        return Arrays.stream(constructor.getParameterTypes())
                .map(parameter ->
                        SideEffect.of(parameter).orElseThrow(() -> unsuitable(constructor.getDeclaringClass())))
                .toList();
    }

    private static HookException unsuitable(Class<?> type) {
        String clients = Arrays.stream(SideEffect.values())
                .map(effect -> effect.client().getSimpleName())
                .collect(Collectors.joining(", "));
        return new HookException(type.getName()
                + ": a hook needs a constructor without parameters, or a single one whose parameters are clients ("
                + clients
                + ")");
    }

    private Object instantiate(Class<?> type, SideEffects sideEffects) {
        try {
            Constructor<?> constructor = constructor(type);
            List<Object> clients = new ArrayList<>();
            for (SideEffect effect : sideEffects(constructor)) {
                clients.add(sideEffects.client(hook, effect));
            }
            constructor.setAccessible(true);
            return constructor.newInstance(clients.toArray());
        } catch (HookException e) {
            String error = String.valueOf(e.getMessage());
            throw error.startsWith(type.getName()) ? e : new HookException(type.getName() + ": " + error, e);
        } catch (InvocationTargetException e) {
            throw failed(type.getName(), "its constructor failed", Objects.requireNonNullElse(e.getCause(), e));
        } catch (ExceptionInInitializerError e) {
            throw failed(type.getName(), "its static initializer failed", Objects.requireNonNullElse(e.getCause(), e));
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new HookException(type.getName() + ": " + e, e);
        }
    }

    /** The messages of the SDK are for the author as they are. */
    private static HookException failed(String type, String what, Throwable cause) {
        return cause instanceof HookException
                ? new HookException(type + ": " + cause.getMessage(), cause)
                : new HookException(type + ": " + what + ": " + cause, cause);
    }
}
