package io.hookline.docs;

import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Looks up the tests that documents name. */
final class NamedTests {

    /** The tests of the SDK are in its own module, which is not on this class path. */
    private static final ClassLoader TESTS = new URLClassLoader(
            new URL[] {url(Path.of("src/sdk/target/test-classes"))}, NamedTests.class.getClassLoader());

    private NamedTests() {}

    private static URL url(Path folder) {
        try {
            return folder.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Whether a class, one of its superclasses or a nested class has this test.
     *
     * @param className null if there is no such class
     */
    static boolean exists(String className, String method) {
        if (className == null) {
            return false;
        }
        try {
            for (Class<?> type = Class.forName(className, false, TESTS); type != null; type = type.getSuperclass()) {
                if (has(type, method)
                        || Arrays.stream(type.getDeclaredClasses()).anyMatch(nested -> has(nested, method))) {
                    return true;
                }
            }
            return false;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static boolean has(Class<?> type, String method) {
        return Arrays.stream(type.getDeclaredMethods())
                .anyMatch(m -> m.getName().equals(method) && isTest(m));
    }

    private static boolean isTest(Method method) {
        return Arrays.stream(method.getAnnotations())
                .map(annotation -> annotation.annotationType().getSimpleName())
                .anyMatch(List.of("Test", "ParameterizedTest", "TestFactory", "RepeatedTest", "Property")::contains);
    }
}
