package io.hookline.local.resource;

import io.hookline.local.cel.CelRules;
import io.hookline.local.machinery.DataFiles;
import io.hookline.local.resource.ServedResource.Behaviour;
import io.hookline.local.schema.BuiltInTypes;
import io.hookline.local.schema.Schema;
import io.hookline.object.ApiResource;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the resources of the built-in kinds from a table. */
public final class BuiltInResources {

    private static final Set<String> VERBS =
            Set.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");

    private final BuiltInTypes types = new BuiltInTypes();

    public List<ServedResource> read() {
        return rows().map(this::kind).toList();
    }

    /** The names of the types of all kinds in the table of {@link BuiltInTypes}, such as {@code Pod} for {@code v1/Pod}. */
    public static Map<String, String> typesOfKinds() {
        return rows().collect(Collectors.toMap(column -> column[0] + "/" + column[3], column -> column[9]));
    }

    private static Stream<String[]> rows() {
        return DataFiles.lines("built-in-kinds.txt").stream().map(line -> line.split("\\|", -1));
    }

    private ServedResource kind(String[] column) {
        Set<Behaviour> behaviour = behaviour(column[8]);
        Set<String> verbs = new HashSet<>(VERBS);
        if (behaviour.contains(Behaviour.NO_DELETE_COLLECTION)) {
            verbs.remove("deletecollection");
        }
        Set<String> subresources = Set.copyOf(words(column[7]));
        ApiResource api = new ApiResource(
                column[0],
                column[1],
                column[2],
                column[3],
                column[4].equals("namespaced"),
                words(column[5]),
                words(column[6]),
                verbs,
                subresources);
        boolean newEvents = api.group().equals(Events.GROUP);
        String storedAs = newEvents ? "v1" : api.apiVersion();
        return new ServedResource(
                api,
                newEvents ? api.plural() : api.groupResource(),
                storedAs.equals(Autoscalers.V1) ? Autoscalers.V2 : storedAs,
                behaviour,
                () -> types.type(column[9]),
                subresources.contains("scale") ? ScalePaths.BUILT_IN : ScalePaths.NONE,
                CelRules.NONE,
                versions(api.apiVersion()),
                Set.of());
    }

    /** The schemas of the versions of HorizontalPodAutoscalers, whose managers are compared in each of them. */
    private Map<String, Supplier<Schema>> versions(String apiVersion) {
        return apiVersion.equals(Autoscalers.V1) || apiVersion.equals(Autoscalers.V2)
                ? Map.of(
                        Autoscalers.V1,
                        () -> types.type("autoscaling1.HorizontalPodAutoscaler"),
                        Autoscalers.V2,
                        () -> types.type("HorizontalPodAutoscaler"))
                : Map.of();
    }

    private static Set<Behaviour> behaviour(String words) {
        Set<Behaviour> behaviour = EnumSet.noneOf(Behaviour.class);
        for (String word : words(words)) {
            behaviour.add(Behaviour.valueOf(word.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT)));
        }
        return behaviour;
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : Arrays.asList(text.split(",", -1));
    }
}
