import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;

/** Builds the JSON configuration of the image. */
final class SpiloConfiguration {
    private SpiloConfiguration() {}

    static String of(Postgresql cluster) {
        Postgresql.Engine engine = cluster.spec().postgresql();
        ObjectNode config = JsonNodeFactory.instance.objectNode();
        ObjectNode postgresql = config.putObject("postgresql");
        postgresql.put("bin_dir", "/usr/lib/postgresql/" + engine.version() + "/bin");
        if (engine.parameters() != null && !engine.parameters().isEmpty()) {
            ObjectNode parameters = postgresql.putObject("parameters");
            for (Map.Entry<String, String> one : new TreeMap<>(engine.parameters()).entrySet()) {
                parameters.put(one.getKey(), one.getValue());
            }
        }
        ObjectNode bootstrap = config.putObject("bootstrap");
        var initdb = bootstrap.putArray("initdb");
        initdb.addObject().put("auth-host", "md5");
        initdb.addObject().put("auth-local", "trust");
        bootstrap.putObject("dcs");
        return config.toString();
    }
}
