import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.hookline.hook.Answer;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.Map;

/** One greeting ConfigMap per Hello. */
public final class HelloHook implements SyncHook<Hello> {
    @Override
    public Answer sync(Sync<Hello> in) {
        var greeting = new ConfigMapBuilder()
                .withNewMetadata()
                .withName(in.parent().name())
                .endMetadata()
                .addToData("text", "Hello, " + in.parent().spec().who())
                .build();
        return Answer.of(greeting).status(Map.of("greeted", in.parent().spec().who()));
    }
}
