package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.testing.LogLines;
import io.hookline.watcher.sync.ChildReports;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A hook that fails: the error is reported with its place, nothing is deleted, and other parents continue. */
class BadHookTest {

    @RegisterExtension
    private final LogLines log = new LogLines(ChildReports.class);

    private final WatcherFixture world = new WatcherFixture();

    @AfterEach
    void close() {
        world.close();
    }

    /** Parent {@code good} is answered well; parent {@code bad} too, until its spec has {@code turned: true}. */
    private void start(Function<HookRequest, String> bad) {
        world.hook = request -> {
            boolean turned = request.parent().tree().at("/spec/turned").asBoolean();
            return turned
                    ? bad.apply(request)
                    : configMapAnswer("hi", "child-of-" + request.parent().name());
        };
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("bad", "{}");
        world.thing("good", "{}");
        soon().until(() -> world.configMap("child-of-bad").isPresent()
                && world.configMap("child-of-good").isPresent());
        world.thing("bad", "{turned: true}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"children":[null]}                                                  | children[0]: expected an object, was null
            {"children":[{"apiVersion":"v1","kind":"ConfigMap"}]}                | children[0].metadata.name
            {"children":[{"apiVersion":"v1","metadata":{"name":"x"}}]}           | children[0].kind
            {"children":[{"kind":"ConfigMap","metadata":{"name":"x"}}]}          | children[0].apiVersion
            {"children":[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":7}}]} | children[0].metadata.name: expected a string, was a number
            {"children":{}}                                                      | children: expected a list, was an object
            {"children":[{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x",}}]} | children[0]
            {"status":[]}                                                        | status: expected an object, was a list
            not json at all                                                      | answer is not valid JSON; it begins with "not json at all"
            ``                                                                   | the body is empty
            """)
    void aMalformedAnswerIsRefusedAsAWholeAndNamesThePlace(String answer, String message) {
        start(_ -> answer);

        soon().untilAsserted(() -> assertThat(world.events())
                .anySatisfy(event -> assertThat(event)
                        .startsWith("SyncError bad: Sync error: sync hook failed for Thing default/bad")
                        .contains(message)));
        assertThat(world.configMap("child-of-bad")).isPresent();
    }

    @Test
    void aHookThatThrowsDoesNotKeepOtherParentsFromGoingOn() {
        start(_ -> {
            throw new HookException("unsupported status code: 500 body: boom");
        });

        soon().until(() -> world.events().stream().anyMatch(e -> e.contains("SyncError bad") && e.contains("boom")));
        world.thing("later", "{}");
        soon().until(() -> world.configMap("child-of-later").isPresent());
        assertThat(world.configMap("child-of-bad")).isPresent();
    }

    @Test
    void anUnexpectedErrorIsOneFailedSyncAndNoMore() {
        start(_ -> {
            throw new StackOverflowError("deep");
        });

        soon().until(() -> world.events().stream().anyMatch(e -> e.startsWith("SyncError bad")));
        world.thing("later", "{}");
        soon().until(() -> world.configMap("child-of-later").isPresent());
    }

    @Test
    void aChildOfAnUndeclaredKindIsCreatedAndTheAuthorIsWarned() {
        start(_ -> "{\"children\":[{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\"}}]}");

        soon().until(() -> world.events().stream()
                .anyMatch(e -> e.contains("Secret")
                        && e.contains("childResources")
                        && e.contains("it is leaked: nothing deletes it when the hook no longer returns it")));
    }

    @Test
    void oneRefusedChildDoesNotStopTheOthersNorTheStatus() {
        start(_ -> "{\"status\":{\"text\":\"written\"},\"children\":["
                + "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"Not-A-Name\"}},"
                + "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"fine\"}}]}");

        soon().until(() -> world.configMap("fine").isPresent());
        soon().until(() -> world.thing("bad")
                .orElseThrow()
                .tree()
                .at("/status/text")
                .asText()
                .equals("written"));
        soon().until(() ->
                world.events().stream().anyMatch(e -> e.startsWith("SyncError bad") && e.contains("Not-A-Name")));
    }

    /** Children with these names, {0} in each replaced by its number. */
    private static String children(int count, String child) {
        return "{\"children\":["
                + IntStream.range(0, count)
                        .mapToObj(i -> child.replace("{0}", String.valueOf(i)))
                        .collect(Collectors.joining(","))
                + "]}";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"Not-A-Name-{0}\"}}", // by the
                // server
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"far-{0}\",\"namespace\":\"x\"}}"
            })
    void howeverManyChildrenAreRefusedTheFailureIsOneTextThatCountsThem(String child) {
        start(_ -> children(300, child));

        soon().until(() -> world.events().stream()
                .anyMatch(event -> event.startsWith("SyncError bad")
                        && Pattern.compile("; and 2\\d\\d more").matcher(event).find()));
        world.thing("later", "{}");
        soon().until(() -> world.configMap("child-of-later").isPresent());
    }

    @Test
    void ofManyWarningsTheFirstAreReportedAndTheOthersCounted() {
        start(
                _ -> children(
                        250,
                        "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\",\"labels\":{\"n\":\"{0}\"}}}"));

        soon().until(() -> log.all().stream()
                .anyMatch(line ->
                        line.getFormattedMessage().equals("399 more warnings about children that the hook returned")));
    }

    @Test
    void aChildInAForeignNamespaceIsRefusedAndTheRestIsApplied() {
        start(_ -> "{\"children\":["
                + "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"far\",\"namespace\":\"kube-system\"}},"
                + "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"near\"}}]}");

        soon().until(() -> world.configMap("near").isPresent());
        soon().until(() -> world.events().stream().anyMatch(e -> e.contains("kube-system")));
    }
}
