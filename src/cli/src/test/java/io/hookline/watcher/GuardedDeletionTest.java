package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A hook that forgets children, under a controller with a guard, as its users see it. */
@EachStrategy
class GuardedDeletionTest extends DecoratorSuite {

    private static final Pattern COMMAND = Pattern.compile("hookline\\.io/allow-deletion=([0-9a-f]{16})");

    private ApiResource composites;

    private void start(String spec) {
        world.hook = _ -> configMapAnswer("1", "a", "b", "c");
        composite("c", "", "generateSelector: true\n" + spec + configMaps("InPlace") + hooks("sync"));
        composites = world.resource(GroupVersionKind.of("metacontroller.k8s.io/v1alpha1", "CompositeController"));
        thing("p", "labels: {}", "{}");
        soon().until(() -> present().count() == 3);
        settle();
    }

    private Stream<String> present() {
        return Stream.of("a", "b", "c").filter(name -> world.configMap(name).isPresent());
    }

    private void change() {
        mergeThing("p", "{\"metadata\":{\"annotations\":{\"changed\":\"yes\"}}}");
    }

    private Optional<JsonNode> held() {
        JsonNode conditions =
                world.local.get(composites, ObjectKey.clusterScoped("c")).tree().at("/status/conditions");
        return conditions
                .valueStream()
                .filter(each -> each.path("type").asText().equals("DeletionHeld"))
                .findFirst();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"status\":{}}", "{\"status\":{},\"children\":null}"})
    void aListThatIsMissingOrNullDeletesNothing(String answer) {
        start("deletionGuard: {}\n");
        world.hook = _ -> answer;
        change();
        awaitEvent("children: expected a list, was missing or null");
        assertThat(present()).hasSize(3);

        world.hook = _ -> "{\"children\":[]}";
        soon().until(() -> present().findAny().isEmpty());
    }

    @Test
    void deletionsBeyondTheLimitAreHeldShownAndReleased() {
        start("deletionGuard: {maxDeletions: 1}\n");
        world.hook = _ -> configMapAnswer("2", "a");
        change();
        awaitEvent("can't delete 2 of 3 children (ConfigMap default/b, ConfigMap default/c)");
        assertThat(present()).hasSize(3);
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> held().isPresent());
        JsonNode condition = held().orElseThrow();
        assertThat(condition.path("status").asText()).isEqualTo("True");
        Matcher command = COMMAND.matcher(condition.path("message").asText());
        assertThat(command.find()).isTrue();

        mergeThing(
                "p", "{\"metadata\":{\"annotations\":{\"hookline.io/allow-deletion\":\"" + command.group(1) + "\"}}}");
        soon().until(() -> present().toList().equals(List.of("a")));
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> held().isEmpty());
    }

    @Test
    void theGuardCanBeAnAnnotationThatIsAddedLater() {
        start("");
        world.local.patch(
                composites,
                ObjectKey.clusterScoped("c"),
                Patch.merge("{\"metadata\":{\"annotations\":{\"hookline.io/deletion-guard\":\"{}\"}}}"),
                WriteOptions.PLAIN);
        settle();
        world.hook = _ -> "{}";
        change();
        awaitEvent("children: expected a list, was missing or null");
        assertThat(present()).hasSize(3);
    }
}
