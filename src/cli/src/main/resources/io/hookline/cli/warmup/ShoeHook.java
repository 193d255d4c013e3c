import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.hookline.hook.DecorateHook;
import io.hookline.hook.Decoration;
import io.hookline.hook.Sync;

/** A Secret and an annotation for each Service. */
public final class ShoeHook implements DecorateHook<Service> {
    @Override
    public Decoration decorate(Sync<Service> in) {
        var secret = new SecretBuilder()
                .withNewMetadata()
                .withName(in.parent().getMetadata().getName())
                .withNamespace(in.parent().getMetadata().getNamespace())
                .endMetadata()
                .addToStringData("size", "43")
                .build();
        return Decoration.of(secret).annotation("shoe", "fits");
    }
}
