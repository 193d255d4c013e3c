import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.hookline.hook.Decoration;
import io.hookline.hook.Sync;
import org.junit.jupiter.api.Test;

/** The hook of foobar whose type has annotations. */
class FooBarSdkHookTest {

    private static final FooBar FOOBAR = new FooBar(
            new ObjectMetaBuilder().withName("annotated").build(), new FooBar.Spec("foo", "true", "echo annotated"));

    @Test
    void aFooBarGetsItsJob() {
        Decoration decoration = new FooBarSdkHook().decorate(Sync.of(FOOBAR).build());

        Job job = decoration.sent().child(Job.class, "annotated-run").orElseThrow();
        assertThat(job.getSpec().getTemplate().getSpec().getContainers().getFirst().getArgs())
                .containsExactly("echo annotated");
    }

    /** The annotations replace what other parents of tests must name. */
    @Test
    void theAnnotationsNameTheKindOfTheParent() {
        assertThat(Sync.of(FOOBAR).build().parentObject().apiVersion()).isEqualTo("k8s.io/v1alpha2");
    }
}
