package io.hookline.controlplane;

import io.hookline.cluster.WriteOptions;
import io.hookline.kube.KubeCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Gives test classes one control plane per process, or one of their own, and one namespace per class, or skips them. */
public final class ControlPlaneExtension implements ExecutionCondition, ParameterResolver {

    private static final ApiResource NAMESPACES = new ApiResource(
            "v1", "namespaces", "namespace", "Namespace", false, List.of(), List.of(), Set.of(), Set.of("status"));

    private static final ExtensionContext.Namespace OURS =
            ExtensionContext.Namespace.create(ControlPlaneExtension.class);

    /** What is kept for all classes of this process, which Maven runs one by one. */
    private static ExtensionContext.Store store(ExtensionContext context) {
        return context.getStore(ExtensionContext.StoreScope.LAUNCHER_SESSION, OURS);
    }

    /** What is closed after a class, with the classes that are nested in it. */
    private static ExtensionContext.Store storeOfClass(ExtensionContext context) {
        ExtensionContext outermost = context;
        for (Optional<ExtensionContext> next = context.getParent();
                next.isPresent() && next.get().getTestClass().isPresent();
                next = next.get().getParent()) {
            outermost = next.get();
        }
        return outermost.getStore(OURS);
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        boolean optional = context.getTestClass()
                .map(test -> test.getAnnotation(RealControlPlane.class))
                .filter(RealControlPlane::optional)
                .isPresent();
        String obstacle = optional ? "" : knownObstacle(context);
        return obstacle.isEmpty()
                ? ConditionEvaluationResult.enabled("a real control plane is there")
                : ConditionEvaluationResult.disabled(obstacle);
    }

    private static String knownObstacle(ExtensionContext context) {
        return store(context).computeIfAbsent("obstacle", _ -> obstacle(context), String.class);
    }

    /** Looked for once per process, and told once. */
    private static String obstacle(ExtensionContext context) {
        String obstacle = "";
        if (!Boolean.getBoolean("hookline.real")) {
            obstacle = "not asked for; run: mvn verify -Preal";
        } else {
            Optional<List<Path>> folders = ControlPlaneBinaries.ofProject().find();
            folders.ifPresent(found -> store(context).put("folders", found));
            if (folders.isEmpty()) {
                obstacle =
                        "no kube-apiserver in HOOKLINE_KUBE_BIN, KUBEBUILDER_ASSETS or the cache, and no Go to build it";
            }
        }
        if (!obstacle.isEmpty()) {
            System.err.println("Tests with a real control plane are skipped: " + obstacle);
        }
        return obstacle;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == ControlPlane.class || type == ControlPlanes.class || type == TestNamespace.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (parameter.getParameter().getType() == ControlPlanes.class) {
            return new ControlPlanes(knownObstacle(context), group -> plane(context, store(context), group));
        }
        return parameter.getParameter().getType() == ControlPlane.class
                ? plane(context).orElseThrow()
                : namespace(context);
    }

    /** The control plane of a test class, or of the class that it is nested in; empty for classes without one. */
    public static Optional<ControlPlane> plane(ExtensionContext context) {
        Class<?> test = topLevel(context);
        return AnnotationSupport.findAnnotation(test, RealControlPlane.class)
                .map(wanted -> wanted.own()
                        ? plane(context, storeOfClass(context), test.getSimpleName())
                        : plane(context, store(context), ""));
    }

    /** The namespace of a test class with a control plane, which nested classes share. */
    public static TestNamespace namespace(ExtensionContext context) {
        String name = topLevel(context).getSimpleName().toLowerCase(Locale.ROOT);
        ControlPlane plane = plane(context).orElseThrow();
        return storeOfClass(context)
                .computeIfAbsent("namespace-" + name, _ -> createNamespace(plane, name), TestNamespace.class);
    }

    private static Class<?> topLevel(ExtensionContext context) {
        return Stream.concat(context.getEnclosingTestClasses().stream(), context.getTestClass().stream())
                .findFirst()
                .orElseThrow();
    }

    @SuppressWarnings("unchecked") // put there by ourselves
    private static ControlPlane plane(ExtensionContext context, ExtensionContext.Store store, String owner) {
        return store.computeIfAbsent(
                "plane-" + owner,
                _ -> ControlPlane.start(
                        (List<Path>) store(context).get("folders", List.class),
                        Path.of(
                                        "target",
                                        "control-plane",
                                        ProcessHandle.current().pid() + owner)
                                .toAbsolutePath(),
                        ControlPlane.Authorization.RBAC),
                ControlPlane.class);
    }

    private static TestNamespace createNamespace(ControlPlane plane, String name) {
        try (KubeCluster cluster = plane.connect("control-plane-extension")) {
            KubeObject namespace = KubeObject.of(
                    "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"" + name + "\"}}");
            cluster.create(NAMESPACES, namespace, WriteOptions.PLAIN);
            return new TestNamespace(name);
        }
    }
}
