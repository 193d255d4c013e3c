package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The API server stores the status of a controller as it was written. */
class ReadyConditionTest extends ReconcileSuite {

    private JsonNode status() {
        ApiResource composites =
                world.resource(GroupVersionKind.of("metacontroller.k8s.io/v1alpha1", "CompositeController"));
        return world.local.get(composites, ObjectKey.clusterScoped("c")).fieldTree("status");
    }

    @Test
    void theStatusOfAControllerThatWorksIsStored() {
        world.hook = _ -> configMapAnswer("hi", "a");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");

        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            assertThat(status().path("conditions"))
                    .hasSize(6)
                    .anySatisfy(each -> assertThat(each.path("type").asText()
                                    + each.path("status").asText()
                                    + each.path("reason").asText())
                            .isEqualTo("ReadyTrueRunning"))
                    .anySatisfy(each -> assertThat(each.path("type").asText()
                                    + each.path("status").asText()
                                    + each.path("reason").asText())
                            .isEqualTo("HooksReachableTrueAnswered"));
            assertThat(status().path("observedGeneration").asInt()).isEqualTo(1);
            assertThat(status().path("parents").asInt()).isEqualTo(1);
            assertThat(status().path("failing").asInt(-1)).isZero();
        });
    }
}
