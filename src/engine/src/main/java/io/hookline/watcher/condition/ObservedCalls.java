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
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Remembers how the last calls of each hook of one controller ended. Observes real calls, and sends none. Thread-safe.
 */
public final class ObservedCalls {

    /** Enough for a URL and the first lines of a response. */
    private static final int MAX_BYTES = 1024;

    private static final Pattern USER = Pattern.compile("(\\w+://)[^/?#@\\s\"]*@");

    /** The query of a URL may contain a token. */
    private static final Pattern QUERY = Pattern.compile("(\\w+://[^?\\s\"]*)\\?[^\\s\"]*");

    private final Map<HookType, State> last = new EnumMap<>(HookType.class);
    private final Map<HookType, StickyText> texts = new EnumMap<>(HookType.class);
    private final Map<HookType, FailingParents> failing = new EnumMap<>(HookType.class);
    private volatile Runnable changed = () -> {};

    /** How the calls ended. */
    public sealed interface State {}

    /** No hook was called. */
    public record NoCallYet() implements State {}

    /**
     * The last call of each hook that was called was answered, for whatever parent; a refusal for a while, with status
     * 429, is an answer too.
     */
    public record AllAnswered() implements State {}

    /**
     * The last call of a hook failed, and it has answered for no parent since it failed for several, or never.
     *
     * @param message with the hook and its URL
     */
    public record Failed(String message) implements State {}

    /**
     * The last call of a hook failed, but it may be for the parent of that call only.
     *
     * @param message with the hook and its URL
     */
    public record FailedForOne(String message) implements State {}

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
        return last.isEmpty()
                ? new NoCallYet()
                : first(Failed.class).or(() -> first(FailedForOne.class)).orElse(new AllAnswered());
    }

    private Optional<State> first(Class<? extends State> kind) {
        return last.values().stream().filter(kind::isInstance).findFirst();
    }

    private void answered(HookType type, String parent) {
        synchronized (this) {
            failing(type).answered(parent);
        }
        record(type, new AllAnswered());
    }

    private void failed(HookType type, String url, String parent, HookException failure) {
        String problem = withoutCredentials(MessageText.oneLine(String.valueOf(failure.getMessage())));
        String text = type.text() + " hook: " + (problem.contains(url) ? problem : url + ": " + problem);
        State state;
        synchronized (this) {
            String kept =
                    texts.computeIfAbsent(type, _ -> new StickyText()).keep(MessageText.shortened(text, MAX_BYTES));
            state = failing(type).failed(parent) ? new Failed(kept) : new FailedForOne(kept);
        }
        record(type, state);
    }

    private FailingParents failing(HookType type) {
        return failing.computeIfAbsent(type, _ -> new FailingParents());
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
                answered(type, request.parent().uid());
                return reply;
            } catch (HookException e) {
                failed(type, url, request.parent().uid(), e);
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

    /**
     * The parents for which a hook fails. Those for which it failed before it answered for another one say nothing of
     * its server: their retries must not show it as unreachable again and again. Not thread-safe.
     */
    private static final class FailingParents {

        /** Parents that are deleted while they fail are only forgotten beyond so many. */
        private static final int MOST = 1000;

        private final Set<String> sinceAnswer = new HashSet<>();
        private final Set<String> earlier = new HashSet<>();
        private boolean answers;

        void answered(String parent) {
            answers = true;
            earlier.addAll(sinceAnswer);
            sinceAnswer.clear();
            earlier.remove(parent);
            if (earlier.size() > MOST) {
                earlier.clear();
            }
        }

        /** Returns whether the hook has answered for no parent since it failed for several, or never. */
        boolean failed(String parent) {
            if (!earlier.contains(parent)) {
                sinceAnswer.add(parent);
            }
            return !answers || sinceAnswer.size() > 1;
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
