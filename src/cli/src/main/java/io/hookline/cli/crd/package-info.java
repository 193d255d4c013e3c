/**
 * {@code hookline crd}: writes the CRD of a parent's record.
 *
 * <p>Entry point: {@link CrdCommand}.
 *
 * <ul>
 *   <li>To change the schema of a type, open {@link RecordSchema}.
 *   <li>To change the limits that authors can give, open {@link RecordSchema} and {@link io.hookline.hook.CrdField}.
 *   <li>To change the manifest around the schema, or its names, open {@link CrdCommand}.
 *   <li>To change how Javadoc becomes descriptions, open {@link Javadocs}.
 * </ul>
 */
@NullMarked
package io.hookline.cli.crd;

import org.jspecify.annotations.NullMarked;
