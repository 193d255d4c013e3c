package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.DeleteOptions;
import io.hookline.hook.codec.AnswerCodec;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.ApiResource;
import io.hookline.object.DecodeException;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.watcher.model.SyncException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/**
 * Twenty thousand answers that no hook should return, in the profile soak six times as many, each through codec and reconciler.
 * Every sync ends with one of the known outcomes, and only objects of the parent are written.
 */
class RandomHookAnswersIT {

    private static final int PER_WORLD = 5_000;
    private static final List<String> WATCHED = List.of("configmaps", "gadgets", "services", "secrets", "things");
    private static final ObjectKey PARENT = new ObjectKey("default", "p");

    /** Writes to objects that are not the parent's, which must not happen. */
    private final List<String> trespasses = Collections.synchronizedList(new ArrayList<>());

    private final Logger log = (Logger) LoggerFactory.getLogger("io.hookline.watcher");

    /** Each of these syncs would log a line or two. */
    @BeforeEach
    void hush() {
        log.setLevel(Level.OFF);
    }

    @AfterEach
    void speak() {
        log.setLevel(null);
    }

    @ParameterizedTest
    @MethodSource("io.hookline.testing.Seeds#some")
    void noAnswerBreaksASyncOrTouchesWhatIsNotTheParents(long seed) {
        survive(true, 2 * seed);
        survive(false, 2 * seed + 1);
    }

    private void survive(boolean composite, long seed) {
        LocalWorld world = new LocalWorld();
        KubeObject parent = world.thing("p");
        putBystanders(world);
        Map<String, String> bystanders = objects(world);
        bystanders.remove(parent.toString());
        RandomAnswers answers = new RandomAnswers(seed, composite ? "children" : "attachments");
        int refused = 0;
        try (HandDrivenController controller =
                new HandDrivenController(world.cluster, controller(composite), next -> guarded(next, parent))) {
            for (int i = 0; i < PER_WORLD; i++) {
                byte[] answer = answers.next();
                controller.answer = answer;
                controller.cluster.forget();
                boolean decodable = isDecodable(composite, answer);
                sync(controller, i, answer);
                assertThat(controller.calls).as("every sync calls the hook").hasSize(1);
                controller.calls.clear();
                if (!decodable) {
                    refused++;
                    assertThat(controller.cluster.requests())
                            .as("after %s", shown(answer))
                            .isEmpty();
                }
                assertThat(trespasses).as("after %s", shown(answer)).isEmpty();
            }
        }
        assertThat(refused).isBetween(PER_WORLD / 10, PER_WORLD * 9 / 10); // both worlds are visited
        assertThat(objects(world)).containsAllEntriesOf(bystanders);
    }

    private static void sync(HandDrivenController controller, int i, byte[] answer) {
        try {
            controller.sync(PARENT);
        } catch (SyncException e) {
            assertThat(e).message().isNotBlank().doesNotContain("can't write");
        } catch (Throwable e) {
            throw new AssertionError("answer " + i + " " + shown(answer), e);
        }
    }

    private static boolean isDecodable(boolean composite, byte[] answer) {
        ControllerType type = composite ? ControllerType.COMPOSITE : ControllerType.DECORATOR;
        try {
            new AnswerCodec(type, HookVersion.V1, false).decodeSync(HookType.SYNC, new JsonText(answer));
            return true;
        } catch (DecodeException e) {
            return false;
        }
    }

    private static String shown(byte[] answer) {
        String text = new String(answer, StandardCharsets.UTF_8);
        return text.length() <= 2000 ? text : text.substring(0, 2000) + "... of " + text.length();
    }

    private static KubeObject controller(boolean composite) {
        String rules = """
                  - {apiVersion: v1, resource: configmaps, updateStrategy: {method: InPlace}}
                  - {apiVersion: test.hookline.io/v1, resource: gadgets, updateStrategy: {method: Recreate}}
                  - {apiVersion: v1, resource: services, updateStrategy: {method: OnDelete}}
                  hooks: {sync: {webhook: {url: "http://hooks.test/"}}}
                """;
        String parents = "{apiVersion: test.hookline.io/v1, resource: things}";
        return LocalWorld.object("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: %s
                metadata: {name: c}
                spec:
                """.formatted(composite ? "CompositeController" : "DecoratorController")
                + (composite
                        ? "  generateSelector: true\n  parentResource: " + parents + "\n  childResources:\n"
                        : "  resources: [" + parents + "]\n  attachments:\n")
                + rules);
    }

    private static void putBystanders(LocalWorld world) {
        KubeObject other = world.thing("other");
        for (String namespace : List.of("default", "kube-system")) {
            for (String kind : List.of(
                    "apiVersion: v1, kind: ConfigMap",
                    "apiVersion: v1, kind: Secret",
                    "apiVersion: test.hookline.io/v1, kind: Gadget")) {
                world.apply("{" + kind + ", metadata: {name: victim, namespace: " + namespace + "}}");
            }
        }
        for (String kind :
                List.of("apiVersion: v1, kind: ConfigMap", "apiVersion: test.hookline.io/v1, kind: Gadget")) {
            world.apply("{" + kind + ", metadata: {name: owned-by-another, namespace: default, ownerReferences: ["
                    + "{apiVersion: test.hookline.io/v1, kind: Thing, name: other, controller: true, uid: "
                    + other.uid()
                    + "}]}}");
        }
    }

    private static Map<String, String> objects(LocalWorld world) {
        return WATCHED.stream()
                .flatMap(plural -> world.all(plural).stream())
                .collect(Collectors.toMap(KubeObject::toString, KubeObject::json));
    }

    /** Looks at every write before it is made. */
    private Cluster guarded(Cluster next, KubeObject parent) {
        return (Cluster) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Cluster.class}, (_, method, args) -> {
                    if (isWrite(method)) {
                        watch(next, parent, method.getName(), args);
                    }
                    try {
                        return method.invoke(next, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static boolean isWrite(Method method) {
        return List.of("update", "patch", "delete").contains(method.getName());
    }

    private void watch(Cluster next, KubeObject parent, String verb, Object[] args) {
        ApiResource resource = (ApiResource) args[0];
        ObjectKey key = args[1] instanceof KubeObject object ? object.key() : (ObjectKey) args[1];
        if (resource.plural().equals("things") && key.equals(PARENT)) {
            return;
        }
        boolean bound =
                !verb.equals("delete") || !((DeleteOptions) args[2]).uid().isEmpty();
        if (!bound || !next.get(resource, key).controllerUid().equals(parent.uid())) {
            trespasses.add(verb + " " + resource.plural() + " " + key);
        }
    }
}
