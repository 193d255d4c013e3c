import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.Map;

/** Builds the Deployment of mcrouter and the Service in front of it. */
final class Mcrouters {

    private static final String CONFIG_FOLDER = "/etc/mcrouter";

    private Mcrouters() {}

    /** The labels that select the Pods of a proxy and their ReplicaSets. */
    static Map<String, String> labels(MemcachedProxy proxy) {
        return Map.of("app.kubernetes.io/name", "mcrouter", "app.kubernetes.io/instance", proxy.name());
    }

    static Service service(MemcachedProxy proxy) {
        return new ServiceBuilder()
                .withNewMetadata()
                .withName(proxy.name() + "-memcached")
                .addToLabels(labels(proxy))
                .endMetadata()
                .withNewSpec()
                .withType("ClusterIP")
                .withSelector(labels(proxy))
                .addNewPort()
                .withName("mcrouter")
                .withProtocol("TCP")
                .withPort(proxy.spec().mcrouter().port())
                .withTargetPort(new IntOrString("mcrouter"))
                .endPort()
                .endSpec()
                .build();
    }

    /** Does not set replicas, so that a user can scale the Deployment; the default is one. */
    static Deployment deployment(MemcachedProxy proxy, String configMap) {
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName(proxy.name() + "-mcrouter")
                .addToLabels(labels(proxy))
                .endMetadata()
                .withNewSpec()
                .withNewSelector()
                .withMatchLabels(labels(proxy))
                .endSelector()
                .withTemplate(template(proxy, configMap))
                .endSpec()
                .build();
    }

    private static PodTemplateSpec template(MemcachedProxy proxy, String configMap) {
        return new PodTemplateSpecBuilder()
                .withNewMetadata()
                .addToLabels(labels(proxy))
                .endMetadata()
                .withNewSpec()
                .addToContainers(container(proxy.spec().mcrouter()))
                .addNewVolume()
                .withName("config")
                .withNewConfigMap()
                .withName(configMap)
                .endConfigMap()
                .endVolume()
                .addNewVolume()
                .withName("stats")
                .withNewEmptyDir()
                .endEmptyDir()
                .endVolume()
                .endSpec()
                .build();
    }

    private static Container container(MemcachedProxy.Mcrouter mcrouter) {
        return new ContainerBuilder()
                .withName("mcrouter")
                .withImage(mcrouter.image())
                .withCommand("mcrouter")
                .withArgs(
                        "-p",
                        String.valueOf(mcrouter.port()),
                        "--config-file=" + CONFIG_FOLDER + "/" + Configs.FILE,
                        "--asynclog-disable",
                        "--stats-root=" + mcrouter.statsRoot())
                .addNewPort()
                .withName("mcrouter")
                .withContainerPort(mcrouter.port())
                .endPort()
                .addNewVolumeMount()
                .withName("config")
                .withMountPath(CONFIG_FOLDER)
                .endVolumeMount()
                .addNewVolumeMount()
                .withName("stats")
                .withMountPath(mcrouter.statsRoot())
                .endVolumeMount()
                .withResources(mcrouter.resources())
                .withSecurityContext(mcrouter.securityContext())
                .build();
    }
}
