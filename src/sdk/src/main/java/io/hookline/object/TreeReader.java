package io.hookline.object;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Parses objects; an interface, so that tests can count how often objects are parsed. */
@FunctionalInterface
public interface TreeReader {

    /** Returns the object's tree, which the caller may change. */
    ObjectNode read(KubeObject object);
}
