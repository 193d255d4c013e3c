import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.hookline.hook.Answer;
import io.hookline.hook.Sync;
import io.hookline.hook.Event;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The hook of sample-controller as a function. */
class FooHookTest {

    private static final Foo FOO = new Foo(
            new ObjectMetaBuilder()
                    .withName("example-foo")
                    .withUid("f00")
                    .withGeneration(1L)
                    .build(),
            new Foo.Spec("web", 3));

    private final FooHook hook = new FooHook();

    /** A Deployment with the controller owner of this uid; an empty uid stands for none. */
    private static Deployment deployment(String name, String owner) {
        DeploymentBuilder deployment = new DeploymentBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewStatus()
                .withAvailableReplicas(2)
                .endStatus();
        if (!owner.isEmpty()) {
            deployment
                    .editMetadata()
                    .addNewOwnerReference()
                    .withApiVersion("samplecontroller.k8s.io/v1alpha1")
                    .withKind("Foo")
                    .withName("example-foo")
                    .withUid(owner)
                    .withController(true)
                    .endOwnerReference()
                    .endMetadata();
        }
        return deployment.build();
    }

    private static Condition synced(Answer answer) {
        return answer.sent().status(Foo.Status.class).orElseThrow().conditions().getFirst();
    }

    @Test
    void aNewFooGetsItsDeploymentAndAnEvent() {
        Answer answer = hook.sync(Sync.of(FOO).build());

        Deployment deployment = answer.sent().child(Deployment.class, "web").orElseThrow();
        assertThat(deployment.getSpec().getReplicas()).isEqualTo(3);
        assertThat(deployment.getSpec().getSelector().getMatchLabels())
                .isEqualTo(Map.of("app", "nginx", "controller", "example-foo"))
                .isEqualTo(deployment.getSpec().getTemplate().getMetadata().getLabels());
        assertThat(synced(answer).getStatus()).isEqualTo("True");
        assertThat(answer.sent().events()).extracting(Event::reason).containsExactly("Synced");
    }

    @Test
    void aFooThatIsSyncedReportsTheAvailablePodsAndNoSecondEvent() {
        Answer first = hook.sync(Sync.of(FOO).build());
        Map<String, Object> after = Map.of(
                "apiVersion", "samplecontroller.k8s.io/v1alpha1",
                "kind", "Foo",
                "metadata", Map.of("name", "example-foo", "uid", "f00", "generation", 1),
                "spec", Map.of("deploymentName", "web", "replicas", 3),
                "status", first.sent().status(Map.class).orElseThrow());

        Answer second = hook.sync(Sync.of(Foo.class, after)
                .children(deployment("web", "f00"))
                .related(deployment("web", "f00"))
                .build());

        assertThat(second.sent().events()).isEmpty();
        assertThat(second.sent().status(Foo.Status.class).orElseThrow().availableReplicas())
                .isEqualTo(2);
    }

    @Test
    void aDeploymentThatOnlyTheRelatedObjectsShowYetIsOurs() {
        Answer answer =
                hook.sync(Sync.of(FOO).related(deployment("web", "f00")).build());

        assertThat(answer.sent().child(Deployment.class, "web")).isPresent();
    }

    @Test
    void anotherDeploymentOfThatNameIsReportedAndNotClaimed() {
        for (String owner : new String[] {"", "another"}) {
            Answer answer =
                    hook.sync(Sync.of(FOO).related(deployment("web", owner)).build());

            assertThat(answer.sent().children()).isEmpty();
            assertThat(synced(answer).getStatus()).isEqualTo("False");
            assertThat(synced(answer).getReason()).isEqualTo("ErrResourceExists");
            assertThat(answer.sent().events())
                    .singleElement()
                    .satisfies(event -> assertThat(event.type()).isEqualTo(Event.Type.WARNING))
                    .satisfies(event -> assertThat(event.message()).contains("Deployment web already exists"));
        }
    }

    @Test
    void theDeploymentOfAnEarlierNameIsKeptUntilTheNewNameIsFree() {
        Answer waiting = hook.sync(Sync.of(FOO)
                .children(deployment("earlier", "f00"))
                .related(deployment("web", ""))
                .build());
        Answer free =
                hook.sync(Sync.of(FOO).children(deployment("earlier", "f00")).build());

        assertThat(waiting.sent().children()).extracting(child -> child.name()).containsExactly("earlier");
        assertThat(free.sent().children()).extracting(child -> child.name()).containsExactly("web");
    }
}
