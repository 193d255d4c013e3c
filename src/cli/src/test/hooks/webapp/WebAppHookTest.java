import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.hookline.hook.Answer;
import io.hookline.hook.Sync;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The hook of the example webapp as a function: no cluster, no HTTP and no JSON. */
class WebAppHookTest {

    private static final Instant MORNING = Instant.parse("2026-05-01T08:00:00Z");
    private static final Instant EVENING = Instant.parse("2026-05-01T20:00:00Z");

    private static final WebApp SHOP = new WebApp(
            new ObjectMetaBuilder().withName("shop").build(),
            new WebApp.Spec("nginx:1", 2, 8080, "shop.example.com"),
            null);

    private final WebAppHook hook = new WebAppHook();

    /** The Deployment of the shop, as the Deployment controller reports it. */
    private static Deployment deployment(int ready) {
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName("shop")
                .endMetadata()
                .withNewStatus()
                .withReadyReplicas(ready)
                .endStatus()
                .build();
    }

    private static WebApp.Status status(Answer answer) {
        return answer.sent().status(WebApp.Status.class).orElseThrow();
    }

    private static Condition ready(Answer answer) {
        assertThat(status(answer).conditions()).hasSize(1);
        return status(answer).conditions().getFirst();
    }

    /** The shop after an answer was applied. */
    private static WebApp after(Answer answer) {
        return new WebApp(SHOP.metadata(), SHOP.spec(), status(answer));
    }

    @Test
    void aNewWebAppGetsItsChildrenAndIsNotReady() {
        Answer answer = hook.sync(Sync.of(SHOP).now(MORNING).build());

        assertThat(answer.sent().children()).hasSize(3);
        Deployment deployment = answer.sent().child(Deployment.class, "shop").orElseThrow();
        assertThat(deployment.getSpec().getReplicas()).isEqualTo(2);
        assertThat(deployment.getSpec().getTemplate().getSpec().getContainers().getFirst().getImage())
                .isEqualTo("nginx:1");
        assertThat(status(answer).readyReplicas()).isZero();
        assertThat(status(answer).url()).isEqualTo("http://shop.example.com/");
        assertThat(ready(answer).getStatus()).isEqualTo("False");
        assertThat(ready(answer).getLastTransitionTime()).isEqualTo("2026-05-01T08:00:00Z");
    }

    @Test
    void trafficReachesThePodsOfTheDeployment() {
        Answer answer = hook.sync(Sync.of(SHOP).build());

        Service service = answer.sent().child(Service.class, "shop").orElseThrow();
        Deployment deployment = answer.sent().child(Deployment.class, "shop").orElseThrow();
        Ingress ingress = answer.sent().child(Ingress.class, "shop").orElseThrow();
        assertThat(service.getSpec().getSelector())
                .isEqualTo(deployment.getSpec().getSelector().getMatchLabels())
                .isEqualTo(deployment.getSpec().getTemplate().getMetadata().getLabels());
        var rule = ingress.getSpec().getRules().getFirst();
        var backend = rule.getHttp().getPaths().getFirst().getBackend().getService();
        assertThat(rule.getHost()).isEqualTo("shop.example.com");
        assertThat(backend.getName()).isEqualTo("shop");
        assertThat(backend.getPort().getName())
                .isEqualTo(service.getSpec().getPorts().getFirst().getName());
    }

    @Test
    void itIsReadyWhenAllPodsAre() {
        Answer before = hook.sync(Sync.of(SHOP).now(MORNING).build());

        Answer answer = hook.sync(
                Sync.of(after(before)).children(deployment(2)).now(EVENING).build());

        assertThat(status(answer).readyReplicas()).isEqualTo(2);
        assertThat(ready(answer).getStatus()).isEqualTo("True");
        assertThat(ready(answer).getReason()).isEqualTo("PodsReady");
        assertThat(ready(answer).getLastTransitionTime()).isEqualTo("2026-05-01T20:00:00Z");
    }

    @Test
    void aConditionThatStaysKeepsItsTime() {
        Answer before = hook.sync(Sync.of(SHOP).now(MORNING).build());

        Answer answer = hook.sync(
                Sync.of(after(before)).children(deployment(1)).now(EVENING).build());

        assertThat(ready(answer).getMessage()).isEqualTo("1 of 2 Pods are ready");
        assertThat(ready(answer).getLastTransitionTime()).isEqualTo("2026-05-01T08:00:00Z");
    }
}
