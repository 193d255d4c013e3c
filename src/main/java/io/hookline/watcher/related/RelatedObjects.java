package io.hookline.watcher.related;

import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.hook.protocol.RelatedRule;
import io.hookline.object.KubeObject;
import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
import io.hookline.reconcile.Outcome;
import io.hookline.watcher.hook.ControllerHooks;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.ResourceName;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.state.ParentMemories;
import io.hookline.watcher.state.ParentMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The objects besides its children that a parent's hooks are told of: those that the customize hook asks for.
 *
 * <p>A parent's rules are in the index before a cache is read, so that no change after the reading is missed. Whoever needs
 * a cache that is not complete yet waits for it alone; it is woken when it is. Thread-safe.
 */
public final class RelatedObjects implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RelatedObjects.class);

    /** What there is to tell. */
    public sealed interface Found {
        /** The objects. */
        record Objects(ObjectGroups groups) implements Found {}

        /** It is not known yet. */
        record NotYet(Outcome outcome) implements Found {}
    }

    private final ControllerHooks hooks;
    private final RelatedRules rules;
    private final RelatedIndex index;
    private final RelatedWatches watches;
    private final ParentMemories memories;
    private final WorkQueue<ParentKey> queue;
    private final Set<ResourceName> warnedOf = ConcurrentHashMap.newKeySet();

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
     * What to tell a parent's hooks. Asks the customize hook if its last answer does not hold any more.
     *
     * @throws SyncException if there is no usable answer, or a related resource cannot be read
     */
    public Found of(ParentKind kind, KubeObject parent, ParentMemory memory) throws InterruptedException {
        if (!hooks.canCustomize()) {
            return new Found.Objects(ObjectGroups.NONE);
        }
        Optional<List<RelatedRule>> known = memory.customize().find(parent);
        if (known.isPresent()) {
            return find(kind, parent, memory, known.get());
        }
        return switch (hooks.customize(parent)) {
            case ControllerHooks.Customized.Later(var reply) ->
                new Found.NotYet(ControllerHooks.tooManyRequests(reply.after()));
            case ControllerHooks.Customized.Rules(List<RelatedRule> answer) -> {
                memory.customize().keep(parent, answer);
                warnOfWideRules(answer);
                yield find(kind, parent, memory, answer);
            }
        };
    }

    private void warnOfWideRules(List<RelatedRule> answer) {
        for (RelatedRule rule : answer) {
            boolean wide =
                    rule.namespaceSelector().isPresent() && rule.labelSelector().isEmpty();
            if (wide && warnedOf.add(new ResourceName(rule.apiVersion(), rule.resource()))) {
                LOG.atInfo()
                        .addKeyValue("apiVersion", rule.apiVersion())
                        .addKeyValue("resource", rule.resource())
                        .log("a related rule with namespaceSelector but no labelSelector selects everything in those"
                                + " namespaces, which may be a lot");
            }
        }
    }

    private Found find(ParentKind kind, KubeObject parent, ParentMemory memory, List<RelatedRule> answer)
            throws InterruptedException {
        List<RelatedSelection> wanted = resolve(kind, parent, memory, answer);
        index.register(ParentKey.of(parent), wanted); // before a cache is read
        List<List<RelatedWatch>> needed = new ArrayList<>();
        for (RelatedSelection selection : wanted) {
            needed.add(open(selection));
        }
        Optional<Outcome> wait = await(ParentKey.of(parent), needed);
        return wait.isPresent()
                ? new Found.NotYet(wait.get())
                : new Found.Objects(new RelatedReader(watches::store).read(wanted));
    }

    private List<RelatedSelection> resolve(
            ParentKind kind, KubeObject parent, ParentMemory memory, List<RelatedRule> answer) {
        memory.unresolved(true); // before it is tried, so that a kind that comes meanwhile is not missed
        List<RelatedSelection> wanted = rules.select(answer, kind.resource().namespaced() ? parent.namespace() : "");
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

    /** Lets a parent wait for the first that is not complete, so that it is woken once; empty if all are. */
    private static Optional<Outcome> await(ParentKey parent, List<List<RelatedWatch>> needed) {
        for (int i = 0; i < needed.size(); i++) {
            for (RelatedWatch watch : needed.get(i)) {
                if (watch.mustWait(parent)) {
                    Optional<String> trouble = watch.trouble();
                    if (trouble.isPresent()) {
                        throw new SyncException(RelatedRules.place(i) + ": " + trouble.get());
                    }
                    return Optional.of(Outcome.waiting(watch.resource() + " is not read yet"));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * A kind was added or changed: whoever waits for one is tried again. It may be announced some moments before it is served,
     * so the back-off of the failures before it starts again from its shortest delay.
     */
    public void kindsChanged() {
        watches.retryFailedCaches();
        for (ParentKey parent : memories.unresolved()) {
            queue.forget(parent);
            queue.add(parent, Priority.CHANGE, "kinds changed");
        }
    }

    /** What keeps related objects from being seen, for people. */
    public List<String> troubles() {
        return watches.troubles();
    }

    @Override
    public void close() {
        watches.close();
    }
}
