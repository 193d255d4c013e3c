import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;

/** Builds the Deployment of a Memcached. */
final class Deployments {

    private static final long USER = 1001;

    private Deployments() {}

    static Deployment of(Memcached memcached) {
        int port = memcached.spec().containerPort();
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName(memcached.name())
                .withLabels(memcached.podLabels())
                .endMetadata()
                .withNewSpec()
                .withReplicas(memcached.spec().size())
                .withNewSelector()
                .withMatchLabels(memcached.podLabels())
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(memcached.podLabels())
                .endMetadata()
                .withNewSpec()
                .withNewSecurityContext()
                .withRunAsNonRoot(true)
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile()
                .endSecurityContext()
                .addNewContainer()
                .withName("memcached")
                .withImage("memcached:1.6.26-alpine3.19")
                .withCommand("memcached", "-m", "64", "-p", Integer.toString(port), "-o", "modern", "-v")
                .addNewPort()
                .withName("memcached")
                .withContainerPort(port)
                .endPort()
                .withNewSecurityContext()
                .withRunAsUser(USER)
                .withAllowPrivilegeEscalation(false)
                .withNewCapabilities()
                .withDrop("ALL")
                .endCapabilities()
                .endSecurityContext()
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }
}
