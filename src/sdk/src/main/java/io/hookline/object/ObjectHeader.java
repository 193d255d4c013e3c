package io.hookline.object;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object that the engine needs without parsing it; read in one walk over the bytes. Missing texts are
 * empty.
 */
record ObjectHeader(
        String apiVersion,
        String kind,
        String namespace,
        String name,
        String uid,
        String resourceVersion,
        long generation,
        @Nullable String deletionTimestamp,
        Map<String, String> labels,
        @Nullable OwnerReference controllerOwner,
        List<String> finalizers) {

    /**
     * Returns the same header with shared instances of the values that objects have in common; equal labels and owners
     * are shared as a whole.
     */
    ObjectHeader sharing(Interner interner) {
        return new ObjectHeader(
                interner.one(apiVersion),
                interner.one(kind),
                interner.one(namespace),
                name,
                uid,
                resourceVersion,
                generation,
                deletionTimestamp,
                labels.isEmpty() ? labels : interner.one(sharedKeys(interner)),
                controllerOwner == null ? null : interner.one(controllerOwner),
                finalizers.isEmpty() ? finalizers : interner.one(finalizers));
    }

    private Map<String, String> sharedKeys(Interner interner) {
        Map<String, String> shared = new LinkedHashMap<>();
        labels.forEach((key, value) -> shared.put(interner.one(key), interner.one(value)));
        return OrderedTexts.copyOf(shared);
    }

    static ObjectHeader read(byte[] json, int offset, int length) {
        JsonScanner scanner = new JsonScanner(json, offset, length);
        ObjectHeader header = next(scanner);
        scanner.expectEnd();
        return header;
    }

    /** Reads the next value, up to its end. */
    static ObjectHeader next(JsonScanner scanner) {
        return new Reader(scanner).read();
    }

    /** Collects the fields of one walk. */
    private static final class Reader {
        private final JsonScanner scanner;
        private String apiVersion = "";
        private String kind = "";
        private String namespace = "";
        private String name = "";
        private String uid = "";
        private String resourceVersion = "";
        private long generation;
        private @Nullable String deletionTimestamp;
        private Map<String, String> labels = Map.of();
        private @Nullable OwnerReference controllerOwner;
        private List<String> finalizers = List.of();

        Reader(JsonScanner scanner) {
            this.scanner = scanner;
        }

        ObjectHeader read() {
            require('{', FieldPath.ROOT, "an object");
            scanner.beginObject();
            for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
                switch (field) {
                    case "apiVersion" -> apiVersion = text(FieldPath.ROOT.field(field));
                    case "kind" -> kind = text(FieldPath.ROOT.field(field));
                    case "metadata" -> readMetadata();
                    default -> scanner.skipValue();
                }
            }
            return new ObjectHeader(
                    apiVersion,
                    kind,
                    namespace,
                    name,
                    uid,
                    resourceVersion,
                    generation,
                    deletionTimestamp,
                    labels,
                    controllerOwner,
                    finalizers);
        }

        private void readMetadata() {
            FieldPath metadata = new FieldPath("metadata");
            resetMetadata(); // if a field occurs twice, the last one counts, as in a tree
            if (isNull()) {
                return;
            }
            require('{', metadata, "an object");
            scanner.beginObject();
            for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
                FieldPath place = metadata.field(field);
                switch (field) {
                    case "name" -> name = text(place);
                    case "namespace" -> namespace = text(place);
                    case "uid" -> uid = text(place);
                    case "resourceVersion" -> resourceVersion = text(place);
                    case "generation" -> generation = integer(place);
                    case "deletionTimestamp" -> deletionTimestamp = isNull() ? null : text(place);
                    case "labels" -> labels = texts(place);
                    case "finalizers" -> finalizers = list(place);
                    case "ownerReferences" -> readOwners(place);
                    default -> scanner.skipValue();
                }
            }
        }

        private void resetMetadata() {
            namespace = "";
            name = "";
            uid = "";
            resourceVersion = "";
            generation = 0;
            deletionTimestamp = null;
            labels = Map.of();
            controllerOwner = null;
            finalizers = List.of();
        }

        private void readOwners(FieldPath place) {
            controllerOwner = null;
            if (isNull()) {
                return;
            }
            require('[', place, "a list");
            scanner.beginArray();
            for (int i = 0; scanner.nextElement(); i++) {
                OwnerReference owner = owner(place.index(i));
                if (owner.controller() && controllerOwner == null) {
                    controllerOwner = owner;
                }
            }
        }

        private OwnerReference owner(FieldPath place) {
            String ownerApiVersion = "";
            String ownerKind = "";
            String ownerName = "";
            String ownerUid = "";
            boolean controller = false;
            boolean block = false;
            require('{', place, "an object");
            scanner.beginObject();
            for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
                switch (field) {
                    case "apiVersion" -> ownerApiVersion = text(place.field(field));
                    case "kind" -> ownerKind = text(place.field(field));
                    case "name" -> ownerName = text(place.field(field));
                    case "uid" -> ownerUid = text(place.field(field));
                    case "controller" -> controller = flag();
                    case "blockOwnerDeletion" -> block = flag();
                    default -> scanner.skipValue();
                }
            }
            return new OwnerReference(ownerApiVersion, ownerKind, ownerName, ownerUid, controller, block);
        }

        private Map<String, String> texts(FieldPath place) {
            if (isNull()) {
                return Map.of();
            }
            require('{', place, "an object");
            Map<String, String> read = new LinkedHashMap<>();
            scanner.beginObject();
            for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
                read.put(field, text(place.field(field)));
            }
            return OrderedTexts.copyOf(read);
        }

        private List<String> list(FieldPath place) {
            if (isNull()) {
                return List.of();
            }
            require('[', place, "a list");
            List<String> read = new ArrayList<>();
            scanner.beginArray();
            for (int i = 0; scanner.nextElement(); i++) {
                read.add(text(place.index(i)));
            }
            return List.copyOf(read);
        }

        private String text(FieldPath place) {
            if (isNull()) {
                return "";
            }
            require('"', place, "a string");
            return scanner.readString();
        }

        private boolean flag() {
            boolean value = scanner.peek() == 't';
            scanner.skipValue();
            return value;
        }

        private long integer(FieldPath place) {
            int start = scanner.position();
            String was = scanner.describeNext();
            scanner.skipValue();
            if (was.equals("null")) {
                return 0;
            }
            try {
                return Long.parseLong(scanner.text(start));
            } catch (NumberFormatException _) {
                throw DecodeException.expected(place, "an integer", was);
            }
        }

        private boolean isNull() {
            if (scanner.peek() != 'n') {
                return false;
            }
            scanner.skipValue();
            return true;
        }

        private void require(char token, FieldPath place, String wanted) {
            if (scanner.peek() != token) {
                throw DecodeException.expected(place, wanted, scanner.describeNext());
            }
        }
    }
}
