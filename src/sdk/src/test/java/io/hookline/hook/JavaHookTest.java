package io.hookline.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.DecodeException;
import io.hookline.object.KubeObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JavaHookTest {

    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-01-02T03:04:05Z"));

    private static final String REQUEST = """
            {"controller":{"kind":"CompositeController","metadata":{"name":"hello"}},
             "parent":{"metadata":{"name":"front","namespace":"shop","labels":{"a":"b"}},"spec":{"who":"Ann","size":3}},
             "children":{"ConfigMap.v1":{"front":{"apiVersion":"v1","kind":"ConfigMap",
               "metadata":{"name":"front","namespace":"shop"},"data":{"text":"old"}}},"Service.v1":{}},
             "related":{"Namespace.v1":{"shop":{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"shop"}}}},
             "finalizing":false}""";

    record Hello(ObjectMeta metadata, Spec spec) implements Parent {
        record Spec(String who, int size) {}
    }

    @Group("demo.example.com")
    @Version("v1")
    record Thing(ObjectMeta metadata, Map<String, Integer> spec, String unset) {}

    static final class Greeter implements SyncHook<Hello>, FinalizeHook<Hello>, CustomizeHook<Hello> {
        @Override
        public Answer sync(Sync<Hello> in) {
            ConfigMap greeting = new ConfigMapBuilder()
                    .withNewMetadata()
                    .withName(in.parent().name())
                    .endMetadata()
                    .addToData("text", "Hello, " + in.parent().spec().who())
                    .build();
            return Answer.of(greeting)
                    .status(Map.of("greeted", in.parent().spec().who()));
        }

        @Override
        public Answer finalize(Sync<Hello> in) {
            return Answer.of().finalized();
        }

        @Override
        public List<RelatedRule> customize(Hello parent) {
            return List.of(RelatedRule.of("v1", "namespaces").named(parent.namespace()));
        }
    }

    @Test
    void aRecordGoesInAndAModelObjectComesOut() {
        HookProgram hook = JavaHook.of(CLOCK, new Greeter());

        assertThat(hook.types()).containsExactlyInAnyOrder(HookType.SYNC, HookType.FINALIZE, HookType.CUSTOMIZE);
        assertThat(answer(hook, HookType.SYNC))
                .isEqualTo(
                        "{\"status\":{\"greeted\":\"Ann\"},\"children\":[{\"apiVersion\":\"v1\","
                                + "\"data\":{\"text\":\"Hello, Ann\"},\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"front\"}}]}");
        assertThat(answer(hook, HookType.FINALIZE)).isEqualTo("{\"children\":[],\"finalized\":true}");
        assertThat(answer(hook, HookType.CUSTOMIZE))
                .isEqualTo(
                        "{\"relatedResources\":[{\"apiVersion\":\"v1\",\"names\":[\"shop\"],\"resource\":\"namespaces\"}]}");
    }

    static final class Looker implements SyncHook<KubeObject> {
        @Override
        public Answer sync(Sync<KubeObject> in) {
            Map<String, Object> seen = new LinkedHashMap<>();
            seen.put("parent", in.parent().name());
            seen.put("controller", in.controller().name());
            seen.put("child", in.child(ConfigMap.class, "front").orElseThrow().getData());
            seen.put("fullName", in.child("v1", "ConfigMap", "shop/front").isPresent());
            seen.put("elsewhere", in.child("v1", "ConfigMap", "other/front").isPresent());
            seen.put("services", in.children(Service.class).size());
            seen.put("related", in.related(Namespace.class, "shop").isPresent());
            seen.put("allRelated", in.related("v1", "Namespace").size());
            seen.put("who", in.read(in.parent(), Hello.class).spec().who());
            seen.put("now", in.now());
            seen.put("finalizing", in.finalizing());
            return Answer.of().status(seen).resyncAfter(Duration.ofMillis(2500));
        }
    }

    @Test
    void everythingObservedIsFoundByKindAndName() {
        assertThat(answer(JavaHook.of(CLOCK, new Looker()), HookType.SYNC))
                .isEqualTo("{\"status\":{\"allRelated\":1,\"child\":{\"text\":\"old\"},\"controller\":\"hello\","
                        + "\"elsewhere\":false,\"finalizing\":false,\"fullName\":true,\"now\":\"2026-01-02T03:04:05Z\","
                        + "\"parent\":\"front\",\"related\":true,\"services\":0,\"who\":\"Ann\"},\"children\":[],"
                        + "\"resyncAfterSeconds\":2.5}");
    }

    @Test
    void theSameCodeFindsObjectsInBothHookVersions() {
        HookProgram hook = JavaHook.of(CLOCK, new Looker());
        String v2 = REQUEST.replace("{\"front\":{", "{\"shop/front\":{");

        assertThat(hook.types()).containsExactly(HookType.SYNC);
        assertThat(answer(hook, HookType.SYNC, v2)).isEqualTo(answer(hook, HookType.SYNC));
    }

    static final class Forms implements SyncHook<ObjectNode> {
        @Override
        public Answer sync(Sync<ObjectNode> in) {
            ObjectMeta named = new ObjectMetaBuilder().withName("r").build();
            Map<String, Object> map = Map.of("kind", "Pod", "apiVersion", "v1", "metadata", Map.of("name", "m"));
            ObjectNode tree = in.parent().deepCopy();
            tree.put("apiVersion", "v1").put("kind", "Tree");
            return Answer.of(new Thing(named, Map.of("z", 1, "a", 2), null), map)
                    .child(tree)
                    .children(List.of(
                            KubeObject.of("{\"kind\":\"K\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"k\"}}")));
        }
    }

    @Test
    void childrenMayHaveAnyFormAndAreWrittenSorted() {
        assertThat(answer(JavaHook.of(CLOCK, new Forms()), HookType.SYNC))
                .isEqualTo("{\"children\":["
                        + "{\"apiVersion\":\"demo.example.com/v1\",\"kind\":\"Thing\",\"metadata\":{\"name\":\"r\"},\"spec\":{\"a\":2,\"z\":1}},"
                        + "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"m\"}},"
                        + "{\"apiVersion\":\"v1\",\"kind\":\"Tree\",\"metadata\":{\"labels\":{\"a\":\"b\"},\"name\":\"front\",\"namespace\":\"shop\"},\"spec\":{\"size\":3,\"who\":\"Ann\"}},"
                        + "{\"kind\":\"K\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"k\"}}]}");
    }

    static final class Decorator implements DecorateHook<Hello>, UndecorateHook<Hello> {
        @Override
        public Decoration decorate(Sync<Hello> in) {
            return Decoration.of()
                    .label("x", "1")
                    .removeLabel("y")
                    .annotation("n", "2")
                    .emptyStatus();
        }

        @Override
        public Decoration undecorate(Sync<Hello> in) {
            return Decoration.of().removeAnnotation("n").finalized();
        }
    }

    @Test
    void aDecorationNamesOnlyWhatItChanges() {
        HookProgram hook = JavaHook.of(CLOCK, new Decorator());
        String request = REQUEST.replace("\"parent\"", "\"object\"").replace("\"children\"", "\"attachments\"");

        assertThat(answer(hook, HookType.SYNC, request))
                .isEqualTo(
                        "{\"labels\":{\"x\":\"1\",\"y\":null},\"annotations\":{\"n\":\"2\"},\"status\":{},\"attachments\":[]}");
        assertThat(answer(hook, HookType.FINALIZE, request))
                .isEqualTo("{\"annotations\":{\"n\":null},\"attachments\":[],\"finalized\":true}");
        assertThatThrownBy(() -> answer(hook, HookType.SYNC))
                .isInstanceOf(HookException.class)
                .hasMessage("a CompositeController cannot change labels or annotations of its parent");
    }

    @Test
    void retryAfterIsRoundedUpToWholeSeconds() throws Exception {
        assertThat(later(Duration.ofMillis(1200))).isEqualTo(Duration.ofSeconds(2));
        assertThat(later(Duration.ZERO)).isEqualTo(Duration.ofSeconds(1));
        assertThat(later(Duration.ofSeconds(30))).isEqualTo(Duration.ofSeconds(30));
    }

    private static Duration later(Duration wanted) throws Exception {
        HookProgram hook = JavaHook.of(CLOCK, new SyncHook<Hello>() {
            @Override
            public Answer sync(Sync<Hello> in) {
                return Answer.retryAfter(wanted);
            }
        });
        HookReply reply = hook.call(HookType.SYNC, utf8(REQUEST));
        return ((HookReply.Later) reply).after().orElseThrow();
    }

    static final class Thrower implements SyncHook<Hello> {
        @Override
        public Answer sync(Sync<Hello> in) throws Exception {
            throw new java.io.IOException("no luck");
        }
    }

    @Test
    void anExceptionOfTheAuthorsCodeIsAHookException() {
        assertThatThrownBy(() -> answer(JavaHook.of(CLOCK, new Thrower()), HookType.SYNC))
                .isInstanceOf(HookException.class)
                .hasMessageMatching("JavaHookTest.java:\\d+ IOException: no luck")
                .hasRootCauseInstanceOf(java.io.IOException.class);
    }

    static final class Nameless implements SyncHook<Hello> {
        @Override
        public Answer sync(Sync<Hello> in) {
            return Answer.of(
                    Map.of("apiVersion", "v1", "kind", "Pod", "metadata", Map.of("name", "a")),
                    Map.of("apiVersion", "v1", "kind", "Pod"));
        }
    }

    static final class Nothing implements SyncHook<Hello> {
        @Override
        public Answer sync(Sync<Hello> in) {
            return Answer.of((Object) null);
        }
    }

    @Test
    void aChildThatIsNotAnObjectIsRefusedWithItsIndex() {
        assertThatThrownBy(() -> answer(JavaHook.of(CLOCK, new Nameless()), HookType.SYNC))
                .hasMessage("children[1].metadata.name: expected a string, was missing or empty");
        assertThatThrownBy(() -> answer(JavaHook.of(CLOCK, new Nothing()), HookType.SYNC))
                .hasMessage("children[0]: expected an object, was null");
    }

    @Test
    void aParentOfAnotherShapeNamesThePlace() {
        String request = REQUEST.replace("\"size\":3", "\"size\":\"big\"");

        assertThatThrownBy(() -> answer(JavaHook.of(CLOCK, new Greeter()), HookType.SYNC, request))
                .isInstanceOf(HookException.class)
                .hasMessage(" shop/front: spec.size: expected a number, was a string");
    }

    @Test
    void anInvalidRequestIsTheCallersError() {
        assertThatThrownBy(() -> answer(JavaHook.of(CLOCK, new Greeter()), HookType.SYNC, "{"))
                .isInstanceOf(DecodeException.class);
    }

    @Test
    void hooksThatCannotWorkAreRefusedAtOnce() {
        SyncHook<Hello> lambda = in -> Answer.of();
        assertThatThrownBy(() -> JavaHook.of(CLOCK, lambda))
                .isInstanceOf(HookException.class)
                .hasMessageContaining("make it a class that implements SyncHook<YourParent>");
        assertThatThrownBy(() -> JavaHook.of(CLOCK, "no hook"))
                .hasMessageStartingWith("no class here implements SyncHook");
        assertThatThrownBy(() -> JavaHook.of(CLOCK, new Greeter(), new Thrower()))
                .hasMessage(Greeter.class.getName() + " and " + Thrower.class.getName()
                        + " both implement SyncHook; keep one");
        assertThatThrownBy(() -> JavaHook.of(CLOCK, new Greeter(), new Decorator()))
                .hasMessage(Greeter.class.getName() + " implements SyncHook and " + Decorator.class.getName()
                        + " implements DecorateHook: both are the sync hook; keep one");
    }

    @Test
    void equalAnswersAreEqualBytes() {
        HookProgram hook = JavaHook.of(CLOCK, new Forms());

        assertThat(Optional.of(answer(hook, HookType.SYNC))).hasValue(answer(hook, HookType.SYNC));
    }

    private static String answer(HookProgram hook, HookType type) {
        return answer(hook, type, REQUEST);
    }

    private static String answer(HookProgram hook, HookType type, String request) {
        try {
            return ((HookReply.Answered) hook.call(type, utf8(request))).body().toString();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
