package io.hookline.console;

import static io.hookline.watcher.WatcherFixture.soon;

import io.hookline.cli.plan.PlannedTrial;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ForwardingCluster;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.hook.protocol.JsonText;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.process.WatcherProcess;
import io.hookline.watcher.LocalWorld;
import io.hookline.watcher.TestKinds;
import io.hookline.watcher.WatcherOptions;
import io.hookline.watcher.model.HookConnector;
import io.hookline.watcher.model.WatcherObserver;
import io.hookline.web.Address;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A watcher and its console, with a lambda for the hook; on a cluster in memory if there is no other. */
final class WatchedWorld implements AutoCloseable {

    static final String TOKEN = "Bearer the-token";

    private static final InProcessHooks NO_HOOKS = (_, _) -> {
        throw new AssertionError("the connector answers");
    };

    final Cluster cluster;
    final WatcherProcess watcher;
    final ConsoleServer console;
    volatile Function<HookRequest, HookReply> hook = _ -> answer("{}");
    /** What a trial has sent to the API server, except reads. */
    final List<String> tried = new CopyOnWriteArrayList<>();

    volatile Map<String, String> hookProblems = Map.of();
    final Set<String> acting = ConcurrentHashMap.newKeySet();
    private final WatcherOptions options;
    private final HttpClient http = HttpClient.newHttpClient();

    WatchedWorld() {
        this(WatcherOptions.DEFAULTS);
    }

    WatchedWorld(WatcherOptions options) {
        this(LocalCluster.create(InstantSource.system(), new SplittableRandom(1)), options);
    }

    /** On any cluster, whose namespace {@code default} it uses. */
    WatchedWorld(Cluster cluster, WatcherOptions options) {
        this.cluster = cluster;
        apply(TestKinds.installed("compositecontrollers"));
        apply(TestKinds.installed("decoratorcontrollers"));
        apply(TestKinds.THING);
        this.options = options;
        watcher = WatcherProcess.observed(
                cluster, Optional.empty(), this::connector, options, new PrometheusRegistry(), WatcherObserver.NONE);
        console = console(0);
    }

    /** The lambda answers, but not for hooks of another server on this machine. */
    private HookConnector connector(HookConnector others) {
        return (controller, type, called, problems) -> called.webhook()
                        .filter(each -> each.url().startsWith("http://127.0.0.1:"))
                        .isPresent()
                ? others.connect(controller, type, called, problems)
                : new HookClient() {
                    @Override
                    public HookReply call(HookRequest request) {
                        return hook.apply(request);
                    }

                    @Override
                    public void close() {}
                };
    }

    /** Another console of the same watcher. */
    ConsoleServer console(int port) {
        return console(port, trial(new Tried(cluster)));
    }

    /** Tries parents on a cluster. */
    ParentTrial trial(Cluster of) {
        return new PlannedTrial(of, NO_HOOKS, acting::contains, this::connector, options);
    }

    /** Another console of the same watcher, which tries parents in this way; null for not at all. */
    ConsoleServer console(int port, @Nullable ParentTrial trial) {
        Answers answers = new Answers(
                watcher.view(), watcher.journal(), () -> "the-leader", Optional.ofNullable(trial), () -> hookProblems);
        return ConsoleServer.start(
                new Address("127.0.0.1", port), () -> Optional.of(answers), TOKEN::equals, ZoneOffset.UTC);
    }

    /** Records all that could change something. */
    private final class Tried extends ForwardingCluster {

        Tried(Cluster next) {
            super(next);
        }

        private <T> T record(String verb, Object object, boolean dryRun, Supplier<T> request) {
            tried.add((dryRun ? "try " : "") + verb + " " + object);
            return request.get();
        }

        @Override
        public KubeObject create(ApiResource resource, KubeObject object, WriteOptions options) {
            return record("create", object, options.dryRun(), () -> super.create(resource, object, options));
        }

        @Override
        public KubeObject update(ApiResource resource, KubeObject object, WriteOptions options) {
            return record("update", object, options.dryRun(), () -> super.update(resource, object, options));
        }

        @Override
        public KubeObject patch(ApiResource resource, ObjectKey key, Patch patch, WriteOptions options) {
            return record("patch", key, options.dryRun(), () -> super.patch(resource, key, patch, options));
        }

        @Override
        public Optional<KubeObject> delete(ApiResource resource, ObjectKey key, DeleteOptions options) {
            return record("delete", key, false, () -> super.delete(resource, key, options));
        }
    }

    static HookReply answer(String json) {
        return new HookReply.Answered(new JsonText(json.getBytes(StandardCharsets.UTF_8)));
    }

    /** A child ConfigMap {@code a}, as the hook returns it. */
    static HookReply configMap(String text) {
        return answer("{\"children\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},"
                + "\"data\":{\"text\":\"" + text + "\"}}]}");
    }

    /** The controller {@code c} of Things with ConfigMaps; {@code more} are further lines of its spec. */
    void controller(String more) {
        apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                  childResources:
                  - {apiVersion: v1, resource: configmaps, updateStrategy: {method: InPlace}}
                """ + more.indent(2));
    }

    static String hooks(String... types) {
        StringBuilder all = new StringBuilder("hooks:\n");
        for (String type : types) {
            all.append("  ").append(type).append(": {webhook: {url: \"http://hooks.test/\"}}\n");
        }
        return all.toString();
    }

    void thing(String name) {
        apply("{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: " + name
                + ", namespace: default}, spec: {who: World}}");
    }

    void apply(String yaml) {
        KubeObject object = LocalWorld.object(yaml);
        ApiResource resource = soon().until(() -> cluster.discover().find(object.gvk()), Optional::isPresent)
                .orElseThrow();
        try {
            cluster.create(resource, object, WriteOptions.PLAIN);
        } catch (ClusterException.AlreadyExists _) {
            cluster.patch(resource, object.key(), Patch.merge(object.json()), WriteOptions.PLAIN);
        }
    }

    private ApiResource resource(String plural) {
        return cluster.discover().resources().stream()
                .filter(each -> each.plural().equals(plural))
                .findFirst()
                .orElseThrow();
    }

    void edit(String plural, String name, String patch, String manager) {
        edit(plural, name, patch, WriteOptions.PLAIN.by(manager));
    }

    /** Changes the status of an object, as its controller does. */
    void status(String plural, String name, String status) {
        edit(plural, name, "{\"status\":" + status + "}", WriteOptions.STATUS);
    }

    private void edit(String plural, String name, String patch, WriteOptions options) {
        boolean namespaced = resource(plural).namespaced();
        cluster.patch(resource(plural), new ObjectKey(namespaced ? "default" : "", name), Patch.merge(patch), options);
    }

    void delete(String plural, String name) {
        cluster.delete(resource(plural), new ObjectKey("default", name), DeleteOptions.BACKGROUND);
    }

    /** What {@code hookline why} prints for an object; times, counts and ids are replaced. */
    String why(String object) {
        return normal(get("/api/why?object=" + URLEncoder.encode(object, StandardCharsets.UTF_8), "text/plain")
                .body());
    }

    HttpResponse<String> get(String path, String accept) {
        return get(path, Map.of("Accept", accept, "Authorization", TOKEN));
    }

    HttpResponse<String> get(String path, Map<String, String> headers) {
        return send(HttpRequest.newBuilder(URI.create(console.uri() + path)), headers);
    }

    /** Sends JSON. */
    HttpResponse<String> post(String path, String json) {
        return send(
                HttpRequest.newBuilder(URI.create(console.uri() + path))
                        .POST(HttpRequest.BodyPublishers.ofString(json)),
                Map.of("Authorization", TOKEN, "Content-Type", "application/json"));
    }

    private HttpResponse<String> send(HttpRequest.Builder request, Map<String, String> headers) {
        headers.forEach(request::header);
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String normal(String text) {
        return text.replaceAll("\\d\\d:\\d\\d:\\d\\d", "TIME")
                .replaceAll("trace [0-9a-f]{32}", "trace ID")
                .replaceAll("in \\d+ ms  \\([^)]*\\)", "in N ms  (STAGES)")
                .replaceAll("next call in [^(]*", "next call in N ")
                .replaceAll("next in .*", "next in N")
                .replaceAll("\\d+ times", "N times");
    }

    @Override
    public void close() {
        console.close();
        watcher.close();
    }
}
