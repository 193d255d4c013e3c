package io.hookline.webhook;

import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.http.ScriptedServer;
import io.hookline.object.KubeObject;
import io.hookline.queue.ManualClock;
import io.hookline.spec.CompositeController;
import io.hookline.spec.ControllerDecoder;
import io.hookline.spec.Hooks;
import io.hookline.webhook.WebhookClients.WebhookRuntime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Calls hooks of a controller named {@code c}. The test passes their webhooks as JSON. */
final class Calls implements AutoCloseable {

    static final String OK = ScriptedServer.answer("200 OK", "{\"children\":[]}");

    final ManualClock clock = new ManualClock();
    final KeptObjects cluster = new KeptObjects();
    final RecordedCalls observer = new RecordedCalls();
    final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    final List<Optional<String>> problems = new CopyOnWriteArrayList<>();
    private final WebhookClients clients;

    Calls() {
        this(WebhookLimits.DEFAULT, Map.of());
    }

    Calls(WebhookLimits limits, Map<String, String> environment) {
        clients = new WebhookClients(
                cluster, new WebhookRuntime(executor, clock, observer), limits, Optional.empty(), environment);
    }

    /** Connects a sync hook with this URL and more fields of the webhook, such as {@code "timeout":"1s"}. */
    HookClient connect(String url, String... fields) {
        return connectWith("", url, fields);
    }

    /** Connects a sync hook of a controller with more fields of its spec, each followed by a comma. */
    HookClient connectWith(String specFields, String url, String... fields) {
        String webhook = fields.length == 0 ? "" : "," + String.join(",", fields);
        CompositeController controller = ControllerDecoder.composite(
                        KubeObject.of("""
                {"kind":"CompositeController","metadata":{"name":"c"},"spec":{%s
                 "parentResource":{"apiVersion":"e.com/v1","resource":"things"},
                 "hooks":{"sync":{"webhook":{"url":"%s"%s}}}}}""".formatted(specFields, url, webhook)))
                .value();
        Hooks.Hook hook = controller.hooks().sync().orElseThrow();
        return clients.connect(controller, HookType.SYNC, hook, problems::add);
    }

    static HookRequest request() {
        return request("p", "uid-1");
    }

    /** About one parent, in one of its revisions. */
    static HookRequest requestOf(String revision) {
        HookRequest latest = request();
        return new HookRequest(
                latest.type(),
                latest.version(),
                latest.controllerType(),
                latest.controller(),
                latest.parent(),
                revision,
                latest.children(),
                latest.related(),
                latest.finalizing());
    }

    static HookRequest request(String name, String uid) {
        return new HookRequest(
                HookType.SYNC,
                HookVersion.V1,
                ControllerType.COMPOSITE,
                KubeObject.of("{\"kind\":\"CompositeController\",\"metadata\":{\"name\":\"c\"},\"status\":{}}"),
                KubeObject.of(
                        "{\"apiVersion\":\"e.com/v1\",\"kind\":\"Thing\",\"metadata\":{\"namespace\":\"n\",\"name\":\""
                                + name + "\",\"uid\":\"" + uid + "\"}}"),
                ObjectGroups.NONE,
                ObjectGroups.NONE,
                false);
    }

    /** The body of the answer to the default request. */
    static String call(HookClient client) throws InterruptedException {
        return ((HookReply.Answered) client.call(request())).body().toString();
    }

    void closeClients() {
        clients.close();
    }

    @Override
    public void close() {
        closeClients();
        executor.shutdownNow();
    }
}
