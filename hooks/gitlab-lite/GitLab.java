import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.List;

/**
 * A small GitLab.
 *
 * @param status of the last sync; null before the first
 */
record GitLab(ObjectMeta metadata, Spec spec, Status status) implements Parent {

    record Spec(Chart chart) {}

    record Chart(String version, Values values) {}

    record Values(Global global, Components gitlab) {}

    record Global(Hosts hosts) {}

    record Hosts(String domain) {}

    record Components(Component webservice, Component sidekiq) {}

    record Component(int minReplicas) {}

    /** The version is null before one runs. */
    record Status(String phase, String version, String migrations, List<Condition> conditions) {}

    /** A database or another store: a StatefulSet, with a Service of the same name. */
    record Store(String gitlab, String name, String component, String image, int port, String mount, String secret) {}

    /** A part of GitLab itself: a Deployment. */
    record Part(String gitlab, String name, String component, String image, int replicas) {}

    /** Gitaly has the version of GitLab, and must be updated before the rest of it. */
    List<Store> stores() {
        return List.of(
                store("postgresql", "docker.io/library/postgres:17", 5432, "/var/lib/postgresql/data"),
                store("redis", "docker.io/library/redis:7.2", 6379, "/data"),
                store("gitaly", image("gitaly"), 8075, "/home/git/repositories"));
    }

    private Store store(String component, String image, int port, String mount) {
        return new Store(
                name(), name() + "-" + component, component, image, port, mount, name() + "-" + component + "-secret");
    }

    List<Part> parts() {
        Components components = spec.chart().values().gitlab();
        return List.of(
                part("webservice", "gitlab-webservice-ce", components.webservice()),
                part("sidekiq", "gitlab-sidekiq-ce", components.sidekiq()));
    }

    private Part part(String component, String image, Component values) {
        return new Part(name(), name() + "-" + component, component, image(image), values.minReplicas());
    }

    /** The Job is not scaled. */
    Part migrations() {
        return new Part(name(), name() + "-migrations", "migrations", image("gitlab-toolbox-ce"), 1);
    }

    private String image(String name) {
        return "registry.gitlab.com/gitlab-org/build/cng/" + name + ":v"
                + spec.chart().version();
    }

    /** Secrets with random content, by component. */
    List<String> secrets() {
        return List.of(
                name() + "-postgresql-secret",
                name() + "-redis-secret",
                name() + "-gitaly-secret",
                name() + "-rails-secret",
                name() + "-initial-root-password");
    }
}
