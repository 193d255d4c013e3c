package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.JsonText;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.object.KubeObject;
import io.hookline.spec.ControllerDecoder;
import io.hookline.testing.LogLines;
import io.hookline.watcher.LocalWorld;
import io.hookline.watcher.model.ParentRevision;
import io.hookline.watcher.model.SyncException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Unknown fields of an answer are ignored in loose mode, and logged to help find a mistyped one. */
class PassedOverFieldsTest {

    private static final KubeObject PARENT = LocalWorld.object(
            "{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: p, namespace: default}}");

    private static final List<String> EVENTS = new CopyOnWriteArrayList<>();

    @RegisterExtension
    private final LogLines lines = new LogLines(ControllerHooks.class, Level.DEBUG);

    private static ControllerHooks saying(String answer) {
        return saying(answer, "");
    }

    private static ControllerHooks saying(String answer, String webhook) {
        KubeObject controller = LocalWorld.object("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                  hooks:
                    sync: {webhook: {url: "http://hooks.test/"%s}}
                    customize: {webhook: {url: "http://hooks.test/"%s}}
                """.formatted(webhook, webhook));
        return new ControllerHooks(
                ControllerDecoder.composite(controller).value(),
                (_, _, _, _) -> new HookClient() {
                    @Override
                    public HookReply call(HookRequest request) {
                        return new HookReply.Answered(new JsonText(answer.getBytes(StandardCharsets.UTF_8)));
                    }

                    @Override
                    public void close() {}
                },
                (_, _) -> {},
                (parent, warning) -> EVENTS.add(parent + ": " + warning));
    }

    @BeforeEach
    void noEvents() {
        EVENTS.clear();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"app":"x"}                                                                    | labelSelector.app
            {"matchLabel":{"app":"x"}}                                                     | labelSelector.matchLabel
            {"matchExpression":[{"key":"app","operator":"Exists"}]}                        | labelSelector.matchExpression
            {"matchExpressions":[{"key":"app","operator":"Exists","vals":["x"]}]}          | labelSelector.matchExpressions[0].vals
            """)
    void ofASelectorOfRelatedObjectsWithAnEvent(String selector, String field) throws InterruptedException {
        ControllerHooks hooks =
                saying("{\"relatedResources\":[{\"apiVersion\":\"v1\",\"resource\":\"secrets\",\"labelSelector\":"
                        + selector + "}]}");

        hooks.customize(ParentRevision.only(PARENT));

        assertWarning("unknown field \"relatedResources[0]." + field + "\"");
        assertThat(EVENTS)
                .containsExactly("Thing default/p: part of the customize hook's answer is ignored: unknown field"
                        + " \"relatedResources[0]." + field + "\"");
    }

    @Test
    void aFieldOfASelectorThatDoesNotExistIsRefusedInStrictMode() {
        ControllerHooks hooks = saying(
                "{\"relatedResources\":[{\"apiVersion\":\"v1\",\"resource\":\"secrets\",\"namespaceSelector\":{\"team\":\"x\"}}]}",
                ", responseUnMarshallMode: strict");

        assertThatThrownBy(() -> hooks.customize(ParentRevision.only(PARENT)))
                .isInstanceOf(SyncException.class)
                .hasMessageContaining("strict validation failed for v1 webhookResponse (type: customize, mode: strict):"
                        + " unknown field \"relatedResources[0].namespaceSelector.team\"");
    }

    private static SyncAnswer sync(ControllerHooks hooks) throws InterruptedException {
        HookReply reply = hooks.call(ParentRevision.only(PARENT), ObjectGroups.NONE, ObjectGroups.NONE, false);
        return hooks.read(((HookReply.Answered) reply).body(), PARENT, false);
    }

    private void assertWarning(String warning) {
        assertThat(lines.all()).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.WARN);
            assertThat(line.getFormattedMessage()).isEqualTo("part of the hook's answer is ignored");
            assertThat(keyValues(line)).contains("warning=" + warning);
        });
    }

    private static List<String> keyValues(ILoggingEvent line) {
        return line.getKeyValuePairs().stream()
                .map(pair -> pair.key + "=" + pair.value)
                .toList();
    }

    @Test
    void ofASyncAnswer() throws InterruptedException {
        ControllerHooks hooks = saying("{\"Children\": [], \"children\": []}");
        sync(hooks);
        assertWarning("unknown field \"Children\"");
        assertThat(lines.all().getFirst().getKeyValuePairs()).asString().contains("sync", "default/p");
    }

    @Test
    void childrenInTheOtherControllersFieldAreWarnedOf() throws InterruptedException {
        ControllerHooks hooks = saying("{\"attachments\": []}");
        sync(hooks);
        assertThat(lines.all())
                .filteredOn(line -> line.getLevel() == Level.WARN)
                .singleElement()
                .satisfies(line -> {
                    assertThat(line.getFormattedMessage())
                            .isEqualTo("the hook returned the children in a field that is ignored, so all children are"
                                    + " deleted: rename the field");
                    assertThat(keyValues(line)).contains("returned=attachments", "needed=children");
                });
    }

    @Test
    void ofACustomizeAnswer() throws InterruptedException {
        saying("{\"comment\": [], \"relatedResources\": []}").customize(ParentRevision.only(PARENT));
        assertWarning("unknown field \"comment\"");
    }

    @Test
    void anIgnoredFieldIsWarnedOfOnceForEachVersionOfTheHook() throws InterruptedException {
        ControllerHooks hooks = saying("{\"comment\": 1, \"children\": []}");

        sync(hooks);
        sync(hooks);

        assertThat(lines.all()).extracting(ILoggingEvent::getLevel).containsExactly(Level.WARN, Level.DEBUG);
    }

    @Test
    void anIgnoredFieldOfANewVersionOfTheHookIsWarnedOfAgain() throws InterruptedException {
        ControllerHooks hooks = saying("{\"comment\": 1, \"children\": []}");

        sync(hooks);
        hooks.hookChanged();
        sync(hooks);

        assertThat(lines.all()).extracting(ILoggingEvent::getLevel).containsExactly(Level.WARN, Level.WARN);
    }

    @Test
    void anAnswerThatIsNoObjectIsDescribedForPeople() {
        assertThatThrownBy(() -> sync(saying("null")))
                .isInstanceOfSatisfying(
                        SyncException.class,
                        e -> assertThat(e.problem()).isEqualTo("the answer of the hook: expected an object, was null"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"childen", "Children", "childrens", "chidlren"})
    void anAnswerWithAMistypedNameOfTheChildrenIsRefused(String name) {
        ControllerHooks hooks = saying("{\"status\": {}, \"" + name + "\": []}");

        assertThatThrownBy(() -> sync(hooks))
                .isInstanceOf(SyncException.class)
                .hasMessage("sync hook failed for Thing default/p: sync hook failed (version=v1): unknown field \""
                        + name + "\"; did you mean \"children\"?");
    }

    @Test
    void aCustomizeAnswerWithAMistypedNameOfTheRulesIsRefused() {
        ControllerHooks hooks = saying("{\"relatedResource\": []}");

        assertThatThrownBy(() -> hooks.customize(ParentRevision.only(PARENT)))
                .isInstanceOf(SyncException.class)
                .hasMessage("customize hook failed (version=v1): unknown field \"relatedResource\"; did you mean"
                        + " \"relatedResources\"?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"status\": {}}", "{\"comment\": 1}", "{\"childen\": [], \"children\": []}"})
    void anAnswerWithoutASimilarFieldIsValidAndDeletesAllChildren(String answer) throws InterruptedException {
        assertThat(sync(saying(answer)).children()).isEmpty();
    }

    @Test
    void aControllerThatAsksForLooseAnswersAcceptsAMistypedName() throws InterruptedException {
        ControllerHooks hooks = saying("{\"childen\": []}", ", responseUnMarshallMode: loose");

        assertThat(sync(hooks).children()).isEmpty();

        assertWarning("unknown field \"childen\"");
    }

    @Test
    void strictModeRefusesInTheWordsOfMetacontroller() {
        ControllerHooks hooks = saying("{\"childen\": []}", ", responseUnMarshallMode: strict");

        assertThatThrownBy(() -> sync(hooks))
                .hasMessageEndingWith(
                        "strict validation failed for v1 webhookResponse (type: sync, mode: strict): unknown"
                                + " field \"childen\"");
    }
}
