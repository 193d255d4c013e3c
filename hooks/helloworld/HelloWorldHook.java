import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.hookline.hook.Answer;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;

/** A Pod for each HelloWorld that prints a greeting. */
public final class HelloWorldHook implements SyncHook<HelloWorld> {

    @Override
    public Answer sync(Sync<HelloWorld> in) {
        int existing = in.children(Pod.class).size();
        return Answer.of(pod(in.parent())).status(new HelloWorld.Status(existing));
    }

    private static Pod pod(HelloWorld hello) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(hello.name())
                .endMetadata()
                .withNewSpec()
                .withRestartPolicy("OnFailure")
                .addNewContainer()
                .withName("hello")
                .withImage("busybox:1.37")
                .withCommand("echo", "Hello, " + hello.spec().who() + "!")
                .endContainer()
                .endSpec()
                .build();
    }
}
