package io.hookline.apply;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.FieldPath;

/**
 * A place where it is not proven that another apply would change nothing.
 *
 * @param desired missing if the place is not desired
 * @param live missing if the object has no value there
 */
record OwnershipGap(FieldPath place, Kind kind, JsonNode desired, JsonNode live) {

    /** What is not as desired. */
    enum Kind {
        /** The manager does not own the desired field, which has the desired value. */
        NOT_OWNED,
        /** The value differs. */
        VALUE,
        /** The manager owns a field that is not desired. */
        NOT_DESIRED
    }
}
