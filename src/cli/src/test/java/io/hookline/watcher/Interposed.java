package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A cluster whose requests can be answered, failed or preceded by something else. */
@FunctionalInterface
public interface Interposed {

    /** One request to the cluster. */
    record Request(String verb, String resource, String subresource, Object[] arguments, Next next) {

        /** Such as {@code patch things/status}. */
        public boolean is(String text) {
            return text.equals(verb + " " + resource + (subresource.isEmpty() ? "" : "/" + subresource));
        }

        /** What the cluster answers. */
        public @Nullable Object pass() {
            return next.answer();
        }
    }

    /** The cluster itself. */
    @FunctionalInterface
    interface Next {
        @Nullable
        Object answer();
    }

    /** Answers a request, or throws. */
    @Nullable
    Object answer(Request request);

    /** In front of a cluster. */
    default Cluster before(Cluster cluster) {
        return (Cluster) Proxy.newProxyInstance(
                Interposed.class.getClassLoader(), new Class<?>[] {Cluster.class}, (_, method, args) -> {
                    Object[] arguments = args == null ? new Object[0] : args;
                    return answer(new Request(
                            method.getName(),
                            first(arguments, ApiResource.class)
                                    .map(ApiResource::plural)
                                    .orElse(""),
                            first(arguments, WriteOptions.class)
                                    .map(WriteOptions::subresource)
                                    .orElse(""),
                            arguments,
                            () -> {
                                try {
                                    return method.invoke(cluster, arguments);
                                } catch (InvocationTargetException e) {
                                    throw (RuntimeException) e.getCause();
                                } catch (IllegalAccessException e) {
                                    throw new AssertionError(e);
                                }
                            }));
                });
    }

    private static <T> Optional<T> first(Object[] arguments, Class<T> type) {
        return Arrays.stream(arguments).filter(type::isInstance).map(type::cast).findFirst();
    }
}
