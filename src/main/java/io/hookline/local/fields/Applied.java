package io.hookline.local.fields;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The result of an apply patch.
 *
 * @param object the merged object, without managedFields
 * @param ownership writes its managedFields
 */
public record Applied(ObjectNode object, Ownership ownership) {}
