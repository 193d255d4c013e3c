import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.hookline.hook.Answer;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;

/** The hook of ExampleResource in Java: a class, which the hook server compiles. */
public final class ExampleResourceHook implements SyncHook<ExampleResource> {

    @Override
    public Answer sync(Sync<ExampleResource> in) {
        ExampleResource.Spec spec = in.parent().spec();
        var text = new ConfigMapBuilder()
                .withNewMetadata()
                .withName(in.parent().name())
                .endMetadata()
                .addToData("text", (spec.message() + "\n").repeat(spec.times()))
                .build();
        return Answer.of(text).status(new ExampleResource.Status(spec.times()));
    }
}
