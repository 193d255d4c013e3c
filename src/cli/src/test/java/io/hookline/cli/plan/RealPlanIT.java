package io.hookline.cli.plan;

import io.hookline.cli.rbac.ControllerFiles;
import io.hookline.cli.rbac.LeastRole;
import io.hookline.cli.rbac.RoleNames;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.manifests.Manifests;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.spec.ChildRule.ApplyStrategy;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;

/** Plans for a real API server, with an account that may only read. */
@RealControlPlane
class RealPlanIT extends PlanSuite {

    private static final RoleNames NAMES = new RoleNames("hookline-reader", "reader", NAMESPACE);

    private final ControlPlane plane;
    private final KubeCluster admin;
    private @Nullable KubeCluster reader;

    RealPlanIT(ControlPlane plane) {
        this.plane = plane;
        plane.startControllers();
        this.admin = plane.connect("plan-admin");
    }

    @Override
    Cluster admin() throws Exception {
        ControllerFiles files = ControllerFiles.read(List.of(Path.of("examples")), true, InputStream.nullInputStream());
        LeastRole.Options options =
                new LeastRole.Options(Path.of("hooks"), List.of(), Map.of(), ApplyStrategy.DYNAMIC_APPLY, false, true);
        Manifests.installRole(admin, LeastRole.of(files, List.of(), options).yaml(NAMES));
        return admin;
    }

    @Override
    Cluster reader() throws Exception {
        ApiResource accounts = admin.discover().find("v1", "serviceaccounts").orElseThrow();
        admin.create(
                accounts,
                KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"ServiceAccount\",\"metadata\":{\"name\":\"reader\","
                        + "\"namespace\":\"" + NAMESPACE + "\"}}"),
                WriteOptions.PLAIN);
        reader = KubeCluster.connect(KubeOptions.of("plan")
                .withKubeconfig(plane.kubeconfig(NAMESPACE, "reader").toString()));
        return reader;
    }

    @AfterAll
    void disconnect() {
        for (String plural : List.of("clusterroles", "clusterrolebindings")) {
            ApiResource resource = admin.discover()
                    .find("rbac.authorization.k8s.io/v1", plural)
                    .orElseThrow();
            admin.delete(resource, ObjectKey.clusterScoped(NAMES.role()), DeleteOptions.BACKGROUND);
        }
        if (reader != null) {
            reader.close();
        }
    }
}
