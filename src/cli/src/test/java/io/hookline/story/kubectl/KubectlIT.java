package io.hookline.story.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading and creating objects with the real kubectl. */
@Tag("real")
class KubectlIT {

    private static final String CRD = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: developers.example.com}
            spec:
              group: example.com
              scope: Namespaced
              names: {plural: developers, singular: developer, kind: Developer, shortNames: [dev], categories: [all]}
              versions:
              - name: v1
                served: true
                storage: true
                subresources:
                  status: {}
                  scale: {specReplicasPath: .spec.desks, statusReplicasPath: .status.desks}
                additionalPrinterColumns:
                - {name: Full Name, type: string, jsonPath: .spec.fullName}
                - {name: Ready, type: string, jsonPath: '.status.conditions[?(@.type=="Ready")].status'}
                - {name: Desks, type: integer, jsonPath: .spec.desks, priority: 1}
                - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
                schema:
                  openAPIV3Schema:
                    type: object
                    properties:
                      spec:
                        type: object
                        description: The person.
                        required: [fullName]
                        properties:
                          fullName: {type: string, description: As on the door.}
                          desks: {type: integer, default: 1}
                      status:
                        type: object
                        x-kubernetes-preserve-unknown-fields: true
            """;

    private static final String MEGYO = """
            apiVersion: example.com/v1
            kind: Developer
            metadata: {name: megyo}
            spec: {fullName: Megyo G}
            """;

    @TempDir
    private Path folder;

    private KubectlWorld world;
    private Kubectl kubectl;

    @BeforeEach
    void start() throws IOException {
        world = new KubectlWorld(folder);
        kubectl = world.kubectl;
    }

    @AfterEach
    void stop() {
        if (world != null) {
            world.close();
        }
    }

    @Test
    void theServerReportsItsVersionAndResources() {
        assertThat(kubectl.ok("version", "-o", "json")).contains("v1.36.3+hookline");
        assertThat(kubectl.ok("api-resources"))
                .contains("configmaps", "deployments", "apps/v1", "Deployment", "crd,crds");
        assertThat(kubectl.ok("api-versions")).contains("apps/v1", "rbac.authorization.k8s.io/v1");
        assertThat(kubectl.ok("get", "--raw", "/readyz")).isEqualTo("ok");
    }

    @Test
    void typedCreateCommandsWork() {
        assertThat(kubectl.ok("create", "ns", "team")).isEqualTo("namespace/team created\n");
        assertThat(kubectl.fails("create", "ns", "team"))
                .isEqualTo("Error from server (AlreadyExists): namespaces \"team\" already exists\n");
        kubectl.ok("create", "configmap", "c", "--from-literal=a=b", "-n", "team");
        kubectl.ok("create", "secret", "generic", "s", "--from-literal=a=b");
        kubectl.ok("create", "deployment", "d", "--image=nginx", "--replicas=0");
        kubectl.ok("create", "job", "j", "--image=busybox", "--", "true");
        kubectl.ok("create", "cronjob", "cj", "--image=busybox", "--schedule=* * * * *");
        kubectl.ok("create", "sa", "robot");
        kubectl.ok("create", "role", "r", "--verb=get", "--resource=pods");
        kubectl.ok("create", "rolebinding", "rb", "--role=r", "--serviceaccount=default:robot");
        kubectl.ok("create", "clusterrole", "cr", "--verb=get", "--resource=pods");
        kubectl.ok("create", "ingress", "i", "--rule=a.com/*=svc:80");
        kubectl.ok("create", "pdb", "p", "--selector=a=b", "--min-available=1");
        kubectl.ok("create", "quota", "q", "--hard=pods=3");
        kubectl.ok("create", "svc", "clusterip", "sv", "--tcp=80:8080");
        kubectl.ok("run", "pod", "--image=nginx");
        assertThat(kubectl.ok("get", "deploy", "d", "-o", "jsonpath={.spec.replicas}"))
                .isEqualTo("0");
        assertThat(kubectl.ok("get", "secret", "s", "-o", "jsonpath={.data.a}")).isEqualTo("Yg==");
        assertThat(kubectl.ok("get", "cm", "c", "-n", "team", "-o", "jsonpath={.data.a}"))
                .isEqualTo("b");
        assertThat(kubectl.ok("get", "pod", "pod", "-o", "jsonpath={.spec.containers[0].image}"))
                .isEqualTo("nginx");
        assertThat(kubectl.fails("create", "token", "robot")).contains("is not served by this local API server");
    }

    @Test
    void kubectlWaitsForADefinitionAndUsesIt() {
        world.apply(CRD);
        kubectl.ok("wait", "--for=condition=Established", "crd/developers.example.com", "--timeout=20s");
        assertThat(kubectl.ok("apply", "-f", world.file(MEGYO))).isEqualTo("developer.example.com/megyo created\n");
        assertThat(kubectl.ok("apply", "-f", world.file(MEGYO))).isEqualTo("developer.example.com/megyo unchanged\n");
        kubectl.ok(
                "patch",
                "dev",
                "megyo",
                "--subresource=status",
                "--type=merge",
                "-p",
                "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}");
        assertThat(kubectl.ok("get", "dev").lines().map(KubectlWorld::squeeze))
                .first()
                .isEqualTo("NAME FULL NAME READY AGE");
        assertThat(KubectlWorld.squeeze(kubectl.ok("get", "dev", "megyo", "--no-headers")))
                .startsWith("megyo Megyo G True ");
        assertThat(KubectlWorld.squeeze(kubectl.ok("get", "dev", "-o", "wide"))).contains("DESKS");
        assertThat(kubectl.ok("get", "all")).contains("developer.example.com/megyo");
        assertThat(kubectl.ok("explain", "developer.spec")).contains("The person.", "fullName", "As on the door.");
        assertThat(kubectl.ok("describe", "dev", "megyo")).contains("Full Name:", "Megyo G", "Events:");
        kubectl.ok("wait", "--for=condition=Ready", "dev/megyo", "--timeout=20s");
        assertThat(kubectl.ok("scale", "dev/megyo", "--replicas=3")).contains("scaled");
        assertThat(kubectl.ok("get", "dev", "megyo", "-o", "jsonpath={.spec.desks}"))
                .isEqualTo("3");
        assertThat(kubectl.ok("delete", "crd", "developers.example.com")).contains("deleted");
        assertThat(kubectl.fails("get", "dev")).contains("NotFound", "could not find the requested resource");
    }

    @Test
    void mistakesAreExplained() {
        assertThat(kubectl.fails("apply", "-f", world.file(MEGYO)))
                .contains(
                        "no matches for kind \"Developer\" in version \"example.com/v1\"",
                        "ensure CRDs are installed first");
        world.apply(CRD);
        assertThat(kubectl.fails("apply", "-f", world.file(MEGYO.replace("fullName: Megyo G", "desks: 2"))))
                .contains("The Developer \"megyo\" is invalid: spec.fullName: Required value");
        assertThat(kubectl.fails("apply", "-f", world.file(MEGYO.replace("fullName: Megyo G", "fullName: x, hat: y"))))
                .contains("Error from server (BadRequest)", "strict decoding error: unknown field \"spec.hat\"");
        assertThat(kubectl.ok(
                        "apply",
                        "--validate=warn",
                        "-f",
                        world.file(MEGYO.replace("fullName: Megyo G", "fullName: x, hat: y"))))
                .contains("Warning: unknown field \"spec.hat\"", "created");
        assertThat(kubectl.fails("get", "cm", "nothing"))
                .isEqualTo("Error from server (NotFound): configmaps \"nothing\" not found\n");
        assertThat(kubectl.fails("create", "cm", "c", "-n", "nowhere")).contains("namespaces \"nowhere\" not found");
        assertThat(kubectl.fails("get", "unicorns")).contains("the server doesn't have a resource type \"unicorns\"");
        world.apply(KubectlWorld.POD);
        assertThat(kubectl.fails("logs", "web")).contains("pods/log is not served by this local API server");
        assertThat(kubectl.fails("exec", "web", "--", "true")).contains("is not served by this local API server");
    }

    @Test
    void describeShowsObjectsWithTheirEvents() {
        world.apply(KubectlWorld.MAP);
        world.apply(KubectlWorld.POD);
        String uid = kubectl.ok("get", "pod", "web", "-o", "jsonpath={.metadata.uid}");
        world.apply("""
                apiVersion: v1
                kind: Event
                metadata: {name: web.1}
                type: Warning
                reason: Sad
                message: it rains
                firstTimestamp: "2026-01-01T00:00:00Z"
                lastTimestamp: "2026-01-01T00:00:00Z"
                count: 2
                source: {component: sky}
                involvedObject: {apiVersion: v1, kind: Pod, name: web, namespace: default, uid: UID}
                """.replace("UID", uid));
        assertThat(kubectl.ok("describe", "cm", "settings")).contains("color:", "blue");
        assertThat(kubectl.ok("describe", "pod", "web")).contains("nginx:1", "Warning", "Sad", "sky", "it rains");
        assertThat(KubectlWorld.squeeze(kubectl.ok("get", "events", "--no-headers")))
                .contains("Warning Sad pod/web it rains");
        assertThat(kubectl.ok("events", "--for", "pod/web")).contains("it rains");
    }

    @Test
    void aWatchPrintsChangesAtOnce() throws IOException {
        world.apply(KubectlWorld.MAP);
        Path output = folder.resolve("watch.txt");
        Process watch = kubectl.start(output, "get", "cm", "settings", "-w");
        try {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> Files.readString(output).contains("settings"));
            kubectl.ok("patch", "cm", "settings", "-p", "{\"data\":{\"size\":\"9\"}}");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () -> assertThat(Files.readString(output).lines().map(KubectlWorld::squeeze))
                                    .hasSize(3)
                                    .satisfies(lines -> assertThat(lines.get(0)).isEqualTo("NAME DATA AGE"))
                                    .satisfies(lines -> assertThat(lines.get(1)).startsWith("settings 1 "))
                                    .satisfies(lines -> assertThat(lines.get(2)).startsWith("settings 2 ")));
        } finally {
            watch.destroy();
        }
    }

    @Test
    void outputFormatsAndAccessReviewsWork() {
        world.apply(KubectlWorld.MAP);
        assertThat(kubectl.ok("get", "cm", "settings", "-o", "json")).contains("\"kind\": \"ConfigMap\"");
        assertThat(kubectl.ok("get", "cm", "settings", "-o", "yaml")).contains("color: blue");
        assertThat(kubectl.ok("get", "cm", "-A", "--sort-by=.metadata.name")).contains("NAMESPACE", "settings");
        assertThat(kubectl.ok("get", "cm", "settings", "-o", "custom-columns=C:.data.color"))
                .contains("blue");
        assertThat(kubectl.ok("explain", "deployment")).contains("KIND:       Deployment", "VERSION:    v1");
        assertThat(kubectl.ok("auth", "can-i", "delete", "nodes")).contains("yes");
        assertThat(kubectl.ok("auth", "whoami")).contains("hookline");
        assertThat(kubectl.ok("get", "ns")).contains("default", "Active");
    }
}
