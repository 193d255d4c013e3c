import io.fabric8.kubernetes.api.model.Namespace;
import io.hookline.hook.Answer;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.List;
import java.util.Map;

/** Reports the names of the related Namespaces. */
public final class NamespaceListHook implements SyncHook<NamespaceList>, CustomizeHook<NamespaceList> {

    @Override
    public List<RelatedRule> customize(NamespaceList parent) {
        RelatedRule rule = RelatedRule.of("v1", "namespaces");
        for (Map.Entry<String, String> label : parent.spec().labels().entrySet()) {
            rule = rule.labelled(label.getKey(), label.getValue());
        }
        return List.of(rule);
    }

    @Override
    public Answer sync(Sync<NamespaceList> in) {
        List<String> found = in.related(Namespace.class).stream()
                .map(namespace -> namespace.getMetadata().getName())
                .toList();
        return Answer.of().status(new NamespaceList.Status(found.size(), found));
    }
}
