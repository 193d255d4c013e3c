package io.hookline.watcher.sync;

import io.hookline.cluster.ClusterException;
import io.hookline.object.KubeObject;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the author of a controller can do if the API server refuses the update of a child as invalid. */
final class RefusedUpdate {

    /** How the API server and controllers of Kubernetes word that a field keeps its first value. */
    private static final Pattern IMMUTABLE = Pattern.compile(
            "immutable|cannot change|may not change|can not be (changed|unset|less than previous)|cannot be (changed|updated)"
                    + "|updates to .* are forbidden|updates to .* other than|may not be (changed|updated|modified)"
                    + "|is not allowed to be changed|pod updates may not",
            Pattern.CASE_INSENSITIVE);

    /** The API server has set the field of the former type by default, and an update that leaves it out keeps it. */
    private static final String DEFAULTED = "may not be specified when strategy `type` is 'Recreate'";

    private RefusedUpdate() {}

    /** The end of the error's text. */
    static String advice(ClusterException.Invalid refused, KubeObject child) {
        String message = String.valueOf(refused.getMessage());
        if (message.contains(DEFAULTED)) {
            return "; the API server has set this field by default, so remove it once: kubectl patch "
                    + child.kind().toLowerCase(Locale.ROOT)
                    + (child.namespace().isEmpty() ? "" : " --namespace " + child.namespace()) + " " + child.name()
                    + " --patch '{\"spec\":{\"strategy\":{\"rollingUpdate\":null,\"type\":\"Recreate\"}}}', or use updateStrategy"
                    + " Recreate";
        }
        if (onlyImmutable(refused)) {
            return "; an update cannot make this change, but updateStrategy Recreate deletes the child and creates it again";
        }
        return "; correct the child that the hook returns";
    }

    /** Whether a new child would be accepted: one that is not valid in another way too would be refused again. */
    private static boolean onlyImmutable(ClusterException.Invalid refused) {
        List<ClusterException.Detail> details = refused.details();
        return details.isEmpty()
                ? isImmutable(refused.getMessage())
                : details.stream().allMatch(detail -> isImmutable(detail.message()));
    }

    private static boolean isImmutable(@Nullable String message) {
        return IMMUTABLE.matcher(String.valueOf(message)).find();
    }
}
