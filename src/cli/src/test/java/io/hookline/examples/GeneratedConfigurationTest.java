package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.http.KeyPairs;
import io.hookline.object.Json;
import io.hookline.yaml.Yaml;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xbill.DNS.Name;
import org.xbill.DNS.RRset;
import org.xbill.DNS.Record;
import org.xbill.DNS.Type;
import org.xbill.DNS.Zone;

/**
 * What hooks of examples write for other programs is valid for the parser of each format. The texts are those of the fixtures, of which
 * another test shows that the hooks return them.
 */
class GeneratedConfigurationTest {

    @TempDir
    private Path folder;

    /** The text of the ConfigMap that a hook returns to the request of a fixture. */
    private static String text(String hook, String fixture, String file) throws IOException {
        JsonNode answer = Json.parse(Files.readAllBytes(Path.of("hooks", hook, "fixtures", fixture + ".answer.json")));
        String text = list(answer.path("children")).stream()
                .filter(child -> child.path("kind").asText().equals("ConfigMap"))
                .map(child -> child.path("data").path(file).asText())
                .findFirst()
                .orElseThrow();
        assertThat(text).isNotEmpty();
        return text;
    }

    private static JsonNode json(String hook, String fixture, String file) throws IOException {
        return Json.parse(text(hook, fixture, file).getBytes(StandardCharsets.UTF_8));
    }

    private static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    private static List<String> texts(JsonNode tree, String field) {
        return tree.findValuesAsText(field).stream().distinct().sorted().toList();
    }

    /** Debian has it at a place that the PATH of users does not have. */
    private static Path nginx() {
        return Stream.of("/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(Path.of(""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nginx", "nginx-without-ingresses"})
    void nginxAcceptsItsConfiguration(String fixture) throws Exception {
        assumeTrue(Files.isExecutable(nginx()), "nginx is not installed");
        KeyPairs.Pair pair = KeyPairs.ec("shop.example.com");
        Path tls = Files.createDirectories(folder.resolve("tls/shop-tls"));
        Files.writeString(tls.resolve("tls.crt"), pair.certificatePem());
        Files.writeString(tls.resolve("tls.key"), pair.keyPem());
        String text = text("ingress-proxy", fixture, "nginx.conf")
                .replace("/etc/tls", folder.resolve("tls").toString())
                .replace("/tmp/nginx.pid", folder.resolve("pid").toString());
        Path config = Files.writeString(folder.resolve("nginx.conf"), text);
        Path out = folder.resolve("out");

        Process process = new ProcessBuilder(nginx().toString(), "-t", "-c", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();

        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(() -> read(out)).isZero();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Each router of the file leads to a service that the file has. */
    @ParameterizedTest
    @ValueSource(strings = {"traefik", "traefik-without-ingresses"})
    void theConfigurationOfTraefikIsYamlInWhichEachRouterHasAService(String fixture) throws IOException {
        String text = text("ingress-proxy", fixture, "traefik.yaml");
        JsonNode http = Yaml.first(text.getBytes(StandardCharsets.UTF_8)).tree().path("http");

        List<String> services = texts(http.path("routers"), "service");

        assertThat(http.path("services").fieldNames()).toIterable().containsExactlyElementsOf(services);
        assertThat(http.path("routers").findValuesAsText("rule"))
                .allSatisfy(rule -> assertThat(
                                rule.chars().filter(c -> c == '`').count() % 2)
                        .isZero());
        assertThat(services.isEmpty()).isEqualTo(fixture.endsWith("without-ingresses"));
    }

    /** Each route of the file leads to a cluster that the file has, and an Envoy asks for no cluster twice. */
    @ParameterizedTest
    @ValueSource(strings = {"envoy", "envoy-without-ingresses"})
    void theConfigurationOfEnvoyIsJsonInWhichEachRouteHasACluster(String fixture) throws IOException {
        JsonNode resources = json("ingress-proxy", fixture, "envoy.json").path("static_resources");

        List<String> clusters = list(resources.path("clusters")).stream()
                .map(cluster -> cluster.path("name").asText())
                .toList();

        assertThat(clusters)
                .doesNotHaveDuplicates()
                .containsExactlyElementsOf(texts(resources.path("listeners"), "cluster"));
        assertThat(resources.path("listeners")).hasSize(fixture.equals("envoy") ? 2 : 1);
        assertThat(resources.findValues("socket_address")).isNotEmpty().allSatisfy(address -> {
            assertThat(address.path("address").asText()).isNotEmpty();
            assertThat(address.path("port_value").isNumber()).isTrue();
        });
    }

    /** A list of groups of targets with two fields, as file_sd of Prometheus reads it. */
    @ParameterizedTest
    @ValueSource(strings = {"only-running-pods", "no-pod"})
    void theTargetsOfPrometheusAreAListOfAddressesAndLabels(String fixture) throws IOException {
        JsonNode groups = json("prometheus-sd", fixture, "targets.json");

        assertThat(groups.isArray()).isTrue();
        assertThat(groups).hasSize(fixture.equals("no-pod") ? 0 : 2);
        for (JsonNode group : groups) {
            assertThat(group.fieldNames()).toIterable().containsExactly("targets", "labels");
            assertThat(list(group.path("targets"))).isNotEmpty().allSatisfy(target -> {
                URI address = URI.create("http://" + target.asText());
                assertThat(address.getHost()).isNotNull();
                assertThat(address.getPort()).isPositive();
                assertThat(address.getPath()).isEmpty();
            });
            assertThat(group.path("labels").properties()).isNotEmpty().allSatisfy(label -> {
                assertThat(label.getKey()).matches("[a-zA-Z_][a-zA-Z0-9_]*");
                assertThat(label.getValue().isTextual()).isTrue();
            });
        }
    }

    /** The parser needs one SOA and a name server, and the order, the names and the data of all records. */
    @Test
    void aDnsServerCanReadTheZone() throws IOException {
        Zone zone = zone("every-kind-of-service");

        assertThat(zone.getSOA().getSerial()).isEqualTo(1_767_225_600L);
        assertThat(answers(zone, "web.shop.svc", Type.A)).containsExactly("10.96.0.1");
        assertThat(answers(zone, "web.shop.svc", Type.AAAA)).containsExactly("fd00:0:0:0:0:0:0:1");
        assertThat(answers(zone, "db.shop.svc", Type.A)).containsExactlyInAnyOrder("10.1.0.1", "10.1.0.2");
        assertThat(answers(zone, "db-0.db.shop.svc", Type.A)).containsExactly("10.1.0.1");
        assertThat(answers(zone, "_dns._udp.web.shop.svc", Type.SRV))
                .containsExactly("0 100 53 web.shop.svc.cluster.example.");
        assertThat(answers(zone, "_sql._tcp.db.shop.svc", Type.SRV)).hasSize(3);
        assertThat(answers(zone, "ext.shop.svc", Type.CNAME)).containsExactly("db.example.org.");
        assertThat(answers(zone, "ns", Type.A)).containsExactly("10.96.0.10");
    }

    @Test
    void aDnsServerCanReadAZoneWithoutServices() throws IOException {
        Zone zone = zone("no-service");

        assertThat(zone.getNS().first().rdataToString()).isEqualTo("ns.cluster.example.");
        assertThat(answers(zone, "web.shop.svc", Type.A)).isEmpty();
    }

    private Zone zone(String fixture) throws IOException {
        Path file = Files.writeString(folder.resolve("zone"), text("dns-zone", fixture, "zone"));
        return new Zone(Name.fromString("cluster.example."), file.toString());
    }

    private static List<String> answers(Zone zone, String name, int type) throws IOException {
        RRset found = zone.findExactMatch(Name.fromString(name, zone.getOrigin()), type);
        return found == null
                ? List.of()
                : found.rrs().stream().map(Record::rdataToString).toList();
    }

    /** Routes and endpoints are in two texts, which name the same clusters; the weights are those of a whole. */
    @ParameterizedTest
    @ValueSource(strings = {"shared", "wrong-weights-keep-the-last-good-routes"})
    void theRoutesOfAMeshAreJsonWithAllClustersAndAllOfTheTraffic(String fixture) throws IOException {
        JsonNode clusters = json("mesh-route", fixture, "routes.json")
                .at("/virtual_hosts/0/routes/0/route/weighted_clusters/clusters");
        JsonNode endpoints = json("mesh-route", fixture, "endpoints.json");

        assertThat(texts(clusters, "name")).hasSize(2).isEqualTo(texts(endpoints, "cluster_name"));
        assertThat(list(clusters).stream()
                        .mapToInt(cluster -> cluster.path("weight").asInt())
                        .sum())
                .isEqualTo(100);
        assertThat(endpoints.findValues("socket_address"))
                .extracting(socket -> socket.path("address").asText())
                .containsExactly("10.1.6.1", "10.1.6.2", "10.1.6.9");
    }
}
