package io.hookline.watcher.hook;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.JsonText;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.object.KubeObject;
import io.hookline.spec.ControllerDecoder;
import io.hookline.testing.LogLines;
import io.hookline.watcher.LocalWorld;
import io.hookline.watcher.model.ParentRevision;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Unknown fields of an answer are ignored in loose mode, and logged to help find a mistyped one. */
class PassedOverFieldsTest {

    private static final KubeObject PARENT = LocalWorld.object(
            "{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: p, namespace: default}}");

    @RegisterExtension
    private final LogLines lines = new LogLines(ControllerHooks.class, Level.DEBUG);

    private static ControllerHooks saying(String answer) {
        KubeObject controller = LocalWorld.object("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                  hooks:
                    sync: {webhook: {url: "http://hooks.test/"}}
                    customize: {webhook: {url: "http://hooks.test/"}}
                """);
        return new ControllerHooks(ControllerDecoder.composite(controller).value(), (_, _, _) -> new HookClient() {
            @Override
            public HookReply call(HookRequest request) {
                return new HookReply.Answered(new JsonText(answer.getBytes(StandardCharsets.UTF_8)));
            }

            @Override
            public void close() {}
        });
    }

    private void assertWarning(String warning) {
        assertThat(lines.all()).singleElement().satisfies(line -> {
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
        HookReply reply = hooks.call(ParentRevision.only(PARENT), ObjectGroups.NONE, ObjectGroups.NONE, false);
        hooks.read(((HookReply.Answered) reply).body(), PARENT, false);
        assertWarning("unknown field \"Children\"");
        assertThat(lines.all().getFirst().getKeyValuePairs()).asString().contains("sync", "default/p");
    }

    @Test
    void childrenInTheOtherControllersFieldAreWarnedOf() throws InterruptedException {
        ControllerHooks hooks = saying("{\"attachments\": []}");
        HookReply reply = hooks.call(ParentRevision.only(PARENT), ObjectGroups.NONE, ObjectGroups.NONE, false);
        hooks.read(((HookReply.Answered) reply).body(), PARENT, false);
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
        saying("{\"relatedResource\": []}").customize(ParentRevision.only(PARENT));
        assertWarning("unknown field \"relatedResource\"");
    }
}
