import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.hookline.hook.DecorateHook;
import io.hookline.hook.Decoration;
import io.hookline.hook.Sync;

/** Binds a ClusterRole, in the namespace {@code default}, to the ServiceAccount that its annotation names. */
public final class ClusteredParentHook implements DecorateHook<ClusterRole> {

    private static final String ANNOTATION = "default-service-account-binding";
    private static final String NAMESPACE = "default";

    @Override
    public Decoration decorate(Sync<ClusterRole> in) {
        String role = in.parent().getMetadata().getName();
        String account = in.parent().getMetadata().getAnnotations().get(ANNOTATION);
        return Decoration.of(new RoleBindingBuilder()
                .withNewMetadata()
                .withName(role)
                .withNamespace(NAMESPACE) // required, because the parent is cluster-scoped
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", role)
                .addNewSubject()
                .withKind("ServiceAccount")
                .withName(account)
                .withNamespace(NAMESPACE)
                .endSubject()
                .build());
    }
}
