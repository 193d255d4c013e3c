package io.hookline.watcher.condition;

import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.MessageText;
import io.hookline.spec.Hooks.Webhook;
import io.hookline.watcher.model.HookConnector;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Remembers how the last call of each hook of one controller ended. Observes real calls, and sends none. Thread-safe.
 */
public final class ObservedCalls {

    /** Enough for a URL and the first lines of a response. */
    private static final int MAX_BYTES = 1024;

    private static final Pattern USER = Pattern.compile("(\\w+://)[^/?#@\\s\"]*@");

    /** The query of a URL may contain a token. */
    private static final Pattern QUERY = Pattern.compile("(\\w+://[^?\\s\"]*)\\?[^\\s\"]*");

    private final Map<HookType, State> last = new EnumMap<>(HookType.class);
    private final Map<HookType, StickyText> texts = new EnumMap<>(HookType.class);
    private volatile Runnable changed = () -> {};

    /** How the calls ended. */
    public sealed interface State {}

    /** No hook was called. */
    public record NoCallYet() implements State {}

    /**
     * The last call of each hook that was called was answered; a refusal for a while, with status 429, is an answer
     * too.
     */
    public record AllAnswered() implements State {}

    /**
     * The last call of a hook failed.
     *
     * @param message with the hook and its URL
     */
    public record Failed(String message) implements State {}

    /** Runs an action at each change of the state. */
    public void onChange(Runnable action) {
        changed = action;
    }

    /** Observes the calls of all clients. */
    public HookConnector observing(HookConnector connector) {
        return (controller, type, hook, problems) -> {
            String url = hook.webhook().map(Webhook::url).orElse("");
            return new Observed(type, withoutCredentials(url), connector.connect(controller, type, hook, problems));
        };
    }

    /** The state of all hooks. */
    public synchronized State state() {
        State failed = last.values().stream()
                .filter(Failed.class::isInstance)
                .findFirst()
                .orElse(new AllAnswered());
        return last.isEmpty() ? new NoCallYet() : failed;
    }

    void answered(HookType type) {
        record(type, new AllAnswered());
    }

    void failed(HookType type, String url, HookException failure) {
        String problem = withoutCredentials(MessageText.oneLine(String.valueOf(failure.getMessage())));
        String text = type.text() + " hook: " + (problem.contains(url) ? problem : url + ": " + problem);
        String kept;
        synchronized (this) {
            kept = texts.computeIfAbsent(type, _ -> new StickyText()).keep(MessageText.shortened(text, MAX_BYTES));
        }
        record(type, new Failed(kept));
    }

    private static String withoutCredentials(String text) {
        return QUERY.matcher(USER.matcher(text).replaceAll("$1")).replaceAll("$1");
    }

    private void record(HookType type, State state) {
        State before;
        synchronized (this) {
            before = last.put(type, state);
        }
        if (!state.equals(before)) {
            changed.run();
        }
    }

    private final class Observed implements HookClient {
        private final HookType type;
        private final String url;
        private final HookClient next;

        Observed(HookType type, String url, HookClient next) {
            this.type = type;
            this.url = url;
            this.next = next;
        }

        @Override
        public HookReply call(HookRequest request) throws InterruptedException {
            try {
                HookReply reply = next.call(request);
                answered(type);
                return reply;
            } catch (HookException e) {
                failed(type, url, e);
                throw e;
            }
        }

        @Override
        public Optional<String> servedVersion() throws InterruptedException {
            return next.servedVersion();
        }

        @Override
        public void close() {
            next.close();
        }
    }

    /** Keeps a text while new ones differ in numbers only, such as ports and durations. Not thread-safe. */
    private static final class StickyText {

        private static final Pattern NUMBERS = Pattern.compile("[0-9]+");

        private @Nullable String kept;

        /** The text to show: an earlier one if it differs only in numbers. */
        String keep(String text) {
            String before = kept;
            if (before == null || !withoutNumbers(before).equals(withoutNumbers(text))) {
                kept = text;
                return text;
            }
            return before;
        }

        private static String withoutNumbers(String text) {
            return NUMBERS.matcher(text).replaceAll("0");
        }
    }
}
