import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.List;

/**
 * A namespace for a team. Fields with a default in the schema are never null.
 *
 * @param status of the last sync; null before the first
 */
record Project(ObjectMeta metadata, Spec spec, Status status) implements Parent {

    /**
     * What the team gets.
     *
     * @param displayName for people
     * @param admins names of the users who administer the namespace
     * @param limits of each container that has none of its own
     */
    record Spec(String displayName, List<String> admins, Limits limits) {}

    record Limits(String cpu, String memory) {}

    record Status(List<Condition> conditions) {}
}
