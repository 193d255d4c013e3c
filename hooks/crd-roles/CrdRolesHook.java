import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.hookline.hook.DecorateHook;
import io.hookline.hook.Decoration;
import io.hookline.hook.Sync;

/** Creates a ClusterRole that allows users to read the objects of a custom kind. */
public final class CrdRolesHook implements DecorateHook<Crd> {

    @Override
    public Decoration decorate(Sync<Crd> in) {
        Crd crd = in.parent();
        return Decoration.of(new ClusterRoleBuilder()
                .withNewMetadata()
                .withName(crd.name() + "-reader")
                .endMetadata()
                .addNewRule()
                .withApiGroups(crd.spec().group())
                .withResources(crd.spec().names().plural())
                .withVerbs("get", "list", "watch")
                .endRule()
                .build());
    }
}
