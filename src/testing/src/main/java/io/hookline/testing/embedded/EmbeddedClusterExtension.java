package io.hookline.testing.embedded;

import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.file.Manifest;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Starts and ends the cluster of {@link EmbeddedCluster}, and gives tests access to it. */
final class EmbeddedClusterExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback, ParameterResolver {

    private static final Namespace OURS = Namespace.create(EmbeddedClusterExtension.class);

    EmbeddedClusterExtension() {}

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        Class<?> test = context.getRequiredTestClass();
        if (test.getEnclosingClass() != null && store(context).get(RunningCluster.class) != null) {
            return; // a nested class uses the cluster around it
        }
        EmbeddedCluster settings = settings(test);
        List<Manifest> manifests = new ArrayList<>();
        for (String place : settings.manifests()) {
            manifests.addAll(manifests(Path.of(place)));
        }
        RunningCluster cluster = RunningCluster.start(test, hooks(settings), called(manifests));
        store(context).put(RunningCluster.class, cluster);
        store(context).put(ExtensionContext.class, context.getUniqueId());
        cluster.shared().install(manifests);
    }

    /** The annotation of the class, of a superclass or of the class around it. */
    private static EmbeddedCluster settings(Class<?> test) {
        for (Class<?> type = test; type != null; type = type.getEnclosingClass()) {
            EmbeddedCluster found = type.getAnnotation(EmbeddedCluster.class);
            if (found != null) {
                return found;
            }
        }
        throw new IllegalStateException(test.getName() + " is not annotated with @EmbeddedCluster");
    }

    private static Optional<Path> hooks(EmbeddedCluster settings) {
        return settings.hooks().isEmpty() ? Optional.empty() : Optional.of(Path.of(settings.hooks()));
    }

    private static List<Manifest> manifests(Path place) throws IOException {
        List<Path> files = List.of(place);
        if (Files.isDirectory(place)) {
            try (Stream<Path> all = Files.list(place)) {
                files = all.filter(file -> file.toString().matches(".*\\.ya?ml"))
                        .filter(file -> !file.endsWith("kustomization.yaml"))
                        .sorted()
                        .toList();
            }
        }
        List<Manifest> objects = new ArrayList<>();
        for (Path file : files) {
            objects.addAll(Manifest.parse(file.toString(), Files.readString(file)));
        }
        return objects;
    }

    private static Set<String> called(List<Manifest> manifests) {
        Set<String> called = new TreeSet<>();
        manifests.stream()
                .filter(Manifest::isController)
                .flatMap(controller -> Scenario.hookPaths(controller).stream())
                .forEach(path -> called.add(path.replaceFirst("^/", "").replaceFirst("/.*", "")));
        return called;
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IllegalAccessException {
        TestCluster cluster = running(context).newNamespace();
        store(context).put(TestCluster.class, cluster);
        for (Object instance : context.getRequiredTestInstances().getAllInstances()) {
            for (Class<?> type = instance.getClass(); type != Object.class; type = type.getSuperclass()) {
                inject(type, instance, cluster);
            }
        }
    }

    private static void inject(Class<?> type, Object instance, TestCluster cluster) throws IllegalAccessException {
        for (Field field : type.getDeclaredFields()) {
            boolean isStatic = Modifier.isStatic(field.getModifiers());
            if (field.getType() == TestCluster.class && !isStatic) {
                field.setAccessible(true);
                field.set(instance, cluster);
            }
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        TestCluster cluster = store(context).remove(TestCluster.class, TestCluster.class);
        if (cluster != null) {
            running(context).end(cluster);
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (context.getUniqueId().equals(store(context).get(ExtensionContext.class))) {
            running(context).close();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == TestCluster.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        TestCluster own = store(context).get(TestCluster.class, TestCluster.class);
        return own != null ? own : running(context).shared();
    }

    private static RunningCluster running(ExtensionContext context) {
        RunningCluster cluster = store(context).get(RunningCluster.class, RunningCluster.class);
        if (cluster == null) {
            throw new IllegalStateException("the cluster of " + context.getDisplayName() + " is not running");
        }
        return cluster;
    }

    private static Store store(ExtensionContext context) {
        return context.getStore(OURS);
    }
}
