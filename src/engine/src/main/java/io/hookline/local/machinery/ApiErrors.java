package io.hookline.local.machinery;

import io.hookline.cluster.ClusterException;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.List;

/** Errors with the texts of the API server. */
public final class ApiErrors {

    private static final String CHANGED =
            "the object has been modified; please apply your changes to the latest version and try again";

    private ApiErrors() {}

    public static ClusterException.NotFound noResource() {
        return new ClusterException.NotFound("the server could not find the requested resource");
    }

    public static ClusterException.NotFound notFound(String groupResource, String name) {
        return new ClusterException.NotFound(groupResource + " " + FieldError.quote(name) + " not found");
    }

    public static ClusterException.NotFound notFound(ApiResource resource, String name) {
        return notFound(resource.groupResource(), name);
    }

    public static ClusterException.AlreadyExists alreadyExists(ApiResource resource, String name, boolean generated) {
        return new ClusterException.AlreadyExists(resource.groupResource() + " " + FieldError.quote(name)
                + " already exists"
                + (generated ? ", the server was not able to generate a unique name for the object" : ""));
    }

    public static ClusterException.Conflict changed(ApiResource resource, String name) {
        return conflict(resource.groupResource(), name, CHANGED);
    }

    public static ClusterException.Conflict conflict(String groupResource, String name, String why) {
        return new ClusterException.Conflict(
                "Operation cannot be fulfilled on " + groupResource + " " + FieldError.quote(name) + ": " + why);
    }

    /**
     * A precondition of a deletion does not hold.
     *
     * @param field {@code uid} or {@code resourceVersion}
     */
    public static ClusterException.Conflict precondition(
            ApiResource resource, KubeObject live, String field, String wanted) {
        boolean uid = field.equals("uid");
        String shown = uid ? "UID" : "ResourceVersion";
        boolean core = resource.group().isEmpty() || resource.group().equals("events.k8s.io");
        return conflict(
                resource.kind() + (core ? "" : "." + resource.group()),
                live.name(),
                "the " + shown + " in the precondition (" + wanted + ") does not match the " + shown + " in record ("
                        + (uid ? live.uid() : live.resourceVersion()) + "). The object might have been "
                        + (uid ? "deleted and then recreated" : "modified"));
    }

    /** The object has another uid: the text of the real server's storage. */
    public static ClusterException.Conflict otherUid(
            ApiResource resource, String path, String expected, String actual) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return conflict(
                resource.groupResource(),
                name,
                "StorageError: invalid object, Code: 4, Key: /registry/" + path
                        + ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: "
                        + expected
                        + ", UID in object meta: " + actual);
    }

    public static ClusterException.Invalid invalid(GroupVersionKind kind, String name, List<FieldError> errors) {
        return invalid(kind.group().isEmpty() ? kind.kind() : kind.kind() + "." + kind.group(), name, errors);
    }

    public static ClusterException.Invalid invalid(String groupKind, String name, List<FieldError> errors) {
        return new ClusterException.Invalid(
                groupKind + " " + FieldError.quote(name) + " is invalid: " + FieldError.join(errors),
                errors.stream().map(FieldError::detail).toList());
    }

    /**
     * The options of a request are not valid.
     *
     * @param type such as {@code PatchOptions}
     */
    public static ClusterException.Invalid invalidOptions(String type, FieldError error) {
        return invalid(type + ".meta.k8s.io", "", List.of(error));
    }

    /** The result of a patch cannot be decoded as an object. */
    public static ClusterException.Invalid unreadablePatch(String result, String why) {
        return invalid("", "", List.of(FieldError.invalid("patch", result, why)));
    }

    public static ClusterException.Forbidden forbidden(ApiResource resource, String name, String why) {
        return new ClusterException.Forbidden(resource.groupResource() + " "
                + (name.isEmpty() ? "" : FieldError.quote(name) + " ") + "is forbidden: " + why);
    }

    /** Nothing can be created in a namespace that is being deleted. */
    public static ClusterException.Forbidden terminating(ApiResource resource, ObjectKey key) {
        String why = "unable to create new content in namespace " + key.namespace() + " because it is being terminated";
        return new ClusterException.Forbidden(
                String.valueOf(forbidden(resource, key.name(), why).getMessage()),
                List.of(ClusterException.Detail.namespaceTerminating(key.namespace())));
    }

    public static ClusterException.BadRequest badRequest(String message) {
        return new ClusterException.BadRequest(message);
    }

    public static ClusterException.Expired tooOld(long version, long oldest) {
        return new ClusterException.Expired("too old resource version: " + version + " (" + oldest + ")");
    }

    public static ClusterException.Unavailable tooLarge(long version, long current) {
        String why = "Too large resource version";
        return new ClusterException.Unavailable(
                504,
                "Timeout: " + why + ": " + version + ", current: " + current,
                new ClusterException.Detail("ResourceVersionTooLarge", why, ""));
    }
}
