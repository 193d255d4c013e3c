package io.hookline.hook.codec;

import io.hookline.hook.Event;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.JsonText;
import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.JsonScanner;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the JSON of a sync or finalize answer in one pass. */
final class AnswerReader {

    private static final double MAX_SECONDS = Long.MAX_VALUE / 1e9;

    private static final Set<String> COMMON_FIELDS = Set.of("status", "resyncAfterSeconds", "finalized", Event.FIELD);
    private static final Set<String> DECORATOR_FIELDS = Set.of("labels", "annotations");

    private final byte[] json;
    private final ControllerType controllerType;
    private final JsonScanner scanner;
    private final ValueReader values;
    private final List<String> warnings = new ArrayList<>();
    private @Nullable JsonText status;
    private List<KubeObject> children = List.of();
    private boolean listed;
    private Map<String, Optional<String>> labels = Map.of();
    private Map<String, Optional<String>> annotations = Map.of();
    private Optional<Duration> resyncAfter = Optional.empty();
    private boolean finalized;
    private List<Event> events = List.of();

    AnswerReader(byte[] json, ControllerType controllerType) {
        this.json = json;
        this.controllerType = controllerType;
        this.scanner = new JsonScanner(json);
        this.values = new ValueReader(json, scanner);
    }

    /** The fields that {@link #readField} knows. */
    static Set<String> fields(ControllerType type) {
        Set<String> fields = new TreeSet<>(COMMON_FIELDS);
        fields.add(type.childrenField());
        fields.addAll(type == ControllerType.DECORATOR ? DECORATOR_FIELDS : Set.of());
        return fields;
    }

    SyncAnswer read() {
        values.require(FieldPath.ROOT, '{', "an object");
        Set<String> seen = new HashSet<>();
        scanner.beginObject();
        for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
            if (!seen.add(field)) {
                warnings.add("duplicate field \"" + field + "\"");
            }
            readField(field, FieldPath.ROOT.field(field));
        }
        scanner.expectEnd();
        return new SyncAnswer(
                Optional.ofNullable(status),
                children,
                listed,
                labels,
                annotations,
                resyncAfter,
                finalized,
                events,
                warnings);
    }

    private void readField(String field, FieldPath place) {
        boolean decorator = controllerType == ControllerType.DECORATOR;
        if (field.equals(controllerType.childrenField())) {
            children = children(place);
        } else if (decorator && field.equals("labels")) {
            labels = changes(place);
        } else if (decorator && field.equals("annotations")) {
            annotations = changes(place);
        } else {
            switch (field) {
                case "status" -> status = status(place);
                case "resyncAfterSeconds" -> resyncAfter = seconds(place);
                case "finalized" -> finalized = values.flag(place);
                case Event.FIELD -> events = new EventReader(scanner, values, warnings).read(place);
                default -> {
                    warnings.add("unknown field \"" + field + "\"");
                    scanner.skipValue();
                }
            }
        }
    }

    private @Nullable JsonText status(FieldPath place) {
        if (values.skippedNull()) {
            return null;
        }
        int start = values.skipObject(place);
        JsonBounds.check(json, start, scanner.position(), place);
        JsonText text = new JsonText(Arrays.copyOfRange(json, start, scanner.position()));
        try {
            text.tree(); // what a parser refuses must be refused here, before anything is written to the cluster
        } catch (DecodeException e) {
            throw e.within(place);
        }
        Duplicates.find(text.raw(), place, warnings);
        return text;
    }

    private List<KubeObject> children(FieldPath place) {
        List<KubeObject> read = new ArrayList<>();
        listed = !values.skippedNull();
        if (!listed) {
            return read;
        }
        values.require(place, '[', "a list");
        scanner.beginArray();
        for (int i = 0; scanner.nextElement(); i++) {
            read.add(child(place.index(i)));
        }
        return read;
    }

    private KubeObject child(FieldPath place) {
        int start = values.skipObject(place);
        JsonBounds.check(json, start, scanner.position(), place);
        KubeObject child = values.objectFrom(start, place);
        if (child.kind().endsWith("List") && child.name().isEmpty()) {
            throw new DecodeException(
                    place, "a list (" + child.kind() + ") is not a child: return its items as children");
        }
        requireText(child.apiVersion(), place.field("apiVersion"));
        requireText(child.kind(), place.field("kind"));
        requireName(child, place.field("metadata"));
        return child;
    }

    private static void requireName(KubeObject child, FieldPath metadata) {
        if (child.name().isEmpty() && child.tree().path("metadata").has("generateName")) {
            throw new DecodeException(
                    metadata.field("generateName"),
                    "a child needs a metadata.name: with a generated name it would not be found again, so every sync"
                            + " would create it and delete the previous one");
        }
        requireText(child.name(), metadata.field("name"));
    }

    private static void requireText(String value, FieldPath place) {
        if (value.isEmpty()) {
            throw DecodeException.expected(place, "a string", "missing or empty");
        }
    }

    private Map<String, Optional<String>> changes(FieldPath place) {
        Map<String, Optional<String>> read = new LinkedHashMap<>();
        if (values.skippedNull()) {
            return read;
        }
        values.require(place, '{', "an object");
        scanner.beginObject();
        for (String key = scanner.nextField(); key != null; key = scanner.nextField()) {
            FieldPath at = place.field(key);
            if (read.containsKey(key)) {
                warnings.add("duplicate field \"" + at + "\"");
            }
            if (values.skippedNull()) {
                read.put(key, Optional.empty());
            } else {
                values.require(at, '"', "a string or null");
                read.put(key, Optional.of(scanner.readString()));
            }
        }
        return read;
    }

    /** Zero and negative values mean the same as an absent field: no resync. */
    private Optional<Duration> seconds(FieldPath place) {
        if (values.skippedNull()) {
            return Optional.empty();
        }
        String was = scanner.describeNext();
        int start = scanner.position();
        scanner.skipValue();
        if (!was.equals("a number")) {
            throw DecodeException.expected(place, "a number", was);
        }
        double seconds = Double.parseDouble(scanner.text(start));
        if (Double.isInfinite(seconds)) {
            throw DecodeException.expected(place, "a number of seconds", scanner.text(start));
        }
        long nanos = (long) (Math.min(seconds, MAX_SECONDS) * 1e9);
        return nanos > 0 ? Optional.of(Duration.ofNanos(nanos)) : Optional.empty();
    }
}
