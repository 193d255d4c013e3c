package io.hookline.cli.init;

import io.hookline.cli.terminal.CliErrors;
import io.hookline.local.machinery.NameForms;
import io.hookline.local.resource.BuiltInResources;
import io.hookline.local.resource.ServedResource;
import io.hookline.object.ApiResource;
import io.hookline.object.NearestName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
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
            boolean decorator) {}

    /** Together with the prefix of finalizers, a name may have 63 characters. */
    private static final int LONGEST_NAME = 40;

    private static final Pattern NAME = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");

    private static final List<String> COMPOSITE_CHILDREN = List.of("apps/v1/deployments", "v1/services");
    private static final List<String> ATTACHMENTS = List.of("v1/configmaps");

    private static final Pattern KIND = Pattern.compile("[A-Z][A-Za-z0-9]{0,62}");

    /** {@code GROUP/VERSION/RESOURCE}, without group for the core group, and with the kind if it is not built in. */
    private static final Pattern CHILD = Pattern.compile("((?:[^/:]+/)?v[0-9][a-z0-9]*)/([a-z0-9]+)(?::(.+))?");

    /** The API server wants an approval for CRDs in these groups. */
    private static final Pattern RESERVED = Pattern.compile("(.+\\.)?(k8s|kubernetes)\\.io");

    private final List<ApiResource> builtIn =
            new BuiltInResources().read().stream().map(ServedResource::api).toList();
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
                ? decorated(arguments.kind().orElse("Deployment"), arguments.group())
                : definedKind(name);
        return new ProjectPlan(name, arguments.decorator(), parent, children(parent));
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

    private ProjectKind definedKind(String name) {
        String kind = newKind(arguments.kind().orElseGet(() -> Words.kind(name)));
        String group = newGroup(arguments.group().orElse("example.com"));
        return ProjectKind.of(group + "/v1", Words.plural(kind), kind);
    }

    private List<ProjectKind> children(ProjectKind parent) {
        List<String> texts = new ArrayList<>(arguments.children());
        if (texts.isEmpty()) {
            texts.addAll(arguments.decorator() ? ATTACHMENTS : COMPOSITE_CHILDREN);
        }
        List<ProjectKind> children = new ArrayList<>();
        for (String text : new LinkedHashSet<>(texts)) {
            children.add(distinct(child(text.strip()), parent, children));
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

    /** Checks a kind, such as {@code WebApp}. */
    private String kind(String kind) {
        if (!KIND.matcher(kind).matches()) {
            throw new CliErrors.UsageError("--kind: expected upper camel case such as WebApp, was \"" + kind + "\"");
        }
        return kind;
    }

    /** Checks a kind that a new CRD defines. */
    private String newKind(String kind) {
        kind(kind);
        if (builtIn.stream().anyMatch(resource -> resource.kind().equals(kind))) {
            throw new CliErrors.UsageError(
                    "--kind: " + kind + " is a built-in kind of Kubernetes; choose another name, or"
                            + " add --decorator to extend existing objects of this kind");
        }
        return kind;
    }

    /** Checks the group of a new CRD. */
    private String newGroup(String group) {
        if (!NameForms.subdomain(group).isEmpty() || !group.contains(".")) {
            throw new CliErrors.UsageError(
                    "--group: expected a domain in lower case with at least one dot, such as example.com, was \""
                            + group + "\"");
        }
        if (RESERVED.matcher(group).matches()) {
            throw new CliErrors.UsageError(
                    "--group: " + group + " is reserved for Kubernetes itself; choose a domain of your own");
        }
        return group;
    }

    /** The built-in kind of objects to decorate. */
    private ProjectKind decorated(String kind, Optional<String> group) {
        kind(kind);
        List<ApiResource> found = builtIn.stream()
                .filter(resource -> resource.kind().equals(kind))
                .filter(resource -> group.map(resource.group()::equals).orElse(true))
                .toList();
        List<ProjectKind> usable = found.stream()
                .filter(ApiResource::namespaced)
                .map(PlanReader::child)
                .filter(child -> child.complete())
                .toList();
        if (usable.isEmpty()) {
            throw new CliErrors.UsageError("--kind: " + noDecorated(kind, group, !found.isEmpty()));
        }
        return usable.getFirst();
    }

    private String noDecorated(String kind, Optional<String> group, boolean exists) {
        List<String> possible = builtIn.stream()
                .filter(ApiResource::namespaced)
                .map(PlanReader::child)
                .filter(child -> child.complete())
                .map(ProjectKind::kind)
                .sorted()
                .toList();
        String in = group.map(name -> name.isEmpty() ? " in the core group" : " in group " + name)
                .orElse("");
        String what = exists ? "init has no sample for kind " + kind : "no built-in kind " + kind + in;
        String meant = NearestName.of(kind, possible)
                .filter(near -> !near.equals(kind))
                .map(near -> "; did you mean " + near + "?")
                .orElse("");
        return what + meant + "; --decorator starts with one of " + Words.list(possible)
                + "; for any other kind change spec.resources in controller/controller.yaml afterwards";
    }

    /** The kind that an element of {@code --children} names. */
    private ProjectKind child(String text) {
        Matcher parts = CHILD.matcher(text);
        if (!parts.matches()) {
            throw new CliErrors.UsageError("--children: expected VERSION/RESOURCE or GROUP/VERSION/RESOURCE, such as"
                    + " v1/services or apps/v1/deployments, was \"" + text + "\"" + meant(text));
        }
        String apiVersion = parts.group(1);
        String plural = parts.group(2);
        if (parts.group(3) != null) {
            return custom(text, apiVersion, plural, parts.group(3));
        }
        ApiResource resource = builtIn.stream()
                .filter(each ->
                        each.apiVersion().equals(apiVersion) && each.plural().equals(plural))
                .findFirst()
                .orElseThrow(() -> new CliErrors.UsageError("--children: no built-in resource " + plural + " in "
                        + apiVersion + meantOrCustom(text, plural)));
        if (!resource.namespaced()) {
            throw new CliErrors.UsageError("--children: " + resource + " are cluster-scoped, and a parent with a"
                    + " namespace cannot own them");
        }
        return child(resource);
    }

    /** The resources of children that a CRD defines, by the name of that CRD. */
    List<String> notBuiltIn(List<ProjectKind> children) {
        return children.stream()
                .filter(child -> builtIn.stream()
                        .noneMatch(each -> each.apiVersion().equals(child.apiVersion())
                                && each.plural().equals(child.plural())))
                .map(child -> child.plural() + "." + child.apiVersion().replaceFirst("/.*", ""))
                .toList();
    }

    private static ProjectKind custom(String text, String apiVersion, String plural, String kind) {
        if (!KIND.matcher(kind).matches()) {
            throw new CliErrors.UsageError(
                    "--children: expected a kind such as WebApp after the colon, was \"" + text + "\"");
        }
        return ProjectKind.of(apiVersion, plural, kind);
    }

    private String meantOrCustom(String text, String plural) {
        String custom = text + ":" + Words.kind(plural.replaceFirst("s$", ""));
        String meant = meant(text);
        return meant.isEmpty()
                ? "; for a resource of a CRD write its kind too: " + custom
                : meant + " (A resource of a CRD needs its kind too: " + custom + ")";
    }

    private String meant(String text) {
        String plural = text.substring(text.lastIndexOf('/') + 1).replaceFirst(":.*", "");
        List<String> same = builtIn.stream()
                .filter(each -> each.plural().equals(plural)
                        || each.singular().equals(plural)
                        || each.shortNames().contains(plural)
                        || each.kind().equals(plural))
                .map(PlanReader::path)
                .toList();
        return Optional.of(same)
                .filter(found -> !found.isEmpty())
                .map(found -> found.getFirst())
                .or(() -> NearestName.of(
                        text, builtIn.stream().map(PlanReader::path).toList()))
                .map(near -> "; did you mean " + near + "?")
                .orElse("");
    }

    private static String path(ApiResource resource) {
        return resource.apiVersion() + "/" + resource.plural();
    }

    private static ProjectKind child(ApiResource resource) {
        return ProjectKind.of(resource.apiVersion(), resource.plural(), resource.kind());
    }
}
