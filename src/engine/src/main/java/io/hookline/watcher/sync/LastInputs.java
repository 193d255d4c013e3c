package io.hookline.watcher.sync;

import io.hookline.apply.ContentHash;
import io.hookline.object.KubeObject;
import io.hookline.trace.SyncNotes;
import io.hookline.trace.SyncNotes.How;
import io.hookline.trace.SyncNotes.Input;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the hook was called with last, and how it answered, to tell what has changed when it is called again. Objects are kept as the cache
 * has them, so they cost no memory while they do not change. Of an object that the sync itself has written only the version is kept:
 * else its former state would stay until the next sync. Related objects are missing, since many parents may share very many of them.
 *
 * @param parent null if the sync has written it
 * @param objects the children and revisions that the sync has not written
 * @param written the version of each object that the sync has written, by its uid; empty if it was deleted
 * @param answers the hashes of the answers; empty if the hook has not answered
 */
public record LastInputs(
        @Nullable KubeObject parent, List<KubeObject> objects, Map<String, String> written, List<ContentHash> answers) {

    /** Whether a call with these objects has nothing new. */
    public boolean areSame(KubeObject parent, List<KubeObject> objects) {
        return this.parent == parent && written.isEmpty() && UnchangedSync.areSame(this.objects, objects);
    }

    /** The same objects, after an answer. */
    public LastInputs answered(List<ContentHash> hashes) {
        return answers.equals(hashes) ? this : new LastInputs(parent, objects, written, hashes);
    }

    /** The same without what the sync has written. */
    public LastInputs without(SyncNotes notes) {
        Map<String, String> versions = new HashMap<>(written);
        notes.parentWrites()
                .forEach(each -> versions.put(each.now().uid(), each.now().resourceVersion()));
        notes.writes()
                .forEach(each -> versions.put(
                        each.now().uid(), each.deleted() ? "" : each.now().resourceVersion()));
        return versions.equals(written)
                ? this
                : new LastInputs(
                        parent == null || versions.containsKey(parent.uid()) ? null : parent,
                        objects.stream()
                                .filter(each -> !versions.containsKey(each.uid()))
                                .toList(),
                        Map.copyOf(versions),
                        answers);
    }

    /** Notes how the objects of a call differ from these. */
    public void note(KubeObject parentNow, List<KubeObject> now, SyncNotes notes) {
        noteOne(parent, parentNow, notes);
        Map<String, KubeObject> before = new HashMap<>();
        objects.forEach(each -> before.put(each.uid(), each));
        Set<String> present = new HashSet<>();
        for (KubeObject each : now) {
            present.add(each.uid());
            noteOne(before.get(each.uid()), each, notes);
        }
        objects.stream()
                .filter(each -> !present.contains(each.uid()))
                .forEach(each -> notes.input(new Input(How.REMOVED, each, each)));
    }

    private void noteOne(@Nullable KubeObject before, KubeObject now, SyncNotes notes) {
        if (before == now) {
            return;
        }
        String version = written.get(now.uid());
        if (Objects.equals(version, now.resourceVersion())) {
            notes.input(new Input(How.OWN_WRITE, null, now));
        } else if (before != null && before.resourceVersion().equals(now.resourceVersion())) {
            return; // read again by a new watch, for example
        } else {
            How how = before != null || version != null ? How.CHANGED : How.ADDED;
            notes.input(new Input(how, before, now));
        }
    }
}
