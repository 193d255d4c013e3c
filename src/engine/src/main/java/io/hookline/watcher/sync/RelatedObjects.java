package io.hookline.watcher.sync;

import io.hookline.hook.RelatedRule;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.informer.ObjectStore;
import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
import io.hookline.reconcile.Outcome;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.ParentRevision;
import io.hookline.watcher.model.ResourceName;
import io.hookline.watcher.model.SyncException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the related objects of a parent, by the rules that the customize hook returned.
 *
 * <p>A parent's rules are in the index before a cache is read, so that no change after that is missed. A parent that
 * needs an incomplete cache waits for it and is queued when the cache is complete; other parents continue. Thread-safe.
 */
public final class RelatedObjects implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RelatedObjects.class);

    /** The result of a search. */
    public sealed interface Found {
        /** The related objects of each revision. */
        record Objects(List<ObjectGroups> groups) implements Found {
            public Objects {
                groups = List.copyOf(groups);
            }
        }

        /** The related objects are not known yet; the sync ends with this outcome. */
        record NotYet(Outcome outcome) implements Found {}
    }

    private final ControllerHooks hooks;
    private final RelatedRules rules;
    private final RelatedIndex index;
    private final RelatedWatches watches;
    private final ParentMemories memories;
    private final WorkQueue<ParentKey> queue;
    private final Set<ResourceName> warnedResources = ConcurrentHashMap.newKeySet();

    public RelatedObjects(
            ControllerHooks hooks,
            RelatedRules rules,
            RelatedIndex index,
            RelatedWatches watches,
            ParentMemories memories,
            WorkQueue<ParentKey> queue) {
        this.hooks = hooks;
        this.rules = rules;
        this.index = index;
        this.watches = watches;
        this.memories = memories;
        this.queue = queue;
        memories.whenForgotten(index::forget);
        memories.whenForgotten(watches::forget);
    }

    /**
     * Finds the related objects of a parent. Calls the customize hook if its last answer is no longer valid.
     *
     * @param revisions the revisions of the parent: each has its own related objects
     * @throws SyncException if the hook fails, or a related resource cannot be read
     */
    public Found of(ParentKind kind, List<ParentRevision> revisions, ParentMemory memory) throws InterruptedException {
        if (!hooks.canCustomize()) {
            return new Found.Objects(Collections.nCopies(revisions.size(), ObjectGroups.NONE));
        }
        List<List<RelatedRule>> answers = new ArrayList<>();
        for (ParentRevision revision : revisions) {
            CustomizeAnswer last = memory.customize(revision.name());
            Optional<List<RelatedRule>> known = last.find(revision.parent());
            if (known.isEmpty()) {
                switch (hooks.customize(revision)) {
                    case ControllerHooks.Customized.Later(var reply) -> {
                        return new Found.NotYet(ControllerHooks.tooManyRequests(reply.after()));
                    }
                    case ControllerHooks.Customized.Rules(List<RelatedRule> answer) -> {
                        last.keep(revision.parent(), answer);
                        warnOfWideRules(answer);
                        known = Optional.of(answer);
                    }
                }
            }
            answers.add(known.get());
        }
        return find(kind, revisions.getFirst().parent(), memory, answers);
    }

    private void warnOfWideRules(List<RelatedRule> answer) {
        for (RelatedRule rule : answer) {
            boolean wide =
                    rule.namespaceSelector().isPresent() && rule.labelSelector().isEmpty();
            if (wide && warnedResources.add(new ResourceName(rule.apiVersion(), rule.resource()))) {
                LOG.atInfo()
                        .addKeyValue("apiVersion", rule.apiVersion())
                        .addKeyValue("resource", rule.resource())
                        .log("a related rule with namespaceSelector but no labelSelector selects everything in those"
                                + " namespaces, which may be a lot");
            }
        }
    }

    private Found find(ParentKind kind, KubeObject parent, ParentMemory memory, List<List<RelatedRule>> answers)
            throws InterruptedException {
        List<List<RelatedSelection>> wanted = resolve(kind, parent, memory, answers);
        List<RelatedSelection> union =
                wanted.stream().flatMap(List::stream).distinct().toList();
        index.register(ParentKey.of(parent), union); // before a cache is read
        for (List<RelatedSelection> ofRevision : wanted) {
            List<List<RelatedWatch>> needed = new ArrayList<>();
            for (RelatedSelection selection : ofRevision) {
                needed.add(open(selection));
            }
            Optional<Outcome> wait = await(ParentKey.of(parent), needed);
            if (wait.isPresent()) {
                return new Found.NotYet(wait.get());
            }
        }
        RelatedReader reader = new RelatedReader(watches::store);
        return new Found.Objects(wanted.stream().map(reader::read).toList());
    }

    private List<List<RelatedSelection>> resolve(
            ParentKind kind, KubeObject parent, ParentMemory memory, List<List<RelatedRule>> answers) {
        memory.unresolved(true); // set before the lookup, so that a kind that is added meanwhile is not missed
        String namespace = kind.resource().namespaced() ? parent.namespace() : "";
        List<List<RelatedSelection>> wanted =
                answers.stream().map(answer -> rules.select(answer, namespace)).toList();
        memory.unresolved(false);
        return wanted;
    }

    private List<RelatedWatch> open(RelatedSelection selection) throws InterruptedException {
        RelatedWatch watch = watches.of(selection.resource());
        if (selection.namespaces().isEmpty()) {
            return List.of(watch);
        }
        return List.of(watch, watches.of(rules.namespaces()));
    }

    /**
     * Lets a parent wait for the first incomplete cache, so that it is queued once. Empty if all caches are complete.
     */
    private static Optional<Outcome> await(ParentKey parent, List<List<RelatedWatch>> needed) {
        for (int i = 0; i < needed.size(); i++) {
            for (RelatedWatch watch : needed.get(i)) {
                if (watch.mustWait(parent)) {
                    Optional<String> problem = watch.failure();
                    if (problem.isPresent()) {
                        throw new SyncException.Refused(RelatedRules.place(i) + ": " + problem.get());
                    }
                    return Optional.of(Outcome.waiting(watch.resource() + " is not cached yet"));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Handles a kind that was added or changed: parents that wait for a kind are queued. The event may come shortly
     * before the kind is served, so their back-off is reset to the shortest delay.
     */
    public void kindsChanged() {
        watches.retryFailedCaches();
        for (ParentKey parent : memories.unresolved()) {
            queue.forget(parent);
            queue.add(parent, Priority.CHANGE, "kinds changed");
        }
    }

    /** The caches of related objects that are open. */
    public List<Subscription> caches() {
        return watches.caches();
    }

    /** Why related objects cannot be watched, one message for each resource with a problem. */
    public List<String> problems() {
        return watches.problems();
    }

    /** Keeps the caches of the replaced controller open, for a controller with a customize hook. */
    public void inherit(RelatedObjects former) {
        watches.inherit(former.watches);
    }

    @Override
    public void close() {
        watches.close();
    }

    /** Reads selected objects from complete caches: by key if names and namespace are given, and each object once. */
    static final class RelatedReader {

        private final Function<ResourceName, ObjectStore> stores;

        /** Reads from the store of each selection's resource, and from that of namespaces if a selection needs it. */
        RelatedReader(Function<ResourceName, ObjectStore> stores) {
            this.stores = stores;
        }

        /** Reads the selected objects; the result has a group for the kind of every selection. */
        ObjectGroups read(List<RelatedSelection> selections) {
            Map<GroupVersionKind, Map<ObjectKey, KubeObject>> found = new HashMap<>();
            for (RelatedSelection selection : selections) {
                Map<ObjectKey, KubeObject> objects =
                        found.computeIfAbsent(selection.resource().gvk(), _ -> new LinkedHashMap<>());
                candidates(selection)
                        .filter(object -> selection.labels().matches(object.labels()))
                        .forEach(object -> objects.put(object.key(), object));
            }
            Map<GroupVersionKind, List<KubeObject>> groups = new HashMap<>();
            found.forEach((kind, objects) -> groups.put(kind, List.copyOf(objects.values())));
            return ObjectGroups.of(groups);
        }

        private Stream<KubeObject> candidates(RelatedSelection selection) {
            ApiResource resource = selection.resource();
            ObjectStore store = stores.apply(ResourceName.of(resource));
            String namespace = selection.namespace();
            if (selection.namespaces().isPresent()) {
                return namespaces(selection.namespaces().get()).flatMap(name -> store.inNamespace(name).stream());
            }
            if (selection.names().isEmpty()) {
                return (namespace.isEmpty() ? store.all() : store.inNamespace(namespace)).stream();
            }
            if (!namespace.isEmpty() || !resource.namespaced()) {
                return selection.names().stream().flatMap(name -> store.get(new ObjectKey(namespace, name)).stream());
            }
            return store.all().stream().filter(object -> selection.names().contains(object.name()));
        }

        private Stream<String> namespaces(LabelSelector selector) {
            return stores.apply(ResourceName.NAMESPACES).all().stream()
                    .filter(namespace -> selector.matches(namespace.labels()))
                    .map(KubeObject::name);
        }
    }
}
