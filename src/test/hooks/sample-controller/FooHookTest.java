import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.hookline.hook.Answer;
import io.hookline.hook.Sync;
import io.hookline.hook.protocol.AnswerEvent;
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
        return answer.status(Foo.Status.class).orElseThrow().conditions().getFirst();
    }

    @Test
    void aNewFooGetsItsDeploymentAndAnEvent() {
        Answer answer = hook.sync(Sync.of(FOO).build());

        Deployment deployment = answer.child(Deployment.class, "web").orElseThrow();
        assertThat(deployment.getSpec().getReplicas()).isEqualTo(3);
        assertThat(deployment.getSpec().getSelector().getMatchLabels())
                .isEqualTo(Map.of("app", "nginx", "controller", "example-foo"))
                .isEqualTo(deployment.getSpec().getTemplate().getMetadata().getLabels());
        assertThat(synced(answer).getStatus()).isEqualTo("True");
        assertThat(answer.events()).extracting(AnswerEvent::reason).containsExactly("Synced");
    }

    @Test
    void aFooThatIsSyncedReportsTheAvailablePodsAndNoSecondEvent() {
        Answer first = hook.sync(Sync.of(FOO).build());
        Map<String, Object> after = Map.of(
                "apiVersion", "samplecontroller.k8s.io/v1alpha1",
                "kind", "Foo",
                "metadata", Map.of("name", "example-foo", "uid", "f00", "generation", 1),
                "spec", Map.of("deploymentName", "web", "replicas", 3),
                "status", first.status(Map.class).orElseThrow());

        Answer second = hook.sync(Sync.of(Foo.class, after)
                .children(deployment("web", "f00"))
                .related(deployment("web", "f00"))
                .build());

        assertThat(second.events()).isEmpty();
        assertThat(second.status(Foo.Status.class).orElseThrow().availableReplicas())
                .isEqualTo(2);
    }

    @Test
    void aDeploymentThatOnlyTheRelatedObjectsShowYetIsOurs() {
        Answer answer =
                hook.sync(Sync.of(FOO).related(deployment("web", "f00")).build());

        assertThat(answer.child(Deployment.class, "web")).isPresent();
    }

    @Test
    void anotherDeploymentOfThatNameIsReportedAndNotClaimed() {
        for (String owner : new String[] {"", "another"}) {
            Answer answer =
                    hook.sync(Sync.of(FOO).related(deployment("web", owner)).build());

            assertThat(answer.children()).isEmpty();
            assertThat(synced(answer).getStatus()).isEqualTo("False");
            assertThat(synced(answer).getReason()).isEqualTo("ErrResourceExists");
            assertThat(answer.events())
                    .singleElement()
                    .satisfies(event -> assertThat(event.type()).isEqualTo(AnswerEvent.Type.WARNING))
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

        assertThat(waiting.children()).extracting(child -> child.name()).containsExactly("earlier");
        assertThat(free.children()).extracting(child -> child.name()).containsExactly("web");
    }
}
