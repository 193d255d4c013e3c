package io.hookline.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import io.hookline.hook.protocol.HookException;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How a test reads what a hook returned. */
class AnswerTest {

    @Group("demo.example.com")
    @Version("v1")
    record Thing(ObjectMeta metadata, Map<String, Integer> spec) {}

    record Status(String url, int ready) {}

    private static ObjectMeta named(String name) {
        return new ObjectMetaBuilder().withName(name).build();
    }

    private static final ConfigMap URL = new ConfigMapBuilder()
            .withMetadata(named("url"))
            .addToData("a", "b")
            .build();
    private static final Pod POD = new PodBuilder()
            .withMetadata(
                    new ObjectMetaBuilder().withName("p").withNamespace("other").build())
            .build();

    @Test
    void childrenAreReadByClassAndName() {
        Answer answer = Answer.of(URL, POD);

        assertThat(answer.sent().children()).extracting(KubeObject::kind).containsExactly("ConfigMap", "Pod");
        assertThat(answer.sent().children(ConfigMap.class)).containsExactly(URL);
        assertThat(answer.sent().child(ConfigMap.class, "url")).contains(URL);
        assertThat(answer.sent().child(ConfigMap.class, "other")).isEmpty();
        assertThat(answer.sent().child(Pod.class, "p")).isPresent();
        assertThat(answer.sent().child(Pod.class, "other/p")).isPresent();
        assertThat(answer.sent().child(Pod.class, "shop/p")).isEmpty();
        assertThat(answer.sent().child("v1", "Pod", "p")).isPresent();
    }

    @Test
    void aCollectionAddsAllOfItsObjects() {
        assertThat(Answer.of(URL, List.of(POD)).sent().children())
                .extracting(KubeObject::kind)
                .containsExactly("ConfigMap", "Pod");
        assertThat(Decoration.of(List.of(URL, POD)).sent().children()).hasSize(2);
    }

    @Test
    void aChildHasTheKindOfItsClass() {
        Answer answer = Answer.of(new Thing(named("t"), Map.of("size", 3)));

        assertThat(answer.sent().children().getFirst().json())
                .isEqualTo("{\"apiVersion\":\"demo.example.com/v1\",\"kind\":\"Thing\",\"metadata\":{\"name\":\"t\"},"
                        + "\"spec\":{\"size\":3}}");
        assertThat(answer.sent().child(Thing.class, "t").orElseThrow().spec()).containsEntry("size", 3);
    }

    @Test
    void theStatusIsReadAsTheRecordOfTheHook() {
        Answer answer = Answer.of().status(new Status("https://a", 2));

        assertThat(answer.sent().status(Status.class)).contains(new Status("https://a", 2));
        assertThat(answer.sent().status(Map.class)).contains(Map.of("url", "https://a", "ready", 2));
        assertThat(Answer.of().sent().status(Status.class)).isEmpty();
    }

    @Test
    void timesAndFinalizedAreRead() {
        assertThat(Answer.of().resyncAfter(Duration.ofMillis(2500)).sent().resyncAfter())
                .contains(Duration.ofMillis(2500));
        assertThat(Answer.of().sent().resyncAfter()).isEmpty();
        assertThat(Answer.of().sent().isFinalized()).isFalse();
        assertThat(Answer.of().finalized().sent().isFinalized()).isTrue();
        assertThat(Answer.of(URL).sent().retryAfter()).isEmpty();
    }

    @Test
    void anAnswerThatRequestsALaterCallHasNoChildren() {
        Answer answer = Answer.retryAfter(Duration.ofMillis(4100)).child(URL).status(Map.of("a", 1));

        assertThat(answer.sent().retryAfter()).contains(Duration.ofSeconds(5));
        assertThat(answer.sent().children()).isEmpty();
        assertThat(answer.sent().status(Map.class)).isEmpty();
    }

    @Test
    void anAnswerThatTheWatcherWouldRefuseFailsInTheTest() {
        Answer answer = Answer.of(URL, new ConfigMap());

        assertThatThrownBy(() -> answer.sent().children())
                .hasMessage("children[1].metadata.name: expected a string, was missing or empty");
        assertThatThrownBy(() -> Answer.of().status("text").sent().status(Map.class))
                .hasMessageStartingWith("status: expected an object");
    }

    @Test
    void aChildOfAnotherShapeNamesTheField() {
        Answer answer = Answer.of(Map.of(
                "apiVersion", "v1", "kind", "ConfigMap", "metadata", Map.of("name", "url"), "data", List.of("a")));

        assertThatThrownBy(() -> answer.sent().child(ConfigMap.class, "url"))
                .isInstanceOf(HookException.class)
                .hasMessage("ConfigMap url: data: expected an object, was a list");
    }

    @Test
    void eventsAreRead() {
        Event done = new Event(Event.Type.NORMAL, "BackupDone", "3 volumes");
        Event full = new Event(Event.Type.WARNING, "QuotaExceeded", "no room");

        assertThat(Answer.of()
                        .event("BackupDone", "3 volumes")
                        .warning("QuotaExceeded", "no room")
                        .sent()
                        .events())
                .containsExactly(done, full);
        assertThat(Decoration.of()
                        .warning("QuotaExceeded", "no room")
                        .event("BackupDone", "3 volumes")
                        .sent()
                        .events())
                .containsExactly(full, done);
        assertThat(Answer.retryAfter(Duration.ofSeconds(1))
                        .event("BackupDone", "3 volumes")
                        .sent()
                        .events())
                .isEmpty();
    }

    @Test
    void anEventThatKubernetesWouldNotShowFailsWhereItIsAdded() {
        assertThatThrownBy(() -> Answer.of().event("quota exceeded", "no room"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("reason of an event: expected UpperCamelCase of at most 128 letters and digits, such as"
                        + " QuotaExceeded, was \"quota exceeded\"");
        assertThatThrownBy(() -> Decoration.of().event("NoRoom", ""))
                .hasMessage("message of an event: expected a text, was empty");
        Answer many = IntStream.range(0, 26)
                .boxed()
                .reduce(Answer.of(), (answer, n) -> answer.event("Again", "time " + n), (a, _) -> a);
        assertThatThrownBy(() -> many.sent().events()).hasMessage("events: expected at most 25 events, was 26");
    }

    @Test
    void aDecorationIsReadLikeAnAnswer() {
        Decoration decoration = Decoration.of(URL)
                .label("exposed", "true")
                .removeLabel("pending")
                .annotation("a/b", "c")
                .removeAnnotation("old")
                .status(new Status("u", 1))
                .resyncAfter(Duration.ofSeconds(3))
                .finalized();

        assertThat(decoration.sent().children()).extracting(KubeObject::name).containsExactly("url");
        assertThat(decoration.sent().children(ConfigMap.class)).containsExactly(URL);
        assertThat(decoration.sent().child(ConfigMap.class, "url")).contains(URL);
        assertThat(decoration.sent().child("v1", "ConfigMap", "url")).isPresent();
        assertThat(decoration.sent().labels()).isEqualTo(Map.of("exposed", "true"));
        assertThat(decoration.sent().removedLabels()).containsExactly("pending");
        assertThat(decoration.sent().annotations()).isEqualTo(Map.of("a/b", "c"));
        assertThat(decoration.sent().removedAnnotations()).containsExactly("old");
        assertThat(decoration.sent().status(Status.class)).contains(new Status("u", 1));
        assertThat(decoration.sent().resyncAfter()).contains(Duration.ofSeconds(3));
        assertThat(decoration.sent().retryAfter()).isEmpty();
        assertThat(decoration.sent().isFinalized()).isTrue();
        assertThat(Decoration.of().emptyStatus().sent().status(Map.class)).contains(Map.of());
        assertThat(Decoration.of().sent().status(Map.class)).isEmpty();
    }
}
