package io.hookline.local.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Discovery;
import io.hookline.cluster.RemovedApis;
import io.hookline.local.ApiClient;
import io.hookline.local.LocalClusters;
import io.hookline.object.GroupVersionKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The table of removed API versions and the API server agree; requests for them name what to send today. */
class RemovedApisTest {

    private static final Discovery SERVED = LocalClusters.fresh().discover();

    @Test
    void noVersionOfTheTableIsServed() {
        assertThat(RemovedApis.table().all()).hasSizeGreaterThan(25);
        for (RemovedApis.Entry api : RemovedApis.table().all()) {
            for (String version : api.versions()) {
                assertThat(api.kinds().keySet())
                        .allSatisfy(kind -> assertThat(SERVED.find(GroupVersionKind.of(version, kind)))
                                .isEmpty());
            }
        }
    }

    @Test
    void aKindThatIsServedTodayIsServedInTheVersionOfTheTable() {
        for (RemovedApis.Entry api : RemovedApis.table().all()) {
            for (Map.Entry<String, String> kind : api.kinds().entrySet()) {
                boolean builtIn = SERVED.resources().stream()
                        .anyMatch(each -> each.kind().equals(kind.getKey())
                                && !each.group().isEmpty()
                                && !api.now().isEmpty());
                if (builtIn && api.kind().isEmpty()) {
                    assertThat(SERVED.find(api.now(), kind.getValue()))
                            .as("%s in %s", kind.getValue(), api.now())
                            .isPresent();
                }
            }
        }
    }

    @Test
    void aRequestOfAnOldClientIsAnsweredWithTheVersionOfToday() {
        try (LocalApiServer server = LocalApiServer.start(LocalClusters.fresh(), 0);
                ApiClient client = new ApiClient(server)) {
            ApiClient.Answer answer =
                    client.post("/apis/extensions/v1beta1/namespaces/default/deployments", "{\"kind\":\"Deployment\"}");

            assertThat(answer.code()).isEqualTo(404);
            assertThat(answer.at("/reason")).isEqualTo("NotFound");
            assertThat(answer.at("/message"))
                    .isEqualTo("the server could not find the requested resource (deployments in extensions/v1beta1:"
                            + " Kubernetes 1.16 removed it; write apiVersion: apps/v1)");
            for (String path : List.of(
                    "/apis/apiextensions.k8s.io/v1beta1/customresourcedefinitions",
                    "/apis/batch/v1beta1/namespaces/default/cronjobs/water")) {
                assertThat(client.get(path).at("/message")).contains("removed it; write apiVersion: ");
            }
            assertThat(client.get("/apis/extensions/v1beta1/unknowns").at("/message"))
                    .isEqualTo("the server could not find the requested resource");
        }
    }
}
