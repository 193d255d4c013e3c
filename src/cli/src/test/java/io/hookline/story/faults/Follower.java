package io.hookline.story.faults;

import io.hookline.controlplane.AuditLog;
import io.hookline.controlplane.ControlPlane;
import io.hookline.informer.InformerOptions;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.informer.StrictView;
import io.hookline.informer.Subscription;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.object.ApiResource;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;

/** An informer at the far end of a faulty link, with a handler that keeps what it is told. */
final class Follower implements AutoCloseable {

    /** Rests shorter, and gives up sooner, than in production, so that a test need not wait for minutes. */
    static final InformerOptions IMPATIENT = new InformerOptions(
            500,
            Duration.ofMillis(800),
            Duration.ofSeconds(8),
            Duration.ofMinutes(5),
            Duration.ofSeconds(4),
            true,
            Duration.ofSeconds(3),
            UnaryOperator.identity());

    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(3);
    private static final Set<String> READS = Set.of("list", "watch");

    private final String userAgent;
    private final AuditLog audit;
    private final FaultyLink link;
    private final KubeCluster cluster;
    private final SharedInformerFactory informers;
    private final StrictView view = new StrictView();
    private final Subscription subscription;

    private Follower(
            String name,
            ControlPlane plane,
            FaultyLink link,
            KubeCluster cluster,
            ApiResource resource,
            InformerOptions options) {
        this.userAgent = "hookline/" + name;
        this.audit = plane.audit();
        this.link = link;
        this.cluster = cluster;
        this.informers = new SharedInformerFactory(
                cluster, options, Thread.ofVirtual().factory(), InstantSource.system(), new Random(3));
        this.subscription = informers.subscribe(resource, view);
    }

    /** Behind a link that knows nothing of what it carries. */
    static Follower overBytes(String name, ControlPlane plane, ApiResource resource) throws IOException {
        FaultyLink link = FaultyLink.ofBytes(plane.server());
        String file = plane.kubeconfigThrough(name, link.url()).toString();
        return new Follower(
                name, plane, link, KubeCluster.connect(options(name).withKubeconfig(file)), resource, IMPATIENT);
    }

    /** As in production: with the options of a start without flags, behind a link that knows nothing of what it carries. */
    static Follower patientOverBytes(String name, ControlPlane plane, ApiResource resource) throws IOException {
        FaultyLink link = FaultyLink.ofBytes(plane.server());
        String file = plane.kubeconfigThrough(name, link.url()).toString();
        KubeCluster cluster = KubeCluster.connect(KubeOptions.of(name).withKubeconfig(file));
        return new Follower(name, plane, link, cluster, resource, InformerOptions.DEFAULTS);
    }

    /** As in production, behind a link that reads the requests. */
    static Follower patientOverRequests(String name, ControlPlane plane, ApiResource resource) {
        FaultyLink link = FaultyLink.ofRequests(plane.server(), plane.trust().getSocketFactory());
        KubeCluster cluster = KubeCluster.at(link.url(), ControlPlane.token(ControlPlane.ADMIN), KubeOptions.of(name));
        return new Follower(name, plane, link, cluster, resource, InformerOptions.DEFAULTS);
    }

    /** Behind a link that reads the requests. */
    static Follower overRequests(String name, ControlPlane plane, ApiResource resource) {
        FaultyLink link = FaultyLink.ofRequests(plane.server(), plane.trust().getSocketFactory());
        String token = ControlPlane.token(ControlPlane.ADMIN);
        return new Follower(name, plane, link, KubeCluster.at(link.url(), token, options(name)), resource, IMPATIENT);
    }

    /** How these clients speak to the server. */
    static KubeOptions options(String name) {
        return KubeOptions.of(name).withLimits(64, REQUEST_TIMEOUT);
    }

    FaultyLink link() {
        return link;
    }

    Subscription subscription() {
        return subscription;
    }

    /** How long ago its server last sent anything, as its watcher shows it. */
    Duration staleness() {
        return informers.staleness().get(subscription.resource().groupResource());
    }

    StrictView view() {
        return view;
    }

    /** How many lists and watches of it reached the server so far. */
    long reads() {
        return audit.requestsOf(userAgent).stream()
                .filter(request -> READS.contains(request.verb()))
                .count();
    }

    /** How many lists of it reached the server so far, without those that only tell the newest version. */
    long lists() {
        return audit.requestsOf(userAgent).stream()
                .filter(request ->
                        request.verb().equals("list") || request.uri().contains("sendInitialEvents"))
                .filter(request -> !request.uri().matches(".*[?&]limit=1(&.*)?"))
                .count();
    }

    @Override
    public void close() {
        informers.close();
        cluster.close();
        link.close();
    }
}
