package io.hookline.server.compiled;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The classes that hooks share with this process: the JDK, the SDK, Jackson, the Kubernetes model, JSpecify and SLF4J.
 *
 * <p>All other classes of this process are hidden. So a hook can bring any version of a library that the server uses too.
 */
final class SharedClasses extends ClassLoader {

    private static final List<String> PACKAGES = List.of(
            "io.hookline.hook",
            "io.hookline.object",
            "com.fasterxml.jackson",
            "io.fabric8",
            "org.jspecify",
            "org.slf4j");
    private static final String SERVICES = "META-INF/services/";

    private final ClassLoader process;

    /** The packages of the JDK whose class loader is that of the process, such as those of its tools. */
    private final Set<String> jdk;

    SharedClasses(ClassLoader process) {
        super("shared", ClassLoader.getPlatformClassLoader());
        this.process = process;
        this.jdk = ModuleLayer.boot().modules().stream()
                .filter(module -> ClassLoader.getSystemClassLoader().equals(module.getClassLoader()))
                .flatMap(module -> module.getPackages().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether a package, a class or a package with its sub-packages is shared. */
    static boolean contains(String name) {
        return PACKAGES.stream()
                .anyMatch(shared -> name.startsWith(shared)
                        && (name.length() == shared.length() || name.charAt(shared.length()) == '.'));
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (contains(name) || jdk.contains(name.substring(0, Math.max(0, name.lastIndexOf('.'))))) {
            return process.loadClass(name);
        }
        throw new ClassNotFoundException(name);
    }

    @Override
    protected @Nullable URL findResource(String name) {
        return isShared(name) ? process.getResource(name) : null;
    }

    @Override
    protected Enumeration<URL> findResources(String name) throws IOException {
        return isShared(name) ? process.getResources(name) : Collections.emptyEnumeration();
    }

    private static boolean isShared(String resource) {
        String path = resource.startsWith(SERVICES) ? resource.substring(SERVICES.length()) : resource;
        return contains(path.replace('/', '.'));
    }
}
