package io.hookline.local.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The owners of an object's fields after a write. */
@FunctionalInterface
public interface Ownership {

    /**
     * Writes the managedFields of an object that is about to be stored. Neither object has managedFields before.
     *
     * @param managers the managedFields before the write; missing if there were none
     * @param before the object before the write; empty if it is created
     * @param after the object as it will be stored
     */
    void write(JsonNode managers, ObjectNode before, ObjectNode after);
}
