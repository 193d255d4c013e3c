package io.hookline.cli.dev;

import com.fasterxml.jackson.databind.node.TextNode;
import io.hookline.apply.Differences;
import io.hookline.object.FieldPath;
import io.hookline.object.KubeObject;
import io.hookline.object.SecretValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** The differences between the labels, annotations and finalizers of two states of an object, in one line, without values of Secrets. */
final class MetadataChanges {

    private static final int MOST = 6;

    private static final FieldPath LABELS = new FieldPath("metadata.labels");
    private static final FieldPath ANNOTATIONS = new FieldPath("metadata.annotations");
    private static final Map<FieldPath, String> NAMES = Map.of(LABELS, "label", ANNOTATIONS, "annotation");

    private MetadataChanges() {}

    /** The differences; empty if both states are equal. */
    static String between(KubeObject before, KubeObject now) {
        List<String> all = new ArrayList<>();
        SecretValues secret = SecretValues.in(before.tree(), now.tree());
        add(LABELS, before.labels(), now.labels(), secret, all);
        add(ANNOTATIONS, before.annotations(), now.annotations(), secret, all);
        now.finalizers().stream()
                .filter(each -> !before.finalizers().contains(each))
                .forEach(each -> all.add("finalizer " + each + " added"));
        before.finalizers().stream()
                .filter(each -> !now.finalizers().contains(each))
                .forEach(each -> all.add("finalizer " + each + " removed"));
        return String.join(", ", all.subList(0, Math.min(MOST, all.size()))) + (all.size() > MOST ? ", ..." : "");
    }

    /** @param secret which of the values are not shown */
    private static void add(
            FieldPath what,
            Map<String, String> before,
            Map<String, String> now,
            SecretValues secret,
            List<String> all) {
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(now.keySet());
        for (String name : names) {
            if (!Objects.equals(before.get(name), now.get(name))) {
                UnaryOperator<String> shown = value ->
                        secret.shown(what.field(name), TextNode.valueOf(value)).textValue();
                all.add(NAMES.get(what) + " " + name + ": " + value(before, name, shown) + " → "
                        + value(now, name, shown));
            }
        }
    }

    private static String value(Map<String, String> map, String name, UnaryOperator<String> shown) {
        return Optional.ofNullable(map.get(name))
                .map(shown)
                .map(value -> value.equals(SecretValues.HIDDEN) ? value : "\"" + Differences.shortened(value) + "\"")
                .orElse("absent");
    }
}
