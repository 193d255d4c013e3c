package io.hookline.hook;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a parent's new status.
 *
 * <pre>{@code
 * List<Condition> conditions = Conditions.of(in)
 *         .set("Ready", ready == wanted, "PodsReady", ready + " of " + wanted + " Pods are ready")
 *         .list();
 * return Answer.of(deployment).status(new WebApp.Status(ready, conditions));
 * }</pre>
 *
 * <p>The rules are those of Kubernetes for {@code metav1.Condition}:
 *
 * <ul>
 *   <li>{@code lastTransitionTime} is the time of the call ({@link Sync#now}) in whole seconds if the parent's last
 *       status has no such condition or another value in {@code status}. Otherwise it is kept, even if reason or
 *       message change.
 *   <li>{@code observedGeneration} is the parent's {@code metadata.generation}. The schema of the parent must have the
 *       field, or the API server removes it.
 *   <li>A type is a name such as {@code Ready} or {@code example.com/Ready}, at most 316 characters. A reason is a word
 *       such as {@code PodsReady}, at most 1024 characters. A message has at most 32,768 characters; a longer one is
 *       cut.
 * </ul>
 *
 * <p>The last status is read from the parent as the API server returned it, so the parent's record need not declare it.
 * An entry without a type is ignored.
 *
 * <p>The list has the conditions that this hook sets, in the order of the first calls. An answer replaces the whole
 * status, so a condition that is not set is removed; {@link #keepOthers} keeps those of other writers.
 *
 * <p>Conditions are immutable: each method returns new ones. They are written as a list, so a {@code Map} or a record
 * of the status can have them too.
 */
public final class Conditions {

    private static final Pattern TYPE =
            Pattern.compile("([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?"
                    + "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
    private static final Pattern REASON = Pattern.compile("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?");
    private static final int MAX_TYPE = 316;
    private static final int MAX_REASON = 1024;
    private static final int MAX_MESSAGE = 32_768;

    private final Sync<?> in;
    private final Map<String, Condition> last;

    /** The conditions by type that this hook has set; empty for one that it has removed. */
    private final Map<String, Optional<Condition>> changes;

    private final boolean keepsOthers;

    private Conditions(
            Sync<?> in, Map<String, Condition> last, Map<String, Optional<Condition>> changes, boolean keepsOthers) {
        this.in = in;
        this.last = last;
        this.changes = changes;
        this.keepsOthers = keepsOthers;
    }

    /** Returns no conditions yet; transition times come from the last status of this call's parent. */
    public static Conditions of(Sync<?> in) {
        Map<String, Condition> last = new LinkedHashMap<>();
        for (JsonNode json : in.parentObject().tree().path("status").path("conditions")) {
            if (json.path("type").isTextual()) {
                last.putIfAbsent(json.path("type").textValue(), read(json));
            }
        }
        return new Conditions(in, last, Map.of(), false);
    }

    /**
     * Sets a condition to True or False.
     *
     * @param message for people; may be empty
     * @throws IllegalArgumentException if Kubernetes would not accept the type or the reason
     */
    public Conditions set(String type, boolean status, String reason, String message) {
        return set(type, status ? "True" : "False", reason, message);
    }

    /**
     * Sets a condition to Unknown.
     *
     * @param message for people; may be empty
     * @throws IllegalArgumentException if Kubernetes would not accept the type or the reason
     */
    public Conditions unknown(String type, String reason, String message) {
        return set(type, "Unknown", reason, message);
    }

    /** Removes a condition of this hook. Necessary with {@link #keepOthers} only. */
    public Conditions remove(String type) {
        return with(type, Optional.empty());
    }

    /**
     * Keeps the conditions of the last status that this hook neither sets nor removes, behind its own and in their
     * order. Use it if others write conditions of the same object: another controller, or a decorator's hook on a
     * built-in kind.
     */
    public Conditions keepOthers() {
        return new Conditions(in, last, changes, true);
    }

    /** Whether a condition is True: as set here, or else in the parent's last status. */
    public boolean isTrue(String type) {
        return find(type).map(condition -> "True".equals(condition.getStatus())).orElse(false);
    }

    /** Finds a condition: as set here, or else in the parent's last status. */
    public Optional<Condition> find(String type) {
        Optional<Condition> change = changes.get(type);
        return change == null ? Optional.ofNullable(last.get(type)) : change;
    }

    /** Returns the conditions for the new status. */
    @JsonValue
    public List<Condition> list() {
        List<Condition> list = new ArrayList<>();
        changes.values().forEach(change -> change.ifPresent(list::add));
        if (keepsOthers) {
            last.forEach((type, condition) -> {
                if (!changes.containsKey(type)) {
                    list.add(condition);
                }
            });
        }
        return List.copyOf(list);
    }

    private Conditions set(String type, String status, String reason, String message) {
        check("type", type, TYPE, MAX_TYPE, "Ready or example.com/Ready");
        Objects.requireNonNull(message, () -> "message of condition " + type + ": expected text, was null");
        check("reason of " + type, reason, REASON, MAX_REASON, "PodsReady");
        Condition condition = new Condition();
        condition.setType(type);
        condition.setStatus(status);
        condition.setReason(reason);
        condition.setMessage(cut(message));
        condition.setLastTransitionTime(since(last.get(type), status));
        long generation = in.parentObject().generation();
        condition.setObservedGeneration(generation == 0 ? null : Long.valueOf(generation));
        return with(type, Optional.of(condition));
    }

    private Conditions with(String type, Optional<Condition> change) {
        Map<String, Optional<Condition>> more = new LinkedHashMap<>(changes);
        more.put(type, change);
        return new Conditions(in, last, more, keepsOthers);
    }

    private String since(@Nullable Condition before, String status) {
        return before != null && status.equals(before.getStatus()) && before.getLastTransitionTime() != null
                ? before.getLastTransitionTime()
                : in.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static void check(String what, String text, Pattern form, int longest, String example) {
        Objects.requireNonNull(text, () -> "condition " + what + ": expected text, was null");
        if (text.length() > longest || !form.matcher(text).matches()) {
            throw new IllegalArgumentException("condition " + what + ": \"" + text
                    + "\" is not valid; use a name such as " + example + " with at most " + longest + " characters");
        }
    }

    private static String cut(String message) {
        return message.codePointCount(0, message.length()) <= MAX_MESSAGE
                ? message
                : message.substring(0, message.offsetByCodePoints(0, MAX_MESSAGE - 3)) + "...";
    }

    private static Condition read(JsonNode json) {
        Condition condition = new Condition();
        json.properties().forEach(field -> {
            JsonNode value = field.getValue();
            switch (field.getKey()) {
                case "type" -> condition.setType(value.textValue());
                case "status" -> condition.setStatus(value.textValue());
                case "reason" -> condition.setReason(value.textValue());
                case "message" -> condition.setMessage(value.textValue());
                case "lastTransitionTime" -> condition.setLastTransitionTime(value.textValue());
                case "observedGeneration" ->
                    condition.setObservedGeneration(value.isIntegralNumber() ? value.longValue() : null);
                default -> condition.setAdditionalProperty(field.getKey(), value);
            }
        });
        return condition;
    }
}
