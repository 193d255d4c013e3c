package {{package}};

{{imports}}

/**
 * The sync hook of the decorator {{name}}: what should be attached to a {{kind}}?
 *
 * <p>It does not access the cluster, and equal requests must get equal answers.
 */
public final class {{type}}Hook implements DecorateHook<{{kind}}> {

    @Override
    public Decoration decorate(Sync<{{kind}}> in) {
        {{kind}} target = in.parent();
        // All other attachments of the object are deleted. Annotations that are not named stay as they are.
        return Decoration.of{{calls}}.annotation("{{name}}-status", status(in));
    }

    {{functions}}

    private static String attachmentName({{kind}} target) {
        return target.getMetadata().getName() + "-{{name}}";
    }

    private static Map<String, String> labels({{kind}} target) {
        String instance = target.getMetadata().getName();
        return Map.of("app.kubernetes.io/name", "{{name}}", "app.kubernetes.io/instance", instance);
    }

    /** Computed from the attachments that exist now. The hook is called again when one of them changes. */
    private static String status(Sync<{{kind}}> in) {
        {{status}}
    }
}
