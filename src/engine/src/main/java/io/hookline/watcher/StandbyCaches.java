package io.hookline.watcher;

import io.hookline.hook.protocol.ControllerType;
import io.hookline.informer.ResourceEventHandler;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.object.DecodeException;
import io.hookline.object.KubeObject;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ChildRule;
import io.hookline.spec.CompositeController;
import io.hookline.spec.ControllerDecoder;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.ParentRule;
import io.hookline.spec.WellKnown;
import io.hookline.watcher.model.RestMapper;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Fills the caches that the controllers will need, as long as another process runs them: their parents, children and
 * revisions. There is nothing here that could write or call a hook. Related objects are not cached, since only hooks
 * know which there are. Thread-safe, as long as each key is used by one thread at a time.
 */
final class StandbyCaches implements AutoCloseable {

    private static final ResourceEventHandler IGNORE = new ResourceEventHandler() {
        @Override
        public void added(KubeObject object) {}

        @Override
        public void updated(KubeObject before, KubeObject now) {}

        @Override
        public void deleted(KubeObject last) {}
    };

    private final Function<ControllerKey, Optional<KubeObject>> objects;
    private final SharedInformerFactory informers;
    private final RestMapper restMapper;
    private final BiConsumer<ControllerKey, ControllerSpec> seen;
    private final Map<ControllerKey, List<Subscription>> open = new ConcurrentHashMap<>();

    /**
     * Caches nothing yet.
     *
     * @param objects finds the controllers that this process would run
     * @param seen gets the spec of each controller
     */
    StandbyCaches(
            Function<ControllerKey, Optional<KubeObject>> objects,
            SharedInformerFactory informers,
            RestMapper restMapper,
            BiConsumer<ControllerKey, ControllerSpec> seen) {
        this.objects = objects;
        this.informers = informers;
        this.restMapper = restMapper;
        this.seen = seen;
    }

    /** Opens and closes caches after a change of a controller or of a kind. */
    Outcome reconcile(ControllerKey key) {
        Set<ApiResource> wanted =
                objects.apply(key).map(object -> resources(key, object)).orElse(Set.of());
        List<Subscription> before = open.getOrDefault(key, List.of());
        Set<ApiResource> known = before.stream().map(Subscription::resource).collect(Collectors.toSet());
        if (!known.equals(wanted)) {
            open.put(
                    key,
                    wanted.stream()
                            .map(resource -> informers.subscribe(resource, IGNORE))
                            .toList());
            before.forEach(Subscription::close); // after the others are open: a cache in both stays
        }
        before.stream().filter(each -> each.failure().isPresent()).forEach(each -> informers.retryNow(each.resource()));
        return Outcome.awaitChange();
    }

    /** The resources of a controller that are served. When a definition is added, the controller is looked at again. */
    private Set<ApiResource> resources(ControllerKey key, KubeObject object) {
        try {
            ControllerSpec spec = key.type() == ControllerType.COMPOSITE
                    ? ControllerDecoder.composite(object).value()
                    : ControllerDecoder.decorator(object).value();
            seen.accept(key, spec);
            return resources(spec);
        } catch (DecodeException _) {
            return Set.of(); // reported by the leader
        }
    }

    private Set<ApiResource> resources(ControllerSpec spec) {
        Set<ApiResource> found = new LinkedHashSet<>();
        for (ParentRule rule : spec.parents()) {
            restMapper.find(rule.apiVersion(), rule.resource()).ifPresent(found::add);
        }
        for (ChildRule rule : spec.children()) {
            restMapper.find(rule.apiVersion(), rule.resource()).ifPresent(found::add);
        }
        boolean rolling = spec instanceof CompositeController
                && spec.children().stream()
                        .anyMatch(rule -> rule.strategy().method().isRolling());
        if (rolling) {
            restMapper.find(WellKnown.API_VERSION, "controllerrevisions").ifPresent(found::add);
        }
        return found;
    }

    /** Closes the caches of a controller, which runs here now, or is not responsible for them any more. */
    void drop(ControllerKey key) {
        List<Subscription> dropped = open.remove(key);
        if (dropped != null) {
            dropped.forEach(Subscription::close);
        }
    }

    /** Why caches cannot be read, one message for each resource. */
    List<String> problems() {
        return open.values().stream()
                .flatMap(List::stream)
                .flatMap(each -> each.failure().map(text -> each.resource() + ": " + text).stream())
                .distinct()
                .sorted()
                .toList();
    }

    @Override
    public void close() {
        List.copyOf(open.keySet()).forEach(this::drop);
    }
}
