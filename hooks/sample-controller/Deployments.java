import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.hookline.hook.Names;
import java.util.Map;

/** Builds the Deployment of a Foo. */
final class Deployments {

    private Deployments() {}

    static Deployment of(Foo foo) {
        Map<String, String> labels = Map.of("app", "nginx", "controller", Names.label(foo.name()));
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName(foo.spec().deploymentName())
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .withReplicas(foo.spec().replicas())
                .withNewSelector()
                .withMatchLabels(labels)
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("nginx")
                .withImage("nginx:1.29")
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }
}
