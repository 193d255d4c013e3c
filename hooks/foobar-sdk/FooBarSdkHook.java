import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.hookline.hook.DecorateHook;
import io.hookline.hook.Decoration;
import io.hookline.hook.Sync;

/** Gives each FooBar a Job that runs its command; the type of the FooBar has annotations, from which its CRD can be written. */
public final class FooBarSdkHook implements DecorateHook<FooBar> {

    @Override
    public Decoration decorate(Sync<FooBar> in) {
        FooBar fooBar = in.parent();
        return Decoration.of(new JobBuilder()
                .withNewMetadata()
                .withName(fooBar.name() + "-run")
                .endMetadata()
                .withNewSpec()
                .withBackoffLimit(2)
                .withNewTemplate()
                .withNewSpec()
                .withRestartPolicy("Never")
                .addNewContainer()
                .withName("command")
                .withImage("busybox:1.37")
                .withCommand("sh", "-c")
                .withArgs(fooBar.spec().command())
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build());
    }
}
