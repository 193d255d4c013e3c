import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.hookline.hook.Answer;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;

/** A pass for each Visitor. The hook knows nothing of tokens: the hook server checks them before it calls the hook. */
public final class VisitorHook implements SyncHook<Visitor> {

    @Override
    public Answer sync(Sync<Visitor> in) {
        Visitor visitor = in.parent();
        var pass = new ConfigMapBuilder()
                .withNewMetadata()
                .withName(visitor.name())
                .endMetadata()
                .addToData("pass", "Admit " + visitor.spec().fullName())
                .build();
        boolean admitted = in.child(ConfigMap.class, visitor.name()).isPresent();
        return Answer.of(pass).status(new Visitor.Status(admitted));
    }
}
