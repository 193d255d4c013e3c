import io.fabric8.kubernetes.api.model.Pod;
import io.hookline.hook.Sync;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The Pods of a cluster by their ordinals.
 *
 * @param isNew whether a Pod has the revision of the desired template
 * @param wanted the desired number of Pods
 */
record Instances(Map<Integer, Pod> pods, Predicate<Pod> isNew, int wanted) {

    static Instances of(Sync<Postgresql> in, Predicate<Pod> isNew) {
        String prefix = in.parent().name() + "-";
        Map<Integer, Pod> pods = new HashMap<>();
        for (Pod pod : in.related(Pod.class)) {
            String name = pod.getMetadata().getName();
            if (name.startsWith(prefix) && name.substring(prefix.length()).matches("[0-9]{1,4}")) {
                pods.put(Integer.parseInt(name.substring(prefix.length())), pod);
            }
        }
        return new Instances(pods, isNew, in.parent().spec().numberOfInstances());
    }

    boolean allAreReady() {
        return IntStream.range(0, wanted).allMatch(ordinal -> isReady(pods.get(ordinal)));
    }

    boolean areNewFrom(int ordinal) {
        return IntStream.range(ordinal, wanted).allMatch(i -> isNew.test(pods.get(i)));
    }

    boolean allAreNew() {
        return pods.values().stream().allMatch(isNew);
    }

    /** Whether a Pod may be replaced: it is a replica of a known primary, or the only server. */
    boolean canSpare(int ordinal) {
        return wanted < 2 || leader().isPresent() && leader().get() != ordinal;
    }

    /** The switchover that is needed before a Pod may be replaced; the candidate has the desired revision if one is ready. */
    Optional<Switchover> switchoverBefore(int ordinal) {
        if (!allAreReady() || !areNewFrom(ordinal + 1) || leader().isEmpty() || leader().get() != ordinal) {
            return Optional.empty();
        }
        return IntStream.range(0, wanted)
                .boxed()
                .filter(i -> i != ordinal)
                .max(Comparator.comparing((Integer i) -> isNew.test(pods.get(i)))
                        .thenComparing(Comparator.naturalOrder()))
                .map(candidate -> new Switchover(name(ordinal), name(candidate)));
    }

    /** The ordinal of the primary, as Patroni labels it. */
    private Optional<Integer> leader() {
        return pods.entrySet().stream()
                .filter(pod -> Networking.isPrimary(pod.getValue()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private String name(int ordinal) {
        return pods.get(ordinal).getMetadata().getName();
    }

    private static boolean isReady(Pod pod) {
        return pod != null
                && pod.getMetadata().getDeletionTimestamp() == null
                && pod.getStatus() != null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(one -> "Ready".equals(one.getType()) && "True".equals(one.getStatus()));
    }
}
