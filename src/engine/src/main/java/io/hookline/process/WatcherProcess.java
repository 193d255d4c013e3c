package io.hookline.process;

import io.hookline.cluster.Cluster;
import io.hookline.hook.Event;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.object.KubeObject;
import io.hookline.process.metrics.WatcherMeters;
import io.hookline.reconcile.LoopObserver;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.HookServers;
import io.hookline.trace.Causes;
import io.hookline.watcher.Watcher;
import io.hookline.watcher.WatcherOptions;
import io.hookline.watcher.journal.Journal;
import io.hookline.watcher.model.ControllerSummary;
import io.hookline.watcher.model.HookConnector;
import io.hookline.watcher.model.NotLeaderException;
import io.hookline.watcher.model.WatcherDependencies;
import io.hookline.watcher.model.WatcherObserver;
import io.hookline.watcher.view.WatcherView;
import io.hookline.webhook.WebhookClients;
import io.hookline.webhook.WebhookClients.LocalHooks;
import io.hookline.webhook.WebhookClients.WebhookRuntime;
import io.hookline.webhook.WebhookLimits;
import io.hookline.webhook.credential.CredentialException;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Wires the watcher with the real clock, threads and randomness. */
public final class WatcherProcess implements AutoCloseable {

    /**
     * How the threads of a process begin that is {@link #observed}, so that its log can be told from that of another
     * one beside it.
     */
    public static final String OBSERVED_THREADS = "observed-watcher-";

    private static final String THREADS = "watcher-";

    private final SharedInformerFactory informers;
    private final Watcher watcher;
    private final WebhookClients webhooks;
    private final WatcherMeters meters;
    private final Journal journal;
    private final AtomicBoolean closed = new AtomicBoolean();

    private WatcherProcess(
            SharedInformerFactory informers,
            Watcher watcher,
            WebhookClients webhooks,
            WatcherMeters meters,
            Journal journal) {
        this.meters = meters;
        this.journal = journal;
        this.informers = informers;
        this.watcher = watcher;
        this.webhooks = webhooks;
    }

    /**
     * Starts watching a cluster.
     *
     * @param localHooks hooks of this process, called in place of {@link HookServers}
     */
    public static WatcherProcess start(
            Cluster cluster, Optional<InProcessHooks> localHooks, WatcherOptions options, PrometheusRegistry registry) {
        return start(cluster, localHooks, options, registry, System.getenv());
    }

    /**
     * Starts watching a cluster for a developer.
     *
     * @param hooks hooks of this process
     * @param timeout the time that calls of these hooks may take, whatever the controllers configure: a debugger may
     *     stop them
     * @param calls changes or observes the calls of all hooks
     * @param observer is called in addition to the metrics
     */
    public static WatcherProcess develop(
            Cluster cluster,
            InProcessHooks hooks,
            Optional<Duration> timeout,
            UnaryOperator<HookConnector> calls,
            WatcherOptions options,
            PrometheusRegistry registry,
            WatcherObserver observer) {
        LocalHooks local = new LocalHooks(hooks, HookServers::isAuthority, timeout);
        return begin(
                cluster,
                Optional.of(local),
                calls,
                options,
                registry,
                meters -> new ObserverPair(meters.syncs(), observer),
                System.getenv());
    }

    /** Starts watching a cluster, with the environment variables that configure HTTP proxies for hook calls. */
    public static WatcherProcess start(
            Cluster cluster,
            Optional<InProcessHooks> localHooks,
            WatcherOptions options,
            PrometheusRegistry registry,
            Map<String, String> environment) {
        return begin(
                cluster,
                localHooks.map(hooks -> new LocalHooks(hooks, HookServers::isAuthority)),
                UnaryOperator.identity(),
                options,
                registry,
                WatcherMeters::syncs,
                environment);
    }

    /**
     * Starts to watch a cluster on behalf of another process that runs the controllers: fills the caches, and does
     * nothing else before {@link #lead}.
     *
     * @param isLeader whether hooks may be called and objects written
     */
    public static WatcherProcess standBy(
            Cluster cluster,
            Optional<InProcessHooks> localHooks,
            WatcherOptions options,
            PrometheusRegistry registry,
            BooleanSupplier isLeader) {
        WatcherProcess prepared = prepare(
                cluster,
                localHooks.map(hooks -> new LocalHooks(hooks, HookServers::isAuthority)),
                hooks -> LeaderHooks.of(hooks, isLeader),
                options,
                registry,
                WatcherMeters::syncs,
                System.getenv(),
                THREADS,
                isLeader);
        prepared.watcher.standBy();
        return prepared;
    }

    /**
     * Starts watching a cluster, with an observer in place of the metrics of syncs and children.
     *
     * @param calls changes or observes the calls of all hooks
     */
    public static WatcherProcess observed(
            Cluster cluster,
            Optional<InProcessHooks> localHooks,
            UnaryOperator<HookConnector> calls,
            WatcherOptions options,
            PrometheusRegistry registry,
            WatcherObserver observer) {
        Optional<LocalHooks> local = localHooks.map(hooks -> new LocalHooks(hooks, HookServers::isAuthority));
        WatcherProcess prepared = prepare(
                cluster, local, calls, options, registry, _ -> observer, System.getenv(), OBSERVED_THREADS, () -> true);
        prepared.watcher.start();
        return prepared;
    }

    private static WatcherProcess begin(
            Cluster cluster,
            Optional<LocalHooks> localHooks,
            UnaryOperator<HookConnector> calls,
            WatcherOptions options,
            PrometheusRegistry registry,
            Function<WatcherMeters, WatcherObserver> observer,
            Map<String, String> environment) {
        WatcherProcess prepared =
                prepare(cluster, localHooks, calls, options, registry, observer, environment, THREADS, () -> true);
        prepared.watcher.start();
        return prepared;
    }

    private static WatcherProcess prepare(
            Cluster cluster,
            Optional<LocalHooks> localHooks,
            UnaryOperator<HookConnector> calls,
            WatcherOptions options,
            PrometheusRegistry registry,
            Function<WatcherMeters, WatcherObserver> observer,
            Map<String, String> environment,
            String threadNames,
            BooleanSupplier isLeader) {
        WatcherMeters meters = new WatcherMeters(registry);
        InstantSource clock = NonDecreasingClock.system();
        ThreadFactory threads = Thread.ofVirtual().name(threadNames, 0).factory();
        WebhookClients webhooks = new WebhookClients(
                cluster,
                new WebhookRuntime(
                        Executors.newThreadPerTaskExecutor(threads),
                        InstantSource.system(), // compared with dates in responses
                        meters.calls()),
                WebhookLimits.DEFAULT.redirectingWithinHosts(options.sameHostRedirects()),
                localHooks,
                environment);
        SharedInformerFactory informers =
                new SharedInformerFactory(cluster, options.informers(), threads, clock, new SplittableRandom());
        meters.caches(informers);
        meters.staleness(informers);
        Journal journal = new Journal(options.journal(), clock);
        meters.journal(journal::bytes);
        WatcherDependencies engine = new WatcherDependencies(
                meters.counted(cluster),
                informers,
                calls.apply(connector(webhooks)),
                KubeObject::tree,
                threads,
                clock,
                new ObserverPair(new ObserverPair(observer.apply(meters), meters.conditions()), journal),
                meters.work(),
                () -> ThreadLocalRandom.current().nextLong(),
                isLeader);
        return new WatcherProcess(informers, new Watcher(engine, options), webhooks, meters, journal);
    }

    /**
     * Runs the controllers from now on, after {@link #standBy}.
     *
     * @param handover the {@link #handover} of the process that ran them before
     */
    public void lead(String handover) {
        watcher.lead(handover);
    }

    /** What a process needs that runs the controllers after this one. */
    public String handover() {
        return watcher.handover();
    }

    /** Runs an action when {@link #handover} has changed and should be stored. */
    public void whenHandoverChanges(Runnable action) {
        watcher.whenHandoverChanges(action);
    }

    private static HookConnector connector(WebhookClients webhooks) {
        return (controller, type, hook, problems) -> {
            try {
                return webhooks.connect(controller, type, hook, problems::accept);
            } catch (CredentialException e) {
                throw new HookConnector.MissingCredentials(e);
            }
        };
    }

    /** Syncs the parents of the controllers that call this hook of this process, since it has changed. */
    public void hookChanged(String hook) {
        watcher.hookChanged(controller -> controller
                .hooks()
                .webhooks()
                .anyMatch(webhook -> HookServers.hookOf(URI.create(webhook.url()))
                        .filter(hook::equals)
                        .isPresent()));
    }

    /** What the last syncs did. */
    public Journal journal() {
        return journal;
    }

    /** What the watcher knows now. */
    public WatcherView view() {
        return watcher.view();
    }

    /** The reasons why no controller can work now. */
    public List<String> problems() {
        return watcher.problems();
    }

    /** The reasons why some controllers cannot work now; the others work. */
    public List<String> problemsOfControllers() {
        return watcher.problemsOfControllers();
    }

    /** The reasons why the process must be restarted. */
    public List<String> deadlocks() {
        Stream<String> informersLost =
                informers.lost().stream().map(resource -> "the informer of " + resource + " has ended");
        return Stream.concat(watcher.deadlocks().stream(), informersLost).toList();
    }

    @Override
    public void close() {
        close(watcher::close);
    }

    /** Closes without waiting for syncs in flight: they are interrupted. */
    public void abort() {
        close(watcher::abort);
    }

    private void close(Runnable controllers) {
        if (closed.compareAndSet(false, true)) {
            controllers.run();
            informers.close();
            webhooks.close();
            meters.close();
        }
    }

    /** Calls a hook only while this process is the leader: hooks may have effects outside of the cluster. */
    record LeaderHooks(HookClient hook, BooleanSupplier isLeader) implements HookClient {

        static HookConnector of(HookConnector hooks, BooleanSupplier isLeader) {
            return (controller, type, hook, problems) ->
                    new LeaderHooks(hooks.connect(controller, type, hook, problems), isLeader);
        }

        @Override
        public HookReply call(HookRequest request) throws InterruptedException {
            if (!isLeader.getAsBoolean()) {
                throw new NotLeaderException();
            }
            return hook.call(request);
        }

        @Override
        public Optional<String> servedVersion() throws InterruptedException {
            return hook.servedVersion();
        }

        @Override
        public void close() {
            hook.close();
        }
    }

    /**
     * The time of day, except that it never moves back. If the machine's clock is set back, this clock continues from
     * its last time, so that no timer waits longer than intended. If the machine's clock is set forward, as after a
     * suspend, this clock follows. Thread-safe.
     */
    static final class NonDecreasingClock implements InstantSource {

        private final InstantSource timeOfDay;
        private final LongSupplier nanos;
        private final Instant start;
        private final long startNanos;

        /** By how many nanoseconds the time of day was set forward since the start. */
        private final AtomicLong ahead = new AtomicLong();

        /**
         * Starts a clock.
         *
         * @param nanos a count of nanoseconds that only increases
         */
        NonDecreasingClock(InstantSource timeOfDay, LongSupplier nanos) {
            this.timeOfDay = timeOfDay;
            this.nanos = nanos;
            this.start = timeOfDay.instant();
            this.startNanos = nanos.getAsLong();
        }

        /** Starts a clock on the time of this machine. */
        static NonDecreasingClock system() {
            return new NonDecreasingClock(InstantSource.system(), System::nanoTime);
        }

        @Override
        public Instant instant() {
            Instant counted = start.plusNanos(nanos.getAsLong() - startNanos);
            long difference = Duration.between(counted, timeOfDay.instant()).toNanos();
            return counted.plusNanos(ahead.accumulateAndGet(difference, Math::max));
        }
    }

    /** Calls two observers, one after the other. */
    record ObserverPair(WatcherObserver first, WatcherObserver second) implements WatcherObserver {

        @Override
        public void child(
                ControllerName controller, KubeObject parent, ChildAction action, KubeObject child, String why) {
            first.child(controller, parent, action, child, why);
            second.child(controller, parent, action, child, why);
        }

        @Override
        public void parentWritten(ControllerName controller, KubeObject before, KubeObject now, List<String> causes) {
            first.parentWritten(controller, before, now, causes);
            second.parentWritten(controller, before, now, causes);
        }

        @Override
        public void hookEvent(ControllerName controller, KubeObject parent, Event event, List<String> causes) {
            first.hookEvent(controller, parent, event, causes);
            second.hookEvent(controller, parent, event, causes);
        }

        @Override
        public void parentBeingDeleted(ControllerName controller, KubeObject parent) {
            first.parentBeingDeleted(controller, parent);
            second.parentBeingDeleted(controller, parent);
        }

        @Override
        public void parentDeleted(ControllerName controller, KubeObject last) {
            first.parentDeleted(controller, last);
            second.parentDeleted(controller, last);
        }

        @Override
        public void controllerChecked(ControllerSummary controller) {
            first.controllerChecked(controller);
            second.controllerChecked(controller);
        }

        @Override
        public void controllerForgotten(ControllerName controller) {
            first.controllerForgotten(controller);
            second.controllerForgotten(controller);
        }

        @Override
        public <K> LoopObserver<K> loop(ControllerSpec controller) {
            LoopObserver<K> one = first.loop(controller);
            LoopObserver<K> other = second.loop(controller);
            return new LoopObserver<>() {
                @Override
                public void started(K key, Causes causes) {
                    one.started(key, causes);
                    other.started(key, causes);
                }

                @Override
                public void failed(K key, Throwable cause, int attempt, Duration next) {
                    one.failed(key, cause, attempt, next);
                    other.failed(key, cause, attempt, next);
                }

                @Override
                public void finished(K key, Outcome outcome, Duration took) {
                    one.finished(key, outcome, took);
                    other.finished(key, outcome, took);
                }
            };
        }
    }
}
