package io.hookline.cli.terminal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Consumer;

/**
 * Handles signals of the operating system. A shutdown hook, Java's supported way, cannot distinguish a second signal
 * from the first or exit with code 0. So this uses {@code sun.misc.Signal} (module jdk.unsupported), by reflection,
 * since the compiler rejects the name.
 */
public final class Signals {
    private Signals() {}

    /** Runs an action for each of these signals; on a JVM without that class, in a shutdown hook. */
    public static void handle(List<String> names, Runnable action) {
        handle(names, _ -> action.run());
    }

    /**
     * Runs an action with the name of the signal; on a JVM without that class, in a shutdown hook, with the last name.
     */
    static void handle(List<String> names, Consumer<String> action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            InvocationHandler calls = (_, method, arguments) -> switch (method.getName()) {
                case "handle" -> {
                    action.accept(nameOf(arguments));
                    yield null;
                }
                case "hashCode" -> names.hashCode();
                case "toString" -> "handler of " + names;
                default -> false; // equals, which is never called
            };
            Object proxy = Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, calls);
            for (String name : names) {
                Object one = signal.getConstructor(String.class).newInstance(name);
                signal.getMethod("handle", signal, handler).invoke(null, one, proxy);
            }
        } catch (ReflectiveOperationException e) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> action.accept(names.getLast())));
        }
    }

    /** The text of a signal is {@code SIG} and its name. */
    private static String nameOf(Object[] arguments) {
        return arguments[0].toString().replaceFirst("^SIG", "");
    }
}
