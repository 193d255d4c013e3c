package io.hookline.cli.dev;

import io.hookline.apply.Differences;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The differences between the labels, annotations and finalizers of two states of an object, in one line. */
final class MetadataChanges {

    private static final int MOST = 6;

    private MetadataChanges() {}

    /** The differences; empty if both states are equal. */
    static String between(KubeObject before, KubeObject now) {
        List<String> all = new ArrayList<>();
        add("label", before.labels(), now.labels(), all);
        add("annotation", before.annotations(), now.annotations(), all);
        now.finalizers().stream()
                .filter(each -> !before.finalizers().contains(each))
                .forEach(each -> all.add("finalizer " + each + " added"));
        before.finalizers().stream()
                .filter(each -> !now.finalizers().contains(each))
                .forEach(each -> all.add("finalizer " + each + " removed"));
        return String.join(", ", all.subList(0, Math.min(MOST, all.size()))) + (all.size() > MOST ? ", ..." : "");
    }

    private static void add(String what, Map<String, String> before, Map<String, String> now, List<String> all) {
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(now.keySet());
        for (String name : names) {
            String old = value(before, name);
            String changed = value(now, name);
            if (!old.equals(changed)) {
                all.add(what + " " + name + ": " + old + " → " + changed);
            }
        }
    }

    private static String value(Map<String, String> map, String name) {
        return Optional.ofNullable(map.get(name))
                .map(value -> "\"" + Differences.shortened(value) + "\"")
                .orElse("absent");
    }
}
