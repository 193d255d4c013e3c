import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;

/** Four operations of DynamoDB on tables, in memory. A table that changes is ready when it was asked for twice. */
final class DynamoDbStub implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TARGET = "DynamoDB_20120810.";

    private final HttpServer server;
    private final Map<String, ObjectNode> tables = new TreeMap<>();
    private final Map<String, Integer> requests = new TreeMap<>();
    private final Map<String, Integer> untilReady = new TreeMap<>();
    private boolean available = true;
    private int losses;

    private DynamoDbStub(HttpServer server) {
        this.server = server;
    }

    /** Starts a stub that only this machine can call, on a free port. */
    static DynamoDbStub start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        DynamoDbStub stub = new DynamoDbStub(server);
        server.createContext("/", stub::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        return stub;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Whether requests are served; otherwise they get status 503. */
    synchronized void available(boolean available) {
        this.available = available;
    }

    /** With another number than before, all tables are lost. */
    synchronized void losses(int losses) {
        if (losses != this.losses) {
            this.losses = losses;
            tables.clear();
        }
    }

    synchronized List<DynamoDb.Table> tables() {
        return tables.values().stream()
                .map(table -> new DynamoDb.Table(
                        table.path("TableName").asText(),
                        table.at("/BillingModeSummary/BillingMode").asText(),
                        table.path("TableStatus").asText()))
                .toList();
    }

    /** How many requests changed something, by operation. */
    synchronized Map<String, Integer> requests() {
        return Map.copyOf(requests);
    }

    private synchronized void answer(HttpExchange call) throws IOException {
        try (call) {
            ObjectNode body = (ObjectNode) JSON.readTree(call.getRequestBody());
            String operation = call.getRequestHeaders().getFirst("X-Amz-Target").replace(TARGET, "");
            ObjectNode table = tables.get(body.path("TableName").asText());
            if (!available) {
                send(call, 503, JSON.createObjectNode());
            } else if (operation.equals("CreateTable") == (table != null)) {
                String type = table == null ? "ResourceNotFoundException" : "ResourceInUseException";
                send(call, 400, JSON.createObjectNode().put("__type", "com.amazonaws.dynamodb.v20120810#" + type));
            } else {
                send(call, 200, perform(operation, table, body));
            }
        }
    }

    private ObjectNode perform(String operation, ObjectNode table, ObjectNode body) {
        if (operation.equals("DescribeTable")) {
            return JSON.createObjectNode().set("Table", described(table));
        }
        requests.merge(operation, 1, Integer::sum);
        ObjectNode changed = table == null ? created(body) : table;
        String state =
                Map.of("CreateTable", "CREATING", "UpdateTable", "UPDATING").getOrDefault(operation, "DELETING");
        changed.put("TableStatus", state);
        if (body.has("BillingMode")) {
            changed.putObject("BillingModeSummary").set("BillingMode", body.get("BillingMode"));
        }
        if (body.has("TableClass")) {
            changed.putObject("TableClassSummary").set("TableClass", body.get("TableClass"));
        }
        untilReady.put(changed.path("TableName").asText(), 2);
        return JSON.createObjectNode().set("TableDescription", changed.deepCopy());
    }

    private ObjectNode created(ObjectNode body) {
        String name = body.path("TableName").asText();
        ObjectNode table = JSON.createObjectNode().put("TableName", name);
        table.put("TableArn", "arn:aws:dynamodb:stub:000000000000:table/" + name);
        table.set("KeySchema", body.get("KeySchema"));
        tables.put(name, table);
        return table;
    }

    private ObjectNode described(ObjectNode table) {
        String name = table.path("TableName").asText();
        if (untilReady.merge(name, -1, Integer::sum) <= 0) {
            if (table.path("TableStatus").asText().equals("DELETING")) {
                tables.remove(name);
            } else {
                table.put("TableStatus", "ACTIVE");
            }
        }
        return table.deepCopy();
    }

    private static void send(HttpExchange call, int status, ObjectNode content) throws IOException {
        byte[] body = JSON.writeValueAsBytes(content);
        call.sendResponseHeaders(status, body.length);
        call.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
