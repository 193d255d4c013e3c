package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.LocalClusters;
import io.hookline.local.http.LocalApiServer;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.story.kubectl.Kubectl;
import io.hookline.web.tls.SelfSignedCertificate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The exit code, the output, the reason and the warnings of kubectl, step by step. */
@Tag("real")
class KubectlContractIT {

    /** The version that the expected outputs are of; with others, only exit codes and reasons are compared. */
    private static final String RECORDED = "v1.32";

    /** The kinds that only a real server has: see the limitations. */
    private static final Pattern NOT_SERVED =
            Pattern.compile("(bindings|componentstatuses|apiservices|certificatesigningrequests|flowschemas"
                    + "|prioritylevelconfigurations|ipaddresses|servicecidrs|runtimeclasses|deviceclasses|resourceclaims"
                    + "|resourceclaimtemplates|resourceslices|csistoragecapacities|volumeattributesclasses"
                    + "|(mutating|validating)admissionpolic(ies|ybindings))\\b.*"
                    + "|(apiregistration|certificates|flowcontrol.apiserver|node|resource)\\.k8s\\.io/v1");

    private static final Pattern WORD = Pattern.compile("(?<!\\S)\"([^\"]*)\"(?!\\S)|\\S+");
    private static final Pattern REASON = Pattern.compile("(?m)^Error from server \\((\\w+)\\)");

    @TempDir
    protected Path folder;

    @BeforeAll
    static void requireKubectl() {
        Kubectl.require();
    }

    @Test
    void decidesAsARealServer() throws IOException {
        LocalApiServer server = LocalApiServer.start(
                LocalClusters.fresh(), 0, SelfSignedCertificate.create(Instant.now(), new SecureRandom()));
        try (server) {
            Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
            Decisions decisions = new Decisions("kubectl", World.Kind.HTTP);
            limits(decisions);
            assertThat(differences(decisions, kubeconfig)).isEmpty();
        }
    }

    /** See the limitations. */
    private static void limits(Decisions decisions) {
        for (String absent : List.of(
                "get cs",
                "get csr",
                "get apiservices",
                "get flowschemas exempt",
                "get runtimeclasses",
                "get resourceclaims")) {
            decisions.limit(absent, "1");
        }
        decisions.limit("logs web", "1 NotImplemented");
    }

    final List<String> differences(Decisions decisions, Path kubeconfig) throws IOException {
        Kubectl kubectl = new Kubectl(folder, kubeconfig);
        JsonNode table = decisions.cases();
        table.path("files").properties().forEach(file -> kubectl.file(file.getKey(), GoJson.text(file.getValue())));
        boolean recorded = kubectl.outputs("version", "--client").out().contains(RECORDED);
        int number = 0;
        for (JsonNode step : table.path("steps")) {
            number++;
            String text = step.asText();
            before(text, kubectl);
            List<String> arguments = new ArrayList<>(List.of("--namespace=steps"));
            for (MatchResult word : WORD.matcher(text).results().toList()) {
                arguments.add(word.group(1) == null ? word.group() : word.group(1));
            }
            Kubectl.Outputs outputs = kubectl.outputs(arguments.toArray(String[]::new));
            decisions.add(number + " " + text, decision(text, outputs));
        }
        return recorded ? decisions.differences() : decisions.differences(KubectlContractIT::code);
    }

    /** Waits for what a server does in its own time. The embedded server has nothing of the kind. */
    void before(String step, Kubectl kubectl) {}

    /** The exit code and the reason. */
    private static String code(String decision) {
        return decision.split(" \\| ", 2)[0];
    }

    private static String decision(String step, Kubectl.Outputs outputs) {
        Matcher reason = REASON.matcher(outputs.error());
        String code = outputs.code() + (reason.find() ? " " + reason.group(1) : "");
        String warnings = outputs.error()
                .lines()
                .filter(line -> line.startsWith("Warning: "))
                .filter(line -> !line.contains("last-applied-configuration")) // kubectl's own
                .map(line -> line + "\n")
                .collect(Collectors.joining());
        return code + " | " + normal(step, warnings + outputs.out()).strip().replace("\n", "\\n");
    }

    /** The output without what differs between servers and moments. */
    private static String normal(String step, String output) {
        if (step.startsWith("get --raw") && output.startsWith("{")) {
            return times(GoJson.text(ordered(Json.parse(output.getBytes(StandardCharsets.UTF_8)))));
        }
        String text = times(output);
        if (step.equals("get cs") || step.startsWith("describe ")) { // in no order
            text = text.lines().sorted().collect(Collectors.joining("\n"));
        }
        if (step.startsWith("api-")) {
            text = text.lines()
                    .filter(line -> !NOT_SERVED.matcher(line).matches())
                    .collect(Collectors.joining("\n"));
            text = Pattern.compile("\\S*(get|create)\\S*")
                    .matcher(text)
                    .replaceAll(verbs -> Pattern.compile(",")
                            .splitAsStream(verbs.group())
                            .sorted()
                            .collect(Collectors.joining(",")));
        } else if (step.contains("verbose")) { // the checks of all parts that the embedded server has not
            text = text.lines()
                    .filter(line -> !line.matches("\\[\\+](?!(ping|log|etcd) ).*"))
                    .collect(Collectors.joining("\n"));
        } else if (step.startsWith("explain lids.metadata")) {
            text = text.replaceAll("(?s)DESCRIPTION:.*", ""); // in other words
        } else if (step.startsWith("explain")) {
            text = text.replaceAll("(?m)((?:apiVersion|kind|metadata)\t<\\w+>)\n(?: .*\n?)+", "$1\n");
        }
        return text;
    }

    private static String times(String text) {
        return text.replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UID")
                .replaceAll("\\d{4}-\\d\\d-\\d\\d(T[\\d:.]+Z| [\\d:]+ \\+0000 UTC)", "TIME")
                .replaceAll("[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4} [\\d:]+ \\+0000", "TIME")
                .replaceAll("(resourceVersion\"?: ?)\"\\d+\"", "$1\"N\"")
                .replaceAll("Resource Version: +\\d+", "Resource Version: N")
                .replaceAll("\"continue\":\"[^\"]+\"", "\"continue\":\"C\"")
                .replaceAll("\\b\\d+(s|m|ms|m\\d+s|h|h\\d+m|d|d\\d+h)\\b", "AGE")
                .replaceAll("\\b10\\.(0|96)\\.\\d+\\.\\d+\\b", "IP")
                .replaceAll("https://127.0.0.1:\\d+", "SERVER")
                .replaceAll("(?m)^(diff -u|---|\\+\\+\\+) .*", "")
                .replaceAll(" +", " ")
                .replaceAll("(?m) $", "");
    }

    /** With fields, verbs and resources in order, and without the fields of a real server that no client needs. */
    private static JsonNode ordered(JsonNode value) {
        if (value instanceof ObjectNode object) {
            object.remove(List.of("storageVersionHash", "serverAddressByClientCIDRs"));
            object.path("items").forEach(item -> ((ObjectNode) item).remove(List.of("apiVersion", "kind")));
            ObjectNode sorted = Json.NODES.objectNode();
            object.properties().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(field -> sorted.set(field.getKey(), ordered(field.getValue())));
            return sorted;
        }
        if (value instanceof ArrayNode list) {
            List<JsonNode> elements = new ArrayList<>();
            list.forEach(element -> elements.add(ordered(element)));
            elements.removeIf(
                    element -> NOT_SERVED.matcher(element.path("name").asText()).matches());
            if (elements.stream().allMatch(element -> element.isTextual() || element.has("verbs"))) {
                elements.sort(Comparator.comparing(element -> element.isTextual()
                        ? element.asText()
                        : element.path("name").asText()));
            }
            return Json.NODES.arrayNode().addAll(elements);
        }
        return value;
    }
}
