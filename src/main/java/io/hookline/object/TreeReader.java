package io.hookline.object;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Parses objects; a door of its own so that one can count how often that is done. */
@FunctionalInterface
public interface TreeReader {

    /** The object's tree, for the caller alone. */
    ObjectNode read(KubeObject object);
}
