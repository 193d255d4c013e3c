package io.hookline.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Discovery;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.cluster.Patch;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.http.RequestTarget;
import io.hookline.kube.config.ConfigLoader;
import io.hookline.kube.config.Credential;
import io.hookline.kube.config.KubeEnvironment;
import io.hookline.kube.config.KubeconfigException;
import io.hookline.kube.config.RestConfig;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.LabelSelector.Requirement;
import io.hookline.object.ListSlicer;
import io.hookline.object.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * A real API server.
 *
 * <p>Objects stay the bytes that the server sent. Every request has a time limit, and the number of concurrent requests
 * is limited; watches have their own connections and count against neither. If the server rejects a credential, it is
 * fetched again once; nothing else is repeated. Thread-safe.
 */
public final class KubeCluster implements Cluster, AutoCloseable {

    private final RestConfig connection;
    private final KubeHttp http;

    private KubeCluster(RestConfig connection, KubeOptions options, InstantSource clock, Executor executor) {
        this.connection = connection;
        this.http = new KubeHttp(connection, options, clock, executor);
    }

    /**
     * Reads the configuration of the cluster and prepares the client, without sending a request.
     *
     * @throws KubeconfigException if no cluster is configured, or its configuration cannot be used
     */
    public static KubeCluster connect(KubeOptions options) {
        RestConfig found = new ConfigLoader(KubeEnvironment.ofProcess(), InstantSource.system())
                .find(options.kubeconfig(), options.context());
        return over(found, options, InstantSource.system());
    }

    /**
     * Connects to a server at a URL without a client certificate, such as one in the same process.
     *
     * @param token sent as a bearer token; empty for none
     */
    public static KubeCluster at(String url, String token, KubeOptions options) {
        Credential credential = token.isEmpty() ? Credential.NONE : Credential.token(token);
        return over(RestConfig.plain(url, credential), options, InstantSource.system());
    }

    public static KubeCluster over(RestConfig connection, KubeOptions options, InstantSource clock) {
        return new KubeCluster(
                connection,
                options,
                clock,
                Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("kube-http-", 0).factory()));
    }

    /**
     * Identifies the server by requesting its version.
     *
     * @throws io.hookline.cluster.ClusterException if it does not respond
     */
    public KubeServer server() {
        String version = http.call(KubeRequest.get("/version", Map.of()), Json::object)
                .path("gitVersion")
                .asText("");
        return new KubeServer(connection.context(), url(), version);
    }

    /** The URL of the server, for messages; no request is sent. */
    public String url() {
        return connection.server().toString();
    }

    /**
     * The namespace of the kubeconfig's context or of the pod, {@code default} if there is none; no request is sent.
     */
    public String namespace() {
        return connection.namespace();
    }

    @Override
    public Discovery discover() {
        return KubeDiscovery.read(http);
    }

    @Override
    public Discovery discover(String apiVersion) {
        return KubeDiscovery.read(http, apiVersion);
    }

    @Override
    public KubeObject get(ApiResource resource, ObjectKey key) {
        return http.call(KubeRequest.get(ResourcePaths.object(resource, key, ""), Map.of()), KubeObject::of);
    }

    @Override
    public ObjectList list(ApiResource resource, ListOptions options) {
        Map<String, String> query = KubeRequest.newQuery();
        KubeRequest.put(query, "labelSelector", ResourcePaths.text(options.labels()));
        KubeRequest.put(query, "fieldSelector", options.fields());
        KubeRequest.put(query, "limit", options.limit() > 0 ? String.valueOf(options.limit()) : "");
        KubeRequest.put(query, "continue", options.continueToken());
        // A continue token contains the version; the server rejects a request that has both.
        KubeRequest.put(query, "resourceVersion", options.continueToken().isEmpty() ? options.resourceVersion() : "");
        ListSlicer slices = http.call(
                KubeRequest.get(ResourcePaths.collection(resource, options.namespace()), query), ListSlicer::slice);
        return new ObjectList(slices.items(), slices.resourceVersion(), slices.continueToken());
    }

    @Override
    public Watch watch(ApiResource resource, WatchOptions options) {
        Map<String, String> query = KubeRequest.newQuery();
        query.put("watch", "true");
        KubeRequest.put(query, "labelSelector", ResourcePaths.text(options.labels()));
        KubeRequest.put(query, "fieldSelector", options.fields());
        KubeRequest.put(query, "resourceVersion", options.resourceVersion());
        KubeRequest.put(query, "allowWatchBookmarks", options.bookmarks() ? "true" : "");
        if (options.sendInitialEvents()) {
            query.put("sendInitialEvents", "true");
            query.put("resourceVersionMatch", "NotOlderThan");
        }
        query.put("timeoutSeconds", String.valueOf(Math.max(1, options.timeout().toSeconds())));
        KubeRequest request = KubeRequest.get(ResourcePaths.collection(resource, options.namespace()), query);
        return http.open(request);
    }

    @Override
    public KubeObject create(ApiResource resource, KubeObject object, WriteOptions options) {
        String collection = ResourcePaths.collection(resource, object.namespace());
        String path = options.subresource().isEmpty()
                ? collection
                : ResourcePaths.object(resource, object.key(), options.subresource());
        return write("POST", path, options, KubeRequest.JSON, object.bytes());
    }

    @Override
    public KubeObject update(ApiResource resource, KubeObject object, WriteOptions options) {
        String path = ResourcePaths.object(resource, object.key(), options.subresource());
        return write("PUT", path, options, KubeRequest.JSON, object.bytes());
    }

    @Override
    public KubeObject patch(ApiResource resource, ObjectKey key, Patch patch, WriteOptions options) {
        String path = ResourcePaths.object(resource, key, options.subresource());
        byte[] body = patch.body().getBytes(StandardCharsets.UTF_8);
        return write("PATCH", path, options, patch.type().contentType(), body);
    }

    private KubeObject write(String method, String path, WriteOptions options, String contentType, byte[] body) {
        Map<String, String> query = KubeRequest.newQuery();
        KubeRequest.put(query, "fieldManager", options.fieldManager());
        KubeRequest.put(query, "force", options.force() ? "true" : "");
        KubeRequest.put(query, "dryRun", options.dryRun() ? "All" : "");
        KubeRequest request = KubeRequest.write(method, path, query, contentType, body);
        return http.call(request, KubeObject::of, options.warnings());
    }

    @Override
    public Optional<KubeObject> delete(ApiResource resource, ObjectKey key, DeleteOptions options) {
        Map<String, String> query = KubeRequest.newQuery();
        KubeRequest.put(query, "dryRun", options.dryRun() ? "All" : "");
        byte[] body = GoJson.bytes(DeleteBody.of(options));
        KubeObject answer = http.call(
                KubeRequest.write("DELETE", ResourcePaths.object(resource, key, ""), query, KubeRequest.JSON, body),
                KubeObject::of);
        return Optional.of(answer).filter(DeleteBody::isStillThere);
    }

    /** Closes the client and all open watches. */
    @Override
    public void close() {
        http.close();
    }

    /** The request body of a deletion, and the meaning of its response. */
    private static final class DeleteBody {

        private DeleteBody() {}

        /** Returns the options in the form that the server reads. */
        static ObjectNode of(DeleteOptions options) {
            ObjectNode body = Json.NODES.objectNode();
            body.put("apiVersion", "v1").put("kind", "DeleteOptions");
            String propagation = switch (options.propagation()) {
                case BACKGROUND -> "Background";
                case FOREGROUND -> "Foreground";
                case ORPHAN -> "Orphan";
                case DEFAULT -> "";
            };
            if (!propagation.isEmpty()) {
                body.put("propagationPolicy", propagation);
            }
            if (options.gracePeriodSeconds() >= 0) {
                body.put("gracePeriodSeconds", options.gracePeriodSeconds());
            }
            if (!options.uid().isEmpty()) {
                body.withObject("preconditions").put("uid", options.uid());
            }
            if (!options.resourceVersion().isEmpty()) {
                body.withObject("preconditions").put("resourceVersion", options.resourceVersion());
            }
            if (options.dryRun()) {
                body.putArray("dryRun").add("All");
            }
            return body;
        }

        /**
         * Whether the response shows an object that still exists. A server responds with a Status when the object is
         * deleted, but for some kinds with the object's last state.
         */
        static boolean isStillThere(KubeObject answer) {
            if (!answer.isBeingDeleted()) {
                return false;
            }
            if (!answer.finalizers().isEmpty()) {
                return true;
            }
            JsonNode tree = answer.tree();
            return tree.path("metadata").path("deletionGracePeriodSeconds").asLong() > 0
                    || !tree.path("spec").path("finalizers").isEmpty();
        }
    }

    /** Resources and selectors in the form of URLs. */
    static final class ResourcePaths {

        private ResourcePaths() {}

        /** All objects of a resource; an empty namespace is all namespaces. */
        static String collection(ApiResource resource, String namespace) {
            String root = resource.group().isEmpty() ? "/api/" : "/apis/";
            String scope = resource.namespaced() && !namespace.isEmpty()
                    ? "/namespaces/" + segment("namespace", namespace)
                    : "";
            return root + resource.apiVersion() + scope + "/" + resource.plural();
        }

        /** One object, or one of its subresources. */
        static String object(ApiResource resource, ObjectKey key, String subresource) {
            String path = collection(resource, key.namespace()) + "/" + segment("resource name", key.name());
            return subresource.isEmpty() ? path : path + "/" + subresource;
        }

        /**
         * Encodes a segment of a path. Rejects what client-go rejects: the path would point to another resource, and a
         * deletion without a name would delete the whole collection.
         */
        private static String segment(String what, String text) {
            String problem = text.isEmpty()
                    ? "may not be empty"
                    : text.equals(".") || text.equals("..")
                            ? "may not be '" + text + "'"
                            : text.contains("/")
                                    ? "may not contain '/'"
                                    : text.contains("%") ? "may not contain '%'" : "";
            if (!problem.isEmpty()) {
                throw new ClusterException.BadRequest("invalid " + what + " \"" + text + "\": " + problem);
            }
            return RequestTarget.encode(text);
        }

        /** The text form of a selector: {@code a in (b,c),!d}. */
        static String text(LabelSelector selector) {
            StringJoiner all = new StringJoiner(",");
            for (Requirement requirement : selector.requirements()) {
                String values = "(" + String.join(",", requirement.values()) + ")";
                all.add(
                        switch (requirement.operator()) {
                            case IN ->
                                requirement.values().size() == 1
                                        ? requirement.key() + "="
                                                + requirement.values().getFirst()
                                        : requirement.key() + " in " + values;
                            case NOT_IN -> requirement.key() + " notin " + values;
                            case EXISTS -> requirement.key();
                            case DOES_NOT_EXIST -> "!" + requirement.key();
                        });
            }
            return all.toString();
        }
    }
}
