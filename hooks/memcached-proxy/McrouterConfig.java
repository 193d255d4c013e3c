import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.TreeMap;

/**
 * Translates rules into mcrouter's configuration: each Service is a pool of servers, and routes assign keys to pools. Equal rules
 * with equal servers give the same text.
 */
final class McrouterConfig {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final MemcachedProxy proxy;

    private McrouterConfig(MemcachedProxy proxy) {
        this.proxy = proxy;
    }

    static String render(MemcachedProxy proxy, Backends backends) {
        TreeMap<String, JsonNode> pools = new TreeMap<>();
        backends.addresses().forEach((service, addresses) -> {
            ObjectNode pool = JSON.objectNode();
            addresses.forEach(pool.putArray("servers")::add);
            pools.put(pool(service), pool);
        });
        ObjectNode config = JSON.objectNode();
        config.putObject("pools").setAll(pools);
        config.set("route", new McrouterConfig(proxy).route(proxy.spec().rules()));
        return config.toPrettyString();
    }

    /** A unique name, because neither namespaces nor names of Services contain dots. */
    private static String pool(MemcachedProxy.ServiceRef service) {
        return service.namespace() + "." + service.name() + "." + service.port().getValue();
    }

    private JsonNode route(MemcachedProxy.Rule rule) {
        return rule.isReplicated() ? replicated(rule) : sharded(rule);
    }

    /** Each key belongs to one server, or to one child route. */
    private JsonNode sharded(MemcachedProxy.Rule rule) {
        return rule.service() != null ? JSON.textNode("PoolRoute|" + poolOf(rule)) : over("HashRoute", rule);
    }

    /** Each key is written to all servers, and read from one, or from the next one if that fails. */
    private JsonNode replicated(MemcachedProxy.Rule rule) {
        ObjectNode route = JSON.objectNode().put("type", "OperationSelectorRoute");
        route.set("default_policy", over("AllSyncRoute", rule));
        ObjectNode reads = route.putObject("operation_policies");
        reads.set("get", over("LatestRoute", rule));
        reads.set("gets", over("LatestRoute", rule));
        return route;
    }

    /** A route of this type to the servers of a pool, or to child routes. */
    private JsonNode over(String type, MemcachedProxy.Rule rule) {
        if (rule.service() != null) {
            return JSON.textNode(type + "|Pool|" + poolOf(rule));
        }
        ObjectNode route = JSON.objectNode().put("type", type);
        var children = route.putArray("children");
        rule.children().forEach(child -> children.add(route(child)));
        return route;
    }

    private String poolOf(MemcachedProxy.Rule rule) {
        return pool(rule.service().in(proxy.namespace()));
    }
}
