package io.hookline.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A handler that keeps the objects it received, and records each call that contradicts an earlier one. It does not throw,
 * since informers survive handlers that throw.
 */
public final class StrictView implements ResourceEventHandler {

    private final Map<ObjectKey, KubeObject> view = new TreeMap<>();
    private final List<String> calls = new ArrayList<>();
    private final List<String> contradictions = new ArrayList<>();

    @Override
    public synchronized void added(KubeObject object) {
        calls.add("added " + object.name());
        KubeObject before = view.put(object.key(), object);
        if (before != null) {
            contradictions.add("added twice: " + object);
        }
    }

    @Override
    public synchronized void updated(KubeObject before, KubeObject now) {
        calls.add("updated " + now.name());
        KubeObject known = view.put(now.key(), now);
        if (known != before || before.sameBytes(now)) {
            contradictions.add("updated from an unknown state, or to the same one: " + now);
        }
    }

    @Override
    public synchronized void deleted(KubeObject last) {
        calls.add("deleted " + last.name());
        KubeObject known = view.remove(last.key());
        if (known == null || !known.uid().equals(last.uid())) {
            contradictions.add("deleted, but never there: " + last);
        }
    }

    /** The calls since the last call of this method. */
    public synchronized List<String> calls() {
        List<String> made = List.copyOf(calls);
        calls.clear();
        return made;
    }

    /** Fails if the calls contradict each other, or result in other objects than these. */
    public synchronized void assertSees(Collection<KubeObject> expected) {
        assertThat(contradictions).isEmpty();
        assertThat(versions(view.values())).isEqualTo(versions(expected));
    }

    /** The uid and version of each object, which identify its state. */
    public static Map<ObjectKey, String> versions(Collection<KubeObject> objects) {
        Map<ObjectKey, String> versions = new TreeMap<>();
        objects.forEach(object -> versions.put(object.key(), object.uid() + "@" + object.resourceVersion()));
        return versions;
    }
}
