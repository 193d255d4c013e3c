package io.hookline.local.http;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ObjectList;
import io.hookline.local.print.BuiltInColumns;
import io.hookline.local.print.CrdColumns;
import io.hookline.local.print.TableColumn;
import io.hookline.local.resource.CrdVersions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.io.OutputStream;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Chooses the form of the objects in a response by the Accept header. Thread-safe. */
final class ContentNegotiation {

    private static final List<TableColumn> DEFAULT_COLUMNS = List.of(TableColumn.NAME, TableColumn.CREATED_AT);

    private final CrdVersions crds;
    private final InstantSource clock;
    private final Map<String, List<TableColumn>> builtIn = BuiltInColumns.byGroupResource();

    ContentNegotiation(CrdVersions crds, InstantSource clock) {
        this.crds = crds;
        this.clock = clock;
    }

    /** The writer for the form that the Accept header of a request prefers. */
    ResponseWriter of(ApiRequest request) {
        ApiResource resource = request.resource();
        Form form = Form.of(request.header("Accept"), false);
        return switch (form.type()) {
            case PLAIN -> JsonResponseWriter.whole(resource.apiVersion(), listKind(resource));
            case METADATA -> JsonResponseWriter.metadata(form.apiVersion(), false);
            case METADATA_OF_LIST -> JsonResponseWriter.metadata(form.apiVersion(), true);
            case TABLE -> table(form, columns(resource), request);
        };
    }

    /** The same for the scale of an object. */
    ResponseWriter ofScale(ApiRequest request) {
        Form form = Form.of(request.header("Accept"), false);
        return switch (form.type()) {
            case PLAIN -> JsonResponseWriter.whole("autoscaling/v1", "ScaleList");
            case METADATA -> JsonResponseWriter.metadata(form.apiVersion(), false);
            case METADATA_OF_LIST -> JsonResponseWriter.metadata(form.apiVersion(), true);
            case TABLE -> table(form, BuiltInColumns.scale(), request);
        };
    }

    /** Refuses a request that accepts only tables, for a response that has none. */
    static void refuseTable(ApiRequest request) {
        Form.of(request.header("Accept"), true);
    }

    private ResponseWriter table(Form form, List<TableColumn> columns, ApiRequest request) {
        return new TableResponseWriter(
                form.apiVersion(), columns, TableResponseWriter.Include.of(request.param("includeObject")), clock);
    }

    private String listKind(ApiResource resource) {
        String otherwise = resource.kind() + "List";
        return crds.find(resource)
                .map(crd -> crd.names().path("listKind").asText(otherwise))
                .orElse(otherwise);
    }

    private List<TableColumn> columns(ApiResource resource) {
        return crds.find(resource)
                .map(CrdColumns::of)
                .orElseGet(() -> builtIn.getOrDefault(resource.groupResource(), DEFAULT_COLUMNS));
    }

    /** What of the objects a response contains. */
    private enum MediaType {
        /** Whole objects. */
        PLAIN,
        /** Rows and columns, for kubectl's output. */
        TABLE,
        /** Only the metadata. */
        METADATA,
        /** A list of metadata. */
        METADATA_OF_LIST
    }

    /**
     * A form of objects that clients can request with the Accept header.
     *
     * @param apiVersion of a table and of metadata; of whole objects, their own
     */
    private record Form(MediaType type, String apiVersion) {

        /** The versions that a real server has; older clients ask for the first one. */
        private static final Set<String> VERSIONS = Set.of("v1beta1", "v1");

        private static final String GROUP = "meta.k8s.io";

        /**
         * Returns the first form in an Accept header that this server supports.
         *
         * @param tableless whether a table is no such form
         * @throws ClusterException.BadRequest 406, if it supports no form in the header
         */
        static Form of(String accept, boolean tableless) {
            if (accept.isBlank()) {
                return new Form(MediaType.PLAIN, "");
            }
            for (String range : accept.split(",", -1)) {
                String type = range.replace(" ", "").toLowerCase(Locale.ROOT);
                String as = parameter(type, "as");
                String version = parameter(type, "v");
                boolean json = type.startsWith("application/json")
                        || type.startsWith("*/*")
                        || type.startsWith("application/*");
                boolean meta = parameter(type, "g").equals(GROUP) && VERSIONS.contains(version);
                if (json && as.isEmpty()) {
                    return new Form(MediaType.PLAIN, "");
                }
                Optional<MediaType> other = json && meta ? other(as) : Optional.empty();
                if (other.isPresent() && !(tableless && other.get() == MediaType.TABLE)) {
                    return new Form(other.get(), GROUP + "/" + version);
                }
            }
            throw notAcceptable();
        }

        private static Optional<MediaType> other(String as) {
            return switch (as) {
                case "table" -> Optional.of(MediaType.TABLE);
                case "partialobjectmetadata" -> Optional.of(MediaType.METADATA);
                case "partialobjectmetadatalist" -> Optional.of(MediaType.METADATA_OF_LIST);
                default -> Optional.empty();
            };
        }

        private static String parameter(String type, String name) {
            for (String part : type.split(";", -1)) {
                if (part.startsWith(name + "=")) {
                    return part.substring(name.length() + 1);
                }
            }
            return "";
        }
    }

    static ClusterException notAcceptable() {
        return new ClusterException.BadRequest(
                406,
                "NotAcceptable",
                "only the following media types are accepted: application/json,"
                        + " application/json;as=Table;v=v1;g=meta.k8s.io,"
                        + " application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io");
    }

    /** Writes objects of one resource in the form that a client requested. Used by one request only. */
    interface ResponseWriter {

        /**
         * Refuses one object in the form of a list, and a list in that of one object: a client would read something else
         * than it asked for. As on a real server, a write has happened by then.
         *
         * @param list whether the response is a list
         */
        default void require(boolean list) {}

        /** Writes one object. */
        void writeObject(KubeObject object, OutputStream out) throws IOException;

        /** Writes a page of a list. */
        void writeList(ObjectList list, OutputStream out) throws IOException;
    }
}
