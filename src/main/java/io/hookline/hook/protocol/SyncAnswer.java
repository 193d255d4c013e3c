package io.hookline.hook.protocol;

import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a sync or finalize hook wants.
 *
 * @param status JSON object as it came, absent if the hook said nothing (or null): {@code {}} and absent differ for
 *     decorators
 * @param children desired children or attachments in the hook's order, each with apiVersion, kind and name
 * @param labels decorators only: value to set, empty to remove; unnamed keys stay
 * @param annotations as labels
 * @param resyncAfter when the parent shall be looked at again without a change
 * @param finalized whether the finalizer may go
 * @param warnings what was passed over in loose mode, each with its place
 */
public record SyncAnswer(
        Optional<JsonText> status,
        List<KubeObject> children,
        Map<String, Optional<String>> labels,
        Map<String, Optional<String>> annotations,
        Optional<Duration> resyncAfter,
        boolean finalized,
        List<String> warnings) {

    public SyncAnswer {
        children = List.copyOf(children);
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        annotations = Collections.unmodifiableMap(new LinkedHashMap<>(annotations));
        warnings = List.copyOf(warnings);
    }

    /** Whether two answers want the same, byte by byte; {@code other} may be null. */
    public boolean sameAs(@Nullable SyncAnswer other) {
        return other != null
                && status.equals(other.status)
                && sameChildren(children, other.children)
                && labels.equals(other.labels)
                && annotations.equals(other.annotations)
                && resyncAfter.equals(other.resyncAfter)
                && finalized == other.finalized;
    }

    private static boolean sameChildren(List<KubeObject> a, List<KubeObject> b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (int i = 0; i < a.size(); i++) {
            if (!a.get(i).sameBytes(b.get(i))) {
                return false;
            }
        }
        return true;
    }
}
