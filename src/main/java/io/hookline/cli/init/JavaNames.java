package io.hookline.cli.init;

import java.util.Set;

/** Chooses the class name of a parent's record: the kind, unless the generated sources use another class of that name. */
final class JavaNames {

    /** All classes that generated sources import or contain, besides those of {@code java.lang} and of children. */
    private static final Set<String> USED = Set.of(
            "Answer",
            "CrdField",
            "DecorateHook",
            "Decoration",
            "FixtureReport",
            "FixtureRunner",
            "Group",
            "InstantSource",
            "JavaHook",
            "Kind",
            "KubeObject",
            "List",
            "Map",
            "ObjectMeta",
            "Parent",
            "Path",
            "Spec",
            "Status",
            "Sync",
            "SyncHook",
            "Test",
            "Version",
            "YamlObjects");

    private JavaNames() {}

    /** The name of the record; {@code GroupResource} for the kind Group, with an annotation that names the kind. */
    static String ofRecord(ProjectPlan plan) {
        String kind = plan.parent().kind();
        return isUsed(kind) || isUsed(kind + "Hook") || isOfChild(kind, plan) ? kind + "Resource" : kind;
    }

    private static boolean isUsed(String name) {
        return USED.contains(name) || isInJavaLang(name);
    }

    private static boolean isInJavaLang(String name) {
        try {
            Class.forName("java.lang." + name, false, null);
            return true;
        } catch (ClassNotFoundException | LinkageError _) {
            return false;
        }
    }

    /** Such as DeploymentBuilder. */
    private static boolean isOfChild(String kind, ProjectPlan plan) {
        return plan.children().stream()
                .anyMatch(child -> kind.equals(child.kind() + "Builder") || kind.equals(child.kind() + "Status"));
    }
}
