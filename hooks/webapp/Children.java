import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.IngressBuilder;
import java.util.Map;

/** The objects that should exist for a WebApp. Each has its name, and only the fields that it decides. */
final class Children {

    private static final String HTTP = "http";
    private static final int PORT = 80;

    private Children() {}

    static Deployment deployment(WebApp app) {
        return new DeploymentBuilder()
                .withMetadata(metadata(app))
                .withNewSpec()
                .withReplicas(app.spec().replicas())
                .withNewSelector()
                .withMatchLabels(labels(app))
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(labels(app))
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("web")
                .withImage(app.spec().image())
                .addNewPort()
                .withName(HTTP)
                .withContainerPort(app.spec().port())
                .endPort()
                .withNewReadinessProbe()
                .withNewHttpGet()
                .withPath("/")
                .withPort(new IntOrString(HTTP))
                .endHttpGet()
                .endReadinessProbe()
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    static Service service(WebApp app) {
        return new ServiceBuilder()
                .withMetadata(metadata(app))
                .withNewSpec()
                .withSelector(labels(app))
                .addNewPort()
                .withName(HTTP)
                .withPort(PORT)
                .withTargetPort(new IntOrString(HTTP))
                .endPort()
                .endSpec()
                .build();
    }

    static Ingress ingress(WebApp app) {
        return new IngressBuilder()
                .withMetadata(metadata(app))
                .withNewSpec()
                .addNewRule()
                .withHost(app.spec().host())
                .withNewHttp()
                .addNewPath()
                .withPath("/")
                .withPathType("Prefix")
                .withNewBackend()
                .withNewService()
                .withName(app.name())
                .withNewPort()
                .withName(HTTP)
                .endPort()
                .endService()
                .endBackend()
                .endPath()
                .endHttp()
                .endRule()
                .endSpec()
                .build();
    }

    private static ObjectMeta metadata(WebApp app) {
        return new ObjectMetaBuilder()
                .withName(app.name())
                .withLabels(labels(app))
                .build();
    }

    private static Map<String, String> labels(WebApp app) {
        return Map.of("app.kubernetes.io/name", "webapp", "app.kubernetes.io/instance", app.name());
    }
}
