package io.hookline.server;

import io.hookline.hook.protocol.HookType;
import io.hookline.object.NearestName;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The error for a path at which no hook is served: what is probably meant, or what exists. */
record UnknownPath(HookRegistry hooks) {

    String message(String path) {
        return "no hook is served at " + path
                + similar(path)
                        .map(meant -> "; did you mean " + meant + "?")
                        .orElseGet(() -> hooks.all().isEmpty()
                                ? "; there is no hook" + expected(path)
                                : "; known are " + known(path));
    }

    private static String expected(String path) {
        String[] steps = path.split("/", -1);
        return steps.length == 3 ? ", expected one in a folder named " + steps[1] : "";
    }

    /** A served path whose hook and type have similar names. */
    private Optional<String> similar(String path) {
        String[] steps = path.split("/", -1);
        if (steps.length != 3) {
            return Optional.empty();
        }
        return NearestName.of(
                        steps[1],
                        hooks.all().stream()
                                .map(HookRegistry.Entry::name)
                                .sorted()
                                .toList())
                .flatMap(hooks::find)
                .flatMap(hook -> NearestName.of(steps[2], types(hook)).map(type -> "/" + hook.name() + "/" + type));
    }

    /** The types that a hook answers. One that has never loaded may answer any. */
    private static List<String> types(HookRegistry.Entry hook) {
        return Stream.of(HookType.values())
                .filter(type -> ServedHooks.mayAnswer(hook, type))
                .map(HookType::text)
                .toList();
    }

    /** The paths of the hook that this path names, or all paths if there is no such hook. */
    private String known(String path) {
        String[] steps = path.split("/", -1);
        List<HookRegistry.Entry> candidates =
                hooks.find(steps.length > 1 ? steps[1] : "").map(List::of).orElseGet(hooks::all);
        String paths = candidates.stream()
                .flatMap(hook -> ServedHooks.paths(hook).stream())
                .collect(Collectors.joining(", "));
        return paths.isEmpty() ? "none" : paths;
    }
}
