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
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives test classes one control plane per run, or one of their own, and one namespace per class, or skips them. */
final class ControlPlaneExtension implements ExecutionCondition, ParameterResolver {

    private static final ApiResource NAMESPACES = new ApiResource(
            "v1", "namespaces", "namespace", "Namespace", false, List.of(), List.of(), Set.of(), Set.of("status"));

    private static ExtensionContext.Store store(ExtensionContext context) {
        return context.getRoot().getStore(ExtensionContext.Namespace.create(ControlPlaneExtension.class));
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

    /** Looked for once per run, and told once. */
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
        Class<?> test = context.getRequiredTestClass();
        if (parameter.getParameter().getType() == ControlPlanes.class) {
            return new ControlPlanes(knownObstacle(context), group -> plane(context, group));
        }
        boolean own = test.getAnnotation(RealControlPlane.class).own();
        ControlPlane plane = plane(context, own ? test.getSimpleName() : "");
        if (parameter.getParameter().getType() == ControlPlane.class) {
            return plane;
        }
        String name = test.getSimpleName().toLowerCase(Locale.ROOT);
        return store(context)
                .computeIfAbsent("namespace-" + name, _ -> createNamespace(plane, name), TestNamespace.class);
    }

    @SuppressWarnings("unchecked") // put there by ourselves
    private static ControlPlane plane(ExtensionContext context, String owner) {
        ExtensionContext.Store store = store(context);
        return store.computeIfAbsent(
                "plane-" + owner,
                _ -> ControlPlane.start(
                        (List<Path>) store.get("folders", List.class),
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
