import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.hookline.hook.Hash;
import io.hookline.hook.Sync;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The ConfigMaps of a proxy, one for each configuration that is in use. Their names contain a hash of their content, so that a
 * configuration that is needed again reuses its old ConfigMap.
 *
 * @param observed all existing ConfigMaps
 * @param inUse the names of the ConfigMaps that the Deployment or one of its ReplicaSets mounts
 */
record Configs(String proxy, List<ConfigMap> observed, Set<String> inUse) {

    static final String FILE = "config.json";

    private static final int SHORTEST = 5;

    static Configs of(Sync<MemcachedProxy> in) {
        Stream<PodTemplateSpec> templates = Stream.concat(
                in.children(Deployment.class).stream().map(d -> d.getSpec().getTemplate()),
                in.related(ReplicaSet.class).stream().map(r -> r.getSpec().getTemplate()));
        Set<String> inUse = templates
                .filter(template -> template != null && template.getSpec() != null)
                .flatMap(template -> template.getSpec().getVolumes().stream())
                .map(Volume::getConfigMap)
                .filter(Objects::nonNull)
                .map(source -> source.getName())
                .collect(Collectors.toSet());
        return new Configs(in.parent().name(), in.children(ConfigMap.class), inUse);
    }

    /** The ConfigMap with this content: the existing one or a new one. */
    ConfigMap holding(String content) {
        String name = observed.stream()
                .filter(config -> content.equals(contentOf(config)))
                .map(config -> config.getMetadata().getName())
                .findFirst()
                .orElseGet(() -> newName(content));
        return config(name, content);
    }

    /** The ConfigMaps that must be kept. The current one is kept too until its successor is known. */
    List<ConfigMap> inUseBesides(String current, boolean hasSuccessor) {
        return observed.stream()
                .filter(config -> {
                    String name = config.getMetadata().getName();
                    return name.equals(current) ? !hasSuccessor : inUse.contains(name);
                })
                .map(config -> config(config.getMetadata().getName(), contentOf(config)))
                .toList();
    }

    /** The shortest prefix of the hash that no ConfigMap with another content uses. */
    private String newName(String content) {
        String hash = Hash.of(proxy + "\n" + content).hex();
        int digits = SHORTEST;
        while (find(proxy + "-config-" + hash.substring(0, digits)).isPresent()) {
            digits++;
        }
        return proxy + "-config-" + hash.substring(0, digits);
    }

    private Optional<ConfigMap> find(String name) {
        return observed.stream()
                .filter(config -> config.getMetadata().getName().equals(name))
                .findFirst();
    }

    private static String contentOf(ConfigMap config) {
        return config.getData().getOrDefault(FILE, "");
    }

    private static ConfigMap config(String name, String content) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withImmutable(true)
                .addToData(FILE, content)
                .build();
    }
}
