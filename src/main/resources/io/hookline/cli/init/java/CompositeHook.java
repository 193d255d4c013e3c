package {{package}};

{{imports}}

/**
 * The sync hook of {{kind}}: which children should exist, and what is the status?
 *
 * <p>It does not access the cluster, and equal requests must get equal answers.
 */
public final class {{kind}}Hook implements SyncHook<{{kind}}> {

    @Override
    public Answer sync(Sync<{{kind}}> in) {
        {{kind}} parent = in.parent();
        // All other children of the parent are deleted.
        return Answer.of{{calls}}.status(status(in));
    }

    {{functions}}

    private static Map<String, String> labels({{kind}} parent) {
        return Map.of("app.kubernetes.io/name", "{{name}}", "app.kubernetes.io/instance", parent.name());
    }

    /** Computed from the children that exist now. The hook is called again when one of them changes. */
    private static {{kind}}.Status status(Sync<{{kind}}> in) {
        {{status}}
    }
}
