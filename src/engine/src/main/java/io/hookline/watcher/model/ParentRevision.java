package io.hookline.watcher.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.spec.ControllerRevision;
import java.util.Optional;

/**
 * A parent in one of its revisions.
 *
 * @param name the name of the ControllerRevision; empty for a parent without revisions
 * @param parent the parent with the fields of this revision; for the latest revision the parent itself
 * @param patch the fields of this revision; must not be changed
 * @param recorded the ControllerRevision as cached; empty if it has not been created
 */
public record ParentRevision(String name, KubeObject parent, ObjectNode patch, Optional<ControllerRevision> recorded) {

    /** The only revision of a parent whose children are not updated by rolling. */
    public static ParentRevision only(KubeObject parent) {
        return new ParentRevision("", parent, Json.NODES.objectNode(), Optional.empty());
    }
}
