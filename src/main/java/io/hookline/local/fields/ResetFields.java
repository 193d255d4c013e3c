package io.hookline.local.fields;

import io.hookline.local.resource.ServedResource;

/** The fields that a write does not change, whatever its body contains: nobody gets or loses them. */
final class ResetFields {

    private static final FieldSet STATUS = FieldSet.ofPath("status");
    private static final FieldSet SPEC = FieldSet.ofPath("spec");
    private static final FieldSet METADATA_AND_SPEC = SPEC.union(FieldSet.ofPath("metadata"));

    private ResetFields() {}

    static FieldSet of(ServedResource resource, String subresource) {
        return switch (subresource) {
            case "" -> resource.api().hasStatus() ? STATUS : FieldSet.EMPTY;
            case "status" -> ofStatus(resource);
            case "finalize" -> STATUS;
            default -> FieldSet.EMPTY;
        };
    }

    private static FieldSet ofStatus(ServedResource resource) {
        if (resource.isCustom()) {
            return METADATA_AND_SPEC;
        }
        return switch (resource.table()) {
            case "deployments.apps" -> SPEC.union(FieldSet.ofPath("metadata", "labels"));
            case "pods" ->
                SPEC.union(FieldSet.ofPath("metadata", "deletionTimestamp"))
                        .union(FieldSet.ofPath("metadata", "ownerReferences"));
            case "volumeattachments.storage.k8s.io" -> METADATA_AND_SPEC;
            default -> SPEC;
        };
    }
}
