package io.hookline.watcher;

import io.hookline.hook.ObjectGroups;
import io.hookline.hook.RelatedRule;
import io.hookline.object.KubeObject;
import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
import io.hookline.reconcile.Outcome;
import java.time.Duration;
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
final class RelatedObjects implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RelatedObjects.class);

    /** A new kind may be announced some moments before it is served. */
    private static final Duration SECOND_LOOK = Duration.ofSeconds(2);

    /** What there is to tell. */
    sealed interface Found {
        /** The objects. */
        record Objects(ObjectGroups groups) implements Found {}

        /** It is not known yet. */
        record NotYet(Outcome outcome) implements Found {}
    }

    private final HookCalls hooks;
    private final RelatedRules rules;
    private final CustomizeAnswers answers;
    private final RelatedIndex index;
    private final RelatedWatches watches;
    private final WorkQueue<ParentKey> queue;
    private final Set<ParentKey> unresolved = ConcurrentHashMap.newKeySet();
    private final Set<ResourceName> warnedOf = ConcurrentHashMap.newKeySet();

    RelatedObjects(
            HookCalls hooks,
            RelatedRules rules,
            CustomizeAnswers answers,
            RelatedIndex index,
            RelatedWatches watches,
            WorkQueue<ParentKey> queue) {
        this.hooks = hooks;
        this.rules = rules;
        this.answers = answers;
        this.index = index;
        this.watches = watches;
        this.queue = queue;
    }

    /**
     * What to tell a parent's hooks. Asks the customize hook if its last answer does not hold any more.
     *
     * @throws SyncException if there is no usable answer, or a related resource cannot be read
     */
    Found of(ParentKind kind, KubeObject parent) throws InterruptedException {
        if (!hooks.canCustomize()) {
            return new Found.Objects(ObjectGroups.NONE);
        }
        Optional<List<RelatedRule>> known = answers.find(parent);
        if (known.isPresent()) {
            return find(kind, parent, known.get());
        }
        return switch (hooks.customize(parent)) {
            case HookCalls.Customized.Later(var reply) -> new Found.NotYet(ParentReconciler.later(reply));
            case HookCalls.Customized.Rules(List<RelatedRule> answer) -> {
                answers.keep(parent, answer);
                warnOfWideRules(answer);
                yield find(kind, parent, answer);
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

    private Found find(ParentKind kind, KubeObject parent, List<RelatedRule> answer) throws InterruptedException {
        List<RelatedSelection> wanted = resolve(kind, parent, answer);
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

    private List<RelatedSelection> resolve(ParentKind kind, KubeObject parent, List<RelatedRule> answer) {
        ParentKey key = ParentKey.of(parent);
        unresolved.add(key); // before it is tried, so that a kind that comes meanwhile is not missed
        List<RelatedSelection> wanted = rules.select(answer, kind.resource().namespaced() ? parent.namespace() : "");
        unresolved.remove(key);
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

    /** Forgets a parent that is gone. */
    void forget(ParentKey parent) {
        answers.forget(parent);
        index.forget(parent);
        unresolved.remove(parent);
    }

    /** A kind came or changed: whoever waits for one is tried again. */
    void kindsChanged() {
        watches.retryTroubled();
        for (ParentKey parent : Set.copyOf(unresolved)) {
            unresolved.remove(parent); // it comes back if it is tried in vain
            queue.add(parent, Priority.CHANGE, "kinds changed");
            queue.addAfter(parent, SECOND_LOOK, Priority.CHANGE, "kinds changed");
        }
    }

    /** What keeps related objects from being seen, for people. */
    List<String> troubles() {
        return watches.troubles();
    }

    @Override
    public void close() {
        watches.close();
    }
}
