package io.hookline.cli.init;

import io.hookline.cli.terminal.CliErrors;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Turns the arguments of {@code hookline init} into a plan, or reports what is wrong with them. */
final class PlanReader {

    /** As given; empty for the default. */
    record Arguments(
            Path folder,
            Optional<String> name,
            Optional<String> kind,
            Optional<String> group,
            List<String> children,
            Language language,
            boolean decorator) {}

    /** Together with the prefix of finalizers, a name may have 63 characters. */
    private static final int LONGEST_NAME = 40;

    private static final Pattern NAME = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");

    private static final List<String> COMPOSITE_CHILDREN = List.of("apps/v1/deployments", "v1/services");
    private static final List<String> ATTACHMENTS = List.of("v1/configmaps");

    private final ApiNames names = new ApiNames();
    private final Arguments arguments;

    PlanReader(Arguments arguments) {
        this.arguments = arguments;
    }

    /**
     * Reads the plan.
     *
     * @throws CliErrors.UsageError naming the argument that is not valid
     */
    ProjectPlan read() {
        String name = name();
        ProjectKind parent = arguments.decorator()
                ? names.decorated(arguments.kind().orElse("Deployment"), arguments.group())
                : newKind(name);
        return new ProjectPlan(name, arguments.language(), arguments.decorator(), parent, children(parent));
    }

    private String name() {
        return arguments.name().isPresent() ? checked("--name", arguments.name().get(), "") : nameOfFolder();
    }

    private String nameOfFolder() {
        String last = String.valueOf(Optional.ofNullable(
                        arguments.folder().toAbsolutePath().normalize().getFileName())
                .orElse(Path.of("")));
        String name = last.toLowerCase(Locale.ROOT).replaceAll("[ _.]", "-");
        return checked(
                "the folder's name is also the name of the controller", name, "; choose another name with --name");
    }

    private static String checked(String what, String name, String advice) {
        if (!NAME.matcher(name).matches() || name.length() > LONGEST_NAME) {
            throw new CliErrors.UsageError(what + ": expected up to " + LONGEST_NAME
                    + " lower-case letters, digits and dashes, with a letter first and no dash last, was \"" + name
                    + "\"" + advice);
        }
        return name;
    }

    private ProjectKind newKind(String name) {
        String kind = names.newKind(arguments.kind().orElseGet(() -> Words.kind(name)));
        String group = names.newGroup(arguments.group().orElse("example.com"));
        return ProjectKind.of(group + "/v1", Words.plural(kind), kind);
    }

    private List<ProjectKind> children(ProjectKind parent) {
        List<String> texts = new ArrayList<>(arguments.children());
        if (texts.isEmpty()) {
            texts.addAll(arguments.decorator() ? ATTACHMENTS : COMPOSITE_CHILDREN);
        }
        List<ProjectKind> children = new ArrayList<>();
        for (String text : new LinkedHashSet<>(texts)) {
            children.add(distinct(names.child(text.strip()), parent, children));
        }
        return children;
    }

    private ProjectKind distinct(ProjectKind child, ProjectKind parent, List<ProjectKind> others) {
        if (!arguments.decorator() && child.kind().equals(parent.kind())) {
            throw new CliErrors.UsageError("--children: " + child.kind() + " is the kind of the parents too");
        }
        if (others.stream().anyMatch(other -> other.kind().equals(child.kind()))) {
            throw new CliErrors.UsageError("--children: two of them have kind " + child.kind() + "; name one of them");
        }
        return child;
    }
}
