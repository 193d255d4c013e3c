/**
 * OpenAPI schemas: read, validated, defaulted, pruned.
 *
 * <p>Entry point: {@link Schema}.
 *
 * <ul>
 *   <li>To change a validation rule of values, open {@link SchemaCheck} and {@link ValueRules}.
 *   <li>To change which schemas a CRD may have, open {@link StructuralSchemaRules}.
 *   <li>To change defaults and pruning by schema, open {@link SchemaDefaults} and {@link Pruning}.
 *   <li>To change the schemas of built-in kinds, open {@code built-in-types.txt}, which {@link BuiltInTypes} reads.
 * </ul>
 */
@NullMarked
package io.hookline.local.schema;

import org.jspecify.annotations.NullMarked;
