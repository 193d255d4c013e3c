package {{package}};

{{imports}}

/**
 * The sync hook of {{kind}}: which children should exist, and what is the status?
 *
 * <p>It does not access the cluster, and equal requests must get equal answers.
 */
public final class {{type}}Hook implements SyncHook<{{type}}> {

    @Override
    public Answer sync(Sync<{{type}}> in) {
        {{type}} parent = in.parent();
        // All other children of the parent are deleted.
        return Answer.of{{calls}}.status(status(in));
    }

    {{functions}}

    private static Map<String, String> labels({{type}} parent) {
        return Map.of("app.kubernetes.io/name", "{{name}}", "app.kubernetes.io/instance", parent.name());
    }

    /** Computed from the children that exist now. The hook is called again when one of them changes. */
    private static {{type}}.Status status(Sync<{{type}}> in) {
        {{status}}
    }
}
