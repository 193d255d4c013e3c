import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.hookline.hook.Answer;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Creates an account for each Developer, and a ConfigMap, the card, that the account may read. */
public final class DeveloperHook implements SyncHook<Developer> {

    @Override
    public Answer sync(Sync<Developer> in) {
        Developer developer = in.parent();
        String account = "dev-" + developer.name();
        boolean exists = in.child(ServiceAccount.class, account).isPresent();
        return Answer.of(account(account), role(account, developer), binding(account, developer), card(developer))
                .status(Map.of("phase", exists ? "Onboarded" : "Onboarding", "account", account));
    }

    private static ServiceAccount account(String name) {
        return new ServiceAccountBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .build();
    }

    private static Role role(String name, Developer developer) {
        return new RoleBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .addNewRule()
                .withApiGroups("")
                .withResources("configmaps")
                .withResourceNames(cardOf(developer))
                .withVerbs("get")
                .endRule()
                .build();
    }

    private static RoleBinding binding(String name, Developer developer) {
        return new RoleBindingBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "Role", name)
                .addNewSubject()
                .withKind("ServiceAccount")
                .withName(name)
                .withNamespace(developer.namespace())
                .endSubject()
                .build();
    }

    private static ConfigMap card(Developer developer) {
        Developer.Spec spec = developer.spec();
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(cardOf(developer))
                .endMetadata()
                .addToData("fullName", spec.fullName())
                .addToData("email", Objects.requireNonNullElse(spec.email(), ""))
                .addToData("team", Objects.requireNonNullElse(spec.team(), ""))
                .addToData("languages", String.join(", ", Objects.requireNonNullElse(spec.languages(), List.of())))
                .build();
    }

    private static String cardOf(Developer developer) {
        return developer.name() + "-card";
    }
}
