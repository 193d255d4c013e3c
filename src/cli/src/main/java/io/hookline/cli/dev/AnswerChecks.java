package io.hookline.cli.dev;

import io.hookline.hook.codec.AnswerCodec;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.DecodeException;
import io.hookline.object.Json;
import io.hookline.testing.AnswerFields;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Prints misspelt fields of answers, once until the hook answers without them. The watcher ignores such a field: with
 * {@code childen} it deletes all children. Records which related objects hooks request. Thread-safe.
 */
final class AnswerChecks implements InProcessHooks {

    private static final int OK = 200;

    private final InProcessHooks hooks;
    private final DevConsole console;
    private final SeenRules rules;

    /** @param rules records the answers of customize hooks */
    AnswerChecks(InProcessHooks hooks, DevConsole console, SeenRules rules) {
        this.rules = rules;
        this.hooks = hooks;
        this.console = console;
    }

    @Override
    public Response serve(String path, byte[] body) throws InterruptedException {
        return serve(path, body, Optional.empty());
    }

    @Override
    public Response serve(String path, byte[] body, Optional<Instant> now) throws InterruptedException {
        Response response = hooks.serve(path, body, now);
        if (response.status() == OK) {
            typeOf(path).ifPresent(type -> check(path, type, body, response.body()));
        }
        return response;
    }

    private static Optional<HookType> typeOf(String path) {
        return HookType.ofControllers().stream()
                .filter(type -> path.endsWith("/" + type.text()))
                .findFirst();
    }

    private void check(String path, HookType type, byte[] request, JsonText answer) {
        if (type == HookType.CUSTOMIZE) {
            record(path, answer);
        }
        String misspelt = misspelt(type, request, answer);
        if (misspelt.isEmpty()) {
            console.resolved(path);
        } else {
            console.error(path, "the hook answers " + path + " with " + misspelt);
        }
    }

    private void record(String path, JsonText answer) {
        try {
            rules.add(
                    path.replaceFirst("^/([^/]*).*", "$1"),
                    new AnswerCodec(ControllerType.COMPOSITE, HookVersion.V1, false).decodeCustomize(answer));
        } catch (DecodeException _) {
            // the watcher refuses the answer and reports why
        }
    }

    /** The misspelt fields; empty without any, or if the watcher refuses the answer and reports why. */
    private static String misspelt(HookType type, byte[] request, JsonText answer) {
        try {
            ControllerType controller = controllerType(request);
            if (AnswerCodec.mistyped(controller, type, answer).isPresent()) {
                return "";
            }
            return AnswerFields.unknown(answer.tree(), controller, type).stream()
                    .filter(AnswerFields.Unknown::isError)
                    .map(AnswerFields.Unknown::toString)
                    .collect(Collectors.joining("; "));
        } catch (DecodeException _) {
            return "";
        }
    }

    private static ControllerType controllerType(byte[] request) {
        String kind = Json.parse(request).path("controller").path("kind").asText();
        return kind.equals("DecoratorController") ? ControllerType.DECORATOR : ControllerType.COMPOSITE;
    }
}
