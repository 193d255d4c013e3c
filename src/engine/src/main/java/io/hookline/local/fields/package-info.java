/**
 * Field ownership: which manager owns which fields of an object, and server-side apply.
 *
 * <p>Entry point: {@link FieldManager}.
 *
 * <ul>
 *   <li>To change how {@code managedFields} are read, written and limited, open {@link ManagedFields}; their text form,
 *       {@link FieldSet} and {@link PathElement}.
 *   <li>To change which fields an object has or an update changes, open {@link FieldSetReader} and {@link
 *       FieldComparison}.
 *   <li>To change how an apply patch is merged, open {@link ServerSideApply}.
 *   <li>To change which fields nobody owns, open {@link FieldManager} and {@link GeneratedFields}.
 * </ul>
 */
@NullMarked
package io.hookline.local.fields;

import org.jspecify.annotations.NullMarked;
